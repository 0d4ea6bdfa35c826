import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCredit, moveCredit, takeFromCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { chargebackAttributed } from '../domain/movements.ts'
import { post } from '../ledger/post.server.ts'
import { chargebacksOf, insertSplitRefund, type RefundRow } from './store.server.ts'

/**
 * Leaves a credit no more than its refund can return: a bank took the rest while the refund waited, and has it of this credit. A dispute
 * that is won opens that part again. What may have gone back already, because other returned money of the payment is not attributed, stays
 * an open credit until it is. The payment must be locked.
 *
 * @param amount centavos that the refund returns; 0 when it ends without money
 */
export async function fitCredit(
  tx: Transaction,
  { refund, amount }: { refund: RefundRow; amount: Centavos },
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<void> {
  const { creditId, paymentId } = refund
  if (!creditId) return
  for (const chargeback of await chargebacksOf(tx, paymentId)) {
    const credit = await findCredit(tx, creditId)
    if (chargeback.creditId || credit?.status !== 'refunding') continue
    const part = Math.min(chargeback.amount, credit.amount - amount)
    if (part <= 0) continue
    const taken = await takeFromCredit(tx, { credit, amount: part }, deps)
    await moveCredit(tx, taken, 'refunded', {
      resolvedAt: deps.clock.now(),
      resolution: chargeback.reason,
    })
    const id = await insertSplitRefund(tx, { refund: chargeback, part, creditId: taken }, deps)
    await post(tx, { movement: chargebackAttributed(part), key: `taken:${id}` }, deps)
  }
  const credit = await findCredit(tx, creditId)
  if (credit?.status !== 'refunding' || credit.amount <= amount) return
  await moveCredit(tx, await takeFromCredit(tx, { credit, amount: credit.amount - amount }, deps), 'open')
}
