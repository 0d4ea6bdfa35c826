import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { publishMoneyChanged } from '../instalments/publish-money-changed.ts'
import { markRefunded } from '../instalments/store.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { claimsOf } from './claims-store.server.ts'

/** Marks instalments as refunded when all of their money was returned, and publishes that to their orders. */
export async function recordRefunded(
  tx: Transaction,
  instalmentIds: readonly string[],
  deps: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  await publishMoneyChanged(tx, await markRefunded(tx, instalmentIds), deps)
}

/**
 * Marks the instalments of a payment as refunded of which nothing is left. The payment must be locked with everything
 * that it paid.
 */
export async function recordWhollyReturned(
  tx: Transaction,
  payment: PaymentRow,
  deps: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const claims = await claimsOf(tx, payment, { counting: 'done' })
  const whole = claims.filter(({ kind, rest }) => kind === 'instalment' && rest <= 0)
  await recordRefunded(
    tx,
    whole.map(({ id }) => id),
    deps,
  )
}
