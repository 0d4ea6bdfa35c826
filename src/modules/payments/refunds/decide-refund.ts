import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { lockOpenCredit, moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { purposeOf } from '../domain/charge.ts'
import { decideRefund as decide } from '../domain/returns.ts'
import { lockRefundAndPayment } from './lock-payment.ts'
import { recordWhollyReturned } from './record-refunded.ts'
import { refundStateOf } from './refund-state.ts'
import { moveRefund, type RefundRow } from './store.server.ts'

/**
 * Decides a refund that the provider refused: `retry` requests it again under its key, which is another one only if it cannot have
 * happened under the former (`failRefund`); otherwise it is given up, because the team settled it in another way.
 *
 * @returns centavos of the refund
 */
export async function decideRefund(
  tx: Transaction,
  { refundId, retry }: { refundId: string; retry: boolean },
  deps: Pick<PaymentsDeps, 'clock' | 'enqueue' | 'newId' | 'publish'>,
): Promise<Outcome<Centavos, 'not_failed' | 'too_much' | 'unattributed_return'>> {
  const locked = await lockRefundAndPayment(tx, refundId)
  if (locked?.refund.status !== 'failed') return refuse('not_failed')
  const { refund, payment } = locked
  if (!retry) {
    await moveRefund(tx, refund, 'given_up')
    await recordWhollyReturned(tx, payment, deps)
    await publishGivenUp(tx, refund, deps)
    return ok(refund.amount)
  }
  const decision = decide(await refundStateOf(tx, { payment, refund }))
  if (decision.kind === 'hold') return refuse('unattributed_return')
  if (decision.kind !== 'refund' || decision.amount < refund.amount) return refuse('too_much')
  if (refund.creditId) {
    if (!(await lockOpenCredit(tx, refund.creditId))) return refuse('too_much')
    await moveCredit(tx, refund.creditId, 'refunding')
  }
  await moveRefund(tx, refund, 'requested', { lastError: null })
  await deps.enqueue(tx, 'refunds.issue', { refundId })
  return ok(refund.amount)
}

/** Publishes that the price of a look-up stays, because its refund was given up. */
async function publishGivenUp(
  tx: Transaction,
  { chargeId, creditId }: RefundRow,
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  if (!chargeId || creditId) return
  const charge = await findCharge(tx, chargeId)
  const purpose = charge && purposeOf(charge)
  if (purpose?.kind === 'consultation') await publish(tx, 'charge-refund.given-up', { chargeId, purpose })
}
