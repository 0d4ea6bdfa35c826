import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { decideRefund } from '../domain/returns.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { failRefund } from './fail-refund.ts'
import { fitParts, refundStateOf } from './refund-state.ts'
import { moveRefund, type RefundRow, refundsOfPayment } from './store.server.ts'

/**
 * Lets the held refunds of a payment go on that are certain by now, each with what is left of its claims. One of which a
 * bank took the money fails, so that a person sees it. The payment must be locked.
 */
export async function releaseHeldRefunds(
  tx: Transaction,
  payment: PaymentRow,
  deps: Pick<PaymentsDeps, 'enqueue' | 'newId'>,
): Promise<void> {
  for (const refund of await refundsOfPayment(tx, payment.id)) {
    if (refund.status !== 'held') continue
    const { unattributed: unclear, ...state } = await refundStateOf(tx, { payment, refund })
    const decision = decideRefund({ ...state, unclear })
    if (decision.kind === 'nothing') await endHeld(tx, { refund, missing: state.own - unclear })
    if (decision.kind !== 'refund') continue
    await fitParts(tx, { payment, refund, amount: decision.amount })
    // Under a new key: the amount may be another one than was sent before.
    const anew = { amount: decision.amount, idempotencyKey: deps.newId(), sentAt: null, lastError: null }
    await moveRefund(tx, refund, 'requested', anew)
    await deps.enqueue(tx, 'refunds.issue', { refundId: refund.id })
  }
}

/**
 * Its money came back already; or a bank took it, which the team decides: a dispute that is won later brings it back.
 *
 * @param missing centavos of its claims that certainly have not come back
 */
async function endHeld(
  tx: Transaction,
  { refund, missing }: { refund: RefundRow; missing: Centavos },
): Promise<void> {
  if (missing > 0) await failRefund(tx, { refund, lastError: 'nothing_left' })
  else await moveRefund(tx, refund, 'given_up', { lastError: 'came_back' })
}
