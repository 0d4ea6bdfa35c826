import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCharge } from '../charges/store.server.ts'
import { lockOpenCreditsOf } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundOrigin } from '../domain/refund.ts'
import { totalOf } from '../domain/settlement.ts'
import { lockChargeLines } from '../instalments/charge-lines-store.server.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { lockPayment, settlingPaymentOf } from '../payments/store.server.ts'
import { type RefundRefusal, refundableAmount, requestRefund } from './request-refund.ts'

/**
 * Requests the refund of a charge: everything that is left of it, including its credits, which refunds its instalments;
 * or a partial `amount`, which leaves its instalments paid.
 *
 * @returns centavos requested
 */
export async function refundCharge(
  tx: Transaction,
  {
    chargeId,
    amount,
    ...decision
  }: {
    chargeId: string
    amount?: Centavos | undefined
    origin: RefundOrigin
    reason: string
    by?: string | undefined
  },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<Centavos, RefundRefusal | 'not_found'>> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge) return refuse('not_found')
  await lockChargeLines(tx, charge)
  const settling = await settlingPaymentOf(tx, charge)
  const payment = settling && (await lockPayment(tx, settling.id))
  if (!payment) return refuse('not_paid')
  const credits = await lockOpenCreditsOf(tx, payment.id)
  const left = await refundableAmount(tx, payment)
  const applied = left - totalOf(credits)
  if (amount !== undefined && amount > applied) return refuse('too_much')

  if (amount !== undefined && amount < left) {
    const refund = await requestRefund(tx, { ...decision, payment, amount }, deps)
    return refund.ok ? ok(amount) : refund
  }
  if (left <= 0) return refuse('too_much')
  for (const credit of credits) {
    await requestRefund(tx, { ...decision, payment, amount: credit.amount, credit }, deps)
  }
  const instalmentIds = (await instalmentsPaidWith(tx, payment.id)).map(({ id }) => id)
  if (applied > 0) await requestRefund(tx, { ...decision, payment, amount: applied, instalmentIds }, deps)
  return ok(left)
}
