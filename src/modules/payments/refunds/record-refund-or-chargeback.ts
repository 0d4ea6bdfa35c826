import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockOpenCreditsOf, splitCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type ReturnEntry, unrecordedReturns } from '../domain/returns.ts'
import { totalOf } from '../domain/settlement.ts'
import { notifyTeamOfReturn } from '../notify-team.ts'
import { type PaymentRow, updatePayment } from '../payments/store.server.ts'
import { attributeClearReturns } from './attribute-return.ts'
import { completeRefund } from './complete-refund.ts'
import { activeRefundsOf, chargebacksOf, insertRefund, refundsOfPayment } from './store.server.ts'

/**
 * Records money that was returned without our request: refunds at the provider's panel, then a chargeback of the rest, or of a
 * part. Panel refunds without a stated purpose are attributed where there is no doubt, and otherwise need a decision by a person.
 * A chargeback takes the payment's open credits first, and its instalments stay paid until the team decides.
 *
 * @param chargedBack centavos that a bank has taken back, in total
 * @param entries the refunds that the provider lists, if it does
 */
export async function recordRefundOrChargeback(
  tx: Transaction,
  {
    payment,
    chargedBack,
    entries,
  }: { payment: PaymentRow; chargedBack: Centavos; entries: readonly ReturnEntry[] | undefined },
  deps: PaymentsDeps,
): Promise<void> {
  const recorded = await refundsOfPayment(tx, payment.id)
  const returns = unrecordedReturns({ refunded: payment.refunded, entries, recorded })
  for (const { id: providerRefundId, amount } of returns) {
    const facts = { payment, amount, unattributed: amount, origin: 'panel', reason: 'panel' } as const
    const refund = await insertRefund(tx, facts, deps)
    await completeRefund(tx, { refund, payment, providerRefundId }, deps)
  }
  const { unattributed } = await attributeClearReturns(tx, payment, deps)
  if (returns.length > 0 && unattributed > 0)
    await notifyTeamOfReturn(tx, { providerId: payment.providerId, amount: unattributed }, deps)
  if (payment.state === 'charged_back') {
    // The part that is already returned or requested is not recorded again.
    const left = payment.amount - totalOf(await activeRefundsOf(tx, payment.id))
    return recordChargeback(tx, { payment, amount: left }, deps)
  }
  const taken = chargedBack - totalOf(await chargebacksOf(tx, payment.id))
  if (taken <= 0) return
  await recordChargeback(tx, { payment, amount: taken }, deps)
  // The payment's state does not show it, so each part is queued for review when it is found.
  await updatePayment(tx, payment.id, { reviewReason: 'charged_back_in_part', updatedAt: deps.clock.now() })
}

async function recordChargeback(
  tx: Transaction,
  { payment, amount: total }: { payment: PaymentRow; amount: Centavos },
  deps: PaymentsDeps,
): Promise<void> {
  const facts = { payment, origin: 'chargeback', reason: 'chargeback' } as const
  let left = total
  for (const credit of await lockOpenCreditsOf(tx, payment.id)) {
    const amount = Math.min(credit.amount, left)
    if (amount <= 0) break
    left -= amount
    const { id: creditId } = await splitCredit(tx, { credit, part: amount }, deps)
    await completeRefund(
      tx,
      { refund: await insertRefund(tx, { ...facts, amount, creditId }, deps), payment },
      deps,
    )
  }
  if (left <= 0) return
  await completeRefund(
    tx,
    { refund: await insertRefund(tx, { ...facts, amount: left }, deps), payment },
    deps,
  )
}
