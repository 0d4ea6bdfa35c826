import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockOpenCreditsOf, splitCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { totalOf } from '../domain/settlement.ts'
import { instalmentsPaidWith, refundInstalmentsPaidWith } from '../instalments/store.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { completeRefund } from './complete-refund.ts'
import { activeRefundsOf, insertRefund } from './store.server.ts'

/**
 * Records money that was returned without our request: refunds at the provider's panel, then a chargeback of the rest.
 * They are taken from the payment's open credits first. A full refund, at once or in parts, marks the instalments as
 * refunded; after a chargeback they stay paid until the team decides.
 */
export async function recordRefundOrChargeback(
  tx: Transaction,
  payment: PaymentRow,
  deps: PaymentsDeps,
): Promise<void> {
  await recordReturn(tx, { payment, origin: 'panel', returned: payment.refunded }, deps)
  if (isFullyRefunded(payment)) await refundInstalmentsPaidWith(tx, payment.id)
  if (payment.state === 'charged_back')
    await recordReturn(tx, { payment, origin: 'chargeback', returned: payment.amount }, deps)
}

/** @param returned total centavos; the part already recorded or requested is not recorded again */
async function recordReturn(
  tx: Transaction,
  { payment, origin, returned }: { payment: PaymentRow; origin: 'panel' | 'chargeback'; returned: Centavos },
  deps: PaymentsDeps,
): Promise<void> {
  let left: Centavos = returned - totalOf(await activeRefundsOf(tx, payment.id))
  if (left <= 0) return
  const recordPart = async (
    amount: Centavos,
    of: { creditId?: string; instalmentIds?: readonly string[] },
  ) => {
    left -= amount
    const facts = { payment, amount, origin, reason: origin, ...of }
    await completeRefund(tx, { refund: await insertRefund(tx, facts, deps), payment }, deps)
  }
  for (const credit of await lockOpenCreditsOf(tx, payment.id)) {
    const part = Math.min(credit.amount, left)
    if (part > 0) await recordPart(part, { creditId: (await splitCredit(tx, { credit, part }, deps)).id })
  }
  if (left <= 0) return
  const instalmentIds = isFullyRefunded(payment)
    ? (await instalmentsPaidWith(tx, payment.id)).map(({ id }) => id)
    : []
  await recordPart(left, { instalmentIds })
}

const isFullyRefunded = ({ amount, refunded }: PaymentRow) => refunded === amount
