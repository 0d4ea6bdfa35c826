import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { decideRefund } from '../domain/returns.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { fitParts, refundStateOf } from './refund-state.ts'
import { moveRefund, refundsOfPayment } from './store.server.ts'

/**
 * Lets the held refunds of a payment go on that are certain by now, each with what is left of its claims. The payment must
 * be locked.
 */
export async function releaseHeldRefunds(
  tx: Transaction,
  payment: PaymentRow,
  deps: Pick<PaymentsDeps, 'enqueue' | 'newId'>,
): Promise<void> {
  for (const refund of await refundsOfPayment(tx, payment.id)) {
    if (refund.status !== 'held') continue
    const { unattributed, ...state } = await refundStateOf(tx, { payment, refund })
    const decision = decideRefund({ ...state, unclear: unattributed })
    if (decision.kind === 'nothing') await moveRefund(tx, refund, 'given_up', { lastError: 'came_back' })
    if (decision.kind !== 'refund') continue
    await fitParts(tx, { payment, refund, amount: decision.amount })
    // Under a new key: the amount may be another one than was sent before.
    const anew = { amount: decision.amount, idempotencyKey: deps.newId(), sentAt: null, lastError: null }
    await moveRefund(tx, refund, 'requested', anew)
    await deps.enqueue(tx, 'refunds.issue', { refundId: refund.id })
  }
}
