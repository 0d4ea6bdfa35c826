import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCreditAndPayment } from '../credits/lock-credit.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type RefundRefusal, requestRefund } from './request-refund.ts'

/**
 * Requests the full refund of a credit.
 *
 * @param by id of the team member who decided
 * @returns centavos requested
 */
export async function refundCredit(
  tx: Transaction,
  { creditId, by, reason }: { creditId: string; by: string; reason: string },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<Centavos, RefundRefusal | 'not_open'>> {
  const locked = await lockCreditAndPayment(tx, creditId)
  if (!locked) return refuse('not_open')
  const decision = { origin: 'team' as const, reason, by, ifUnclear: 'refuse' as const }
  const refund = await requestRefund(tx, { ...locked, ...decision }, deps)
  return refund.ok ? ok(refund.value.amount) : refund
}
