import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCreditAndPayment } from '../credits/lock-credit.ts'
import type { PaymentsDeps } from '../deps.ts'
import { needsConfirmation } from '../domain/ownership.ts'
import { type RefundRefusal, requestRefund } from './request-refund.ts'

/**
 * Requests the full refund of a credit. Refuses `not_confirmed` without `isOurs` for money whose charge is unknown here.
 *
 * @param isOurs the team member states that the money belongs to this shop
 * @param by id of the team member who decided
 * @returns centavos requested
 */
export async function refundCredit(
  tx: Transaction,
  { creditId, isOurs, by, reason }: { creditId: string; isOurs?: boolean; by: string; reason: string },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<Centavos, RefundRefusal | 'not_open' | 'not_confirmed'>> {
  const locked = await lockCreditAndPayment(tx, creditId)
  if (!locked) return refuse('not_open')
  if (!isOurs && needsConfirmation(locked.payment)) return refuse('not_confirmed')
  const decision = { origin: 'team' as const, reason, by, ifUnclear: 'refuse' as const }
  const refund = await requestRefund(tx, { ...locked, ...decision }, deps)
  return refund.ok ? ok(refund.value.amount) : refund
}
