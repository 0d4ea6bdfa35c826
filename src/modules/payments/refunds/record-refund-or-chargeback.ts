import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockOpenCreditsOf, splitCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { totalOf } from '../domain/settlement.ts'
import { paidWith, refundInstalmentsPaidWith } from '../instalments/store.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { completeRefund } from './complete-refund.ts'
import { activeRefundsOf, insertRefund } from './store.server.ts'

/**
 * Money that went back without our asking: refunded at the provider's panel, or, what was left of it, taken by a bank.
 * It is taken from the customer's open credits of that payment first. What was refunded whole, at once or
 * in parts, frees the instalments; after a charge-back they stay paid until a person decides.
 */
export async function recordRefundOrChargeback(
  tx: Transaction,
  payment: PaymentRow,
  deps: PaymentsDeps,
): Promise<void> {
  await recordReturn(tx, { payment, origin: 'panel', returned: payment.refunded }, deps)
  if (isRefundedWhole(payment)) await refundInstalmentsPaidWith(tx, payment.id)
  if (payment.state === 'charged_back')
    await recordReturn(tx, { payment, origin: 'chargeback', returned: payment.amount }, deps)
}

/** @param returned centavos in all, of which what is written down, or being asked for, is not written again */
async function recordReturn(
  tx: Transaction,
  { payment, origin, returned }: { payment: PaymentRow; origin: 'panel' | 'chargeback'; returned: Centavos },
  deps: PaymentsDeps,
): Promise<void> {
  let left: Centavos = returned - totalOf(await activeRefundsOf(tx, payment.id))
  if (left <= 0) return
  const give = async (amount: Centavos, of: { creditId?: string; instalmentIds?: readonly string[] }) => {
    left -= amount
    const facts = { payment, amount, origin, reason: origin, ...of }
    await completeRefund(tx, { refund: await insertRefund(tx, facts, deps), payment }, deps)
  }
  for (const credit of await lockOpenCreditsOf(tx, payment.id)) {
    const part = Math.min(credit.amount, left)
    if (part > 0) await give(part, { creditId: (await splitCredit(tx, { credit, part }, deps)).id })
  }
  if (left <= 0) return
  const instalmentIds = isRefundedWhole(payment) ? (await paidWith(tx, payment.id)).map(({ id }) => id) : []
  await give(left, { instalmentIds })
}

const isRefundedWhole = ({ amount, refunded }: PaymentRow) => refunded === amount
