import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCreditAndPayment } from '../credits/lock-credit.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type RefundRefusal, requestRefund } from './request-refund.ts'

/**
 * Gives a credit back to its payer, whole.
 *
 * @param by the team member who decided, `reason` why
 * @returns centavos that were asked back
 */
export async function refundCredit(
  tx: Transaction,
  { creditId, by, reason }: { creditId: string; by: string; reason: string },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<Centavos, RefundRefusal | 'not_open'>> {
  const locked = await lockCreditAndPayment(tx, creditId)
  if (!locked) return refuse('not_open')
  const { payment, credit } = locked
  const { amount } = credit
  const refund = await requestRefund(tx, { payment, credit, amount, origin: 'team', reason, by }, deps)
  return refund.ok ? ok(amount) : refund
}
