import type { Transaction } from '../../../platform/database/database.ts'
import { publishChargeChanged } from '../charges/publish-charge-changed.ts'
import { findCharge, moveCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { wasPaid } from '../domain/charge.ts'
import { publishMoneyChanged } from '../instalments/publish-money-changed.ts'
import { markRefunded } from '../instalments/store.server.ts'
import { type PaymentRow, settlingPaymentOf } from '../payments/store.server.ts'
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
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'publish'>,
): Promise<void> {
  const claims = await claimsOf(tx, payment, { counting: 'done' })
  const whole = claims.filter(({ kind, rest }) => kind === 'instalment' && rest <= 0)
  await recordRefunded(
    tx,
    whole.map(({ id }) => id),
    deps,
  )
  await recordPriceReturned(tx, payment, deps)
}

/**
 * Marks the charge of a look-up as refunded when its whole price was returned, and publishes that: a provider that has more than the
 * price, because more was paid, never reports it as refunded. The payment must be locked with everything that it paid.
 */
export async function recordPriceReturned(
  tx: Transaction,
  payment: PaymentRow,
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'publish'>,
): Promise<void> {
  const charge = payment.chargeId ? await findCharge(tx, payment.chargeId) : undefined
  if (charge?.purpose !== 'consultation' || !wasPaid(charge.status)) return
  if ((await settlingPaymentOf(tx, charge))?.id !== payment.id) return
  const claims = await claimsOf(tx, payment, { counting: 'done' })
  if (claims.some(({ kind }) => kind === 'sale')) return
  await moveCharge(tx, { charge, to: 'refunded', cause: 'refund' }, deps)
  await publishChargeChanged(tx, charge, deps)
}
