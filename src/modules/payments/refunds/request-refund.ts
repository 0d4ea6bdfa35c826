import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type CreditRow, moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundOrigin } from '../domain/refund.ts'
import { totalOf } from '../domain/settlement.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { activeRefundsOf, insertRefund } from './store.server.ts'

export type RefundRefusal =
  /** Its money has not been received. */
  | 'not_paid'
  /** More than the refundable amount. */
  | 'too_much'

/** Centavos of a payment that are neither refunded nor requested. */
export async function refundableAmount(
  tx: Transaction,
  payment: Pick<PaymentRow, 'id' | 'amount'>,
): Promise<Centavos> {
  return payment.amount - totalOf(await activeRefundsOf(tx, payment.id))
}

/**
 * Stores a refund request and enqueues the job that issues it, in the caller's transaction. The payment must be locked.
 *
 * @param amount centavos
 * @param credit the open credit to refund in full
 * @param instalmentIds the instalments to refund in full; without them and without a credit it is a partial refund
 * @param by id of the customer who withdrew, or of the team member who decided
 * @returns the refund's id
 */
export async function requestRefund(
  tx: Transaction,
  {
    payment,
    amount,
    credit,
    instalmentIds,
    ...decision
  }: {
    payment: PaymentRow
    amount: Centavos
    credit?: CreditRow | undefined
    instalmentIds?: readonly string[] | undefined
    origin: RefundOrigin
    reason: string
    by?: string | undefined
  },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<string, RefundRefusal>> {
  if (!payment.receivedAt) return refuse('not_paid')
  if (amount <= 0 || amount > (await refundableAmount(tx, payment))) return refuse('too_much')
  const refund = await insertRefund(
    tx,
    { payment, amount, creditId: credit?.id, instalmentIds, ...decision },
    deps,
  )
  if (credit) await moveCredit(tx, credit.id, 'refunding')
  await deps.enqueue(tx, 'refunds.issue', { refundId: refund.id })
  return ok(refund.id)
}
