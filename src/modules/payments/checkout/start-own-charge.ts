import { HOUR } from '../../../core/durations.ts'
import { type Outcome, refuse } from '../../../core/outcome.ts'
import { allow } from '../../../platform/rate-limit/rate-limit.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type StartRefusal, startCharge } from './start-charge.ts'

/**
 * Charges that a customer may request at once; after that, five a minute. Each costs several calls to the provider, and when
 * the provider limits us it affects every customer.
 */
const CHARGES_PER_HOUR = 300

export type OwnChargeRefusal = StartRefusal | 'too_many'

/** Starts a charge that a customer requests. Charges by a payer's link are limited by that link instead. */
export async function startOwnCharge(
  deps: PaymentsDeps,
  asked: Parameters<typeof startCharge>[1],
): Promise<Outcome<{ chargeId: string }, OwnChargeRefusal>> {
  return (await mayRequestCharge(deps, asked.viewer)) ? startCharge(deps, asked) : refuse('too_many')
}

/** Counts a customer's request for a charge. @returns false when there were too many */
export async function mayRequestCharge(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  { id }: { id: string },
): Promise<boolean> {
  const limit = { limit: CHARGES_PER_HOUR, window: HOUR }
  return (await allow(database, { ...limit, key: `own-charge:${id}`, now: clock.now() })).allowed
}
