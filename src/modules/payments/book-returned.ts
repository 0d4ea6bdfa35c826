import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { completeRefund } from './complete-refund.ts'
import { lockOpenCreditsOf, splitCredit } from './credits-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { totalOf } from './domain/settlement.ts'
import { freePaidWith, paidWith } from './instalments-store.server.ts'
import type { ProviderPaymentRow } from './provider-payments-store.server.ts'
import { insertRefund, standingRefundsOf } from './refunds-store.server.ts'

/**
 * Money that went back without our asking: refunded at the provider's panel, or, what was left of it, taken by a bank.
 * It is taken from the customer's open credits of that payment first. What was refunded whole, at once or
 * in parts, frees the instalments; after a charge-back they stay paid until a person decides.
 */
export async function bookReturned(
  tx: Transaction,
  payment: ProviderPaymentRow,
  deps: PaymentsDeps,
): Promise<void> {
  await bookReturn(tx, { payment, origin: 'panel', returned: payment.refunded }, deps)
  if (isRefundedWhole(payment)) await freePaidWith(tx, payment.id)
  if (payment.state === 'charged_back')
    await bookReturn(tx, { payment, origin: 'chargeback', returned: payment.amount }, deps)
}

/** @param returned centavos in all, of which what is written down, or being asked for, is not written again */
async function bookReturn(
  tx: Transaction,
  {
    payment,
    origin,
    returned,
  }: { payment: ProviderPaymentRow; origin: 'panel' | 'chargeback'; returned: Centavos },
  deps: PaymentsDeps,
): Promise<void> {
  let left: Centavos = returned - totalOf(await standingRefundsOf(tx, payment.id))
  if (left <= 0) return
  const give = async (amount: Centavos, of: { creditId?: string; paymentIds?: readonly string[] }) => {
    left -= amount
    const facts = { payment, amount, origin, reason: origin, ...of }
    await completeRefund(tx, { refund: await insertRefund(tx, facts, deps), payment }, deps)
  }
  for (const credit of await lockOpenCreditsOf(tx, payment.id)) {
    const part = Math.min(credit.amount, left)
    if (part > 0) await give(part, { creditId: (await splitCredit(tx, { credit, part }, deps)).id })
  }
  if (left <= 0) return
  const paymentIds = isRefundedWhole(payment) ? (await paidWith(tx, payment.id)).map(({ id }) => id) : []
  await give(left, { paymentIds })
}

const isRefundedWhole = ({ amount, refunded }: ProviderPaymentRow) => refunded === amount
