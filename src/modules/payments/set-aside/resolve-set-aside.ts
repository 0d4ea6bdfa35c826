import { isUuid } from '../../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { readRaw } from './raw-store.server.ts'
import { confirmOpen, findSetAside, resolveOpen } from './store.server.ts'

/**
 * Resolves a set-aside payment by the decision of a person who dealt with its money elsewhere: nothing is booked. It is set
 * aside again as soon as the provider's report changes, unless it belongs to another shop.
 *
 * @param seen what the person saw of it (`MoneyItem`); undefined where nothing was shown
 * @returns the provider's id of it. Refuses `not_open` for one that is resolved or booked, and `changed_meanwhile` for one of which
 *   something else was reported since
 */
export async function resolveSetAside(
  tx: Transaction,
  {
    setAsideId,
    by,
    reason,
    seen,
  }: { setAsideId: string; by: string; reason: string; seen?: string | undefined },
  { clock }: Pick<PaymentsDeps, 'clock'>,
): Promise<Outcome<string, 'not_open' | 'changed_meanwhile'>> {
  const resolved = await resolveOpen(tx, { id: setAsideId, by, reason, seen, now: clock.now() })
  return resolved.ok ? ok(resolved.value.providerId) : resolved
}

/**
 * Confirms, by a person's decision, that a set-aside payment is this shop's although its charge is unknown here, for example
 * after a back-up was restored. It is booked with the next try, as a credit.
 *
 * @returns the provider's id of it. Refuses `not_open` for any other, or when a decision was already made
 */
export async function confirmSetAside(
  tx: Transaction,
  { setAsideId, by }: { setAsideId: string; by: string; reason: string },
  { clock }: Pick<PaymentsDeps, 'clock'>,
): Promise<Outcome<string, 'not_open'>> {
  const confirmed = await confirmOpen(tx, { id: setAsideId, by, now: clock.now() })
  return confirmed.ok ? ok(confirmed.value.providerId) : confirmed
}

/**
 * Returns the provider's payloads of a set-aside payment, unchanged, oldest first. They contain personal data of the
 * payer: they are shown to the team by an audited action, and never logged.
 */
export async function rawOfSetAside(
  tx: Transaction,
  { setAsideId }: { setAsideId: string },
  { cipher }: Pick<PaymentsDeps, 'cipher'>,
): Promise<Outcome<{ seenAt: Date; text: string }[], 'not_found'>> {
  const found = isUuid(setAsideId) ? await findSetAside(tx, setAsideId) : undefined
  return found ? ok(await readRaw(tx, { cipher, ...found })) : refuse('not_found')
}
