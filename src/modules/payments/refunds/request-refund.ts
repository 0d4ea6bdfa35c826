import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type CreditRow, moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { cameBack, type RefundCause, settledOtherwiseReason } from '../domain/refund.ts'
import { decideRefund, type ReturnPart } from '../domain/returns.ts'
import { totalOf } from '../domain/settlement.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { addAttributions } from './claims-store.server.ts'
import { failRefund } from './fail-refund.ts'
import { type RefundTarget, refundStateOf, targetOf } from './refund-state.ts'
import { insertRefund, refundsOfPayment } from './store.server.ts'

export type RefundRefusal =
  /** Its money has not been received. */
  | 'not_paid'
  /** More than the refundable amount. */
  | 'too_much'
  /** Money of this payment was returned without a stated purpose: attribute it first. */
  | 'unattributed_return'

/** A refund that was requested, or is held until a person has attributed other returned money of its payment. */
export interface RequestedRefund {
  id: string
  amount: Centavos
  isHeld: boolean
}

/**
 * Stores a refund request and enqueues the job that issues it, in the caller's transaction. The payment must be locked.
 * Never exceeds the amount that is certainly left of its target: an uncertain amount is held or refused.
 *
 * @param credit the open credit to refund in full
 * @param instalmentIds the instalments to refund in full
 * @param parts instead of those, the parts of a partial refund
 * @param ifUnclear whether a request is held, or refused, while other returned money is not attributed
 * @param by id of the customer who withdrew, or of the team member who decided
 */
export async function requestRefund(
  tx: Transaction,
  {
    payment,
    credit,
    instalmentIds,
    parts,
    ifUnclear,
    ...decision
  }: {
    payment: PaymentRow
    credit?: CreditRow | undefined
    instalmentIds?: readonly string[] | undefined
    parts?: readonly ReturnPart[] | undefined
    ifUnclear: 'hold' | 'refuse'
    by?: string | undefined
  } & RefundCause,
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<RequestedRefund, RefundRefusal>> {
  if (!payment.receivedAt) return refuse('not_paid')
  const asked = parts ? { instalmentIds: instalmentsIn(parts), part: totalOf(parts) } : { instalmentIds }
  const target = { creditId: credit?.id, ...asked }
  const state = await refundStateOf(tx, { payment, target })
  const { wanted } = state
  const decided = decideRefund(state)
  const isHeld = decided.kind === 'hold'
  if (isHeld && ifUnclear === 'refuse') return refuse('unattributed_return')
  const amount = decided.kind === 'refund' ? decided.amount : isHeld ? wanted : 0
  if (amount <= 0 || wanted > state.own || (parts && amount < wanted)) return refuse('too_much')
  const status = isHeld ? 'held' : 'requested'
  const request = { ...decision, payment, amount, status, creditId: credit?.id, instalmentIds } as const
  const refund = await insertRefund(tx, request, deps)
  const { id } = refund
  if (decision.origin !== 'team' && (await wasSettledOtherwise(tx, { payment, target }))) {
    await failRefund(tx, { refund, lastError: settledOtherwiseReason })
    return ok({ id, amount, isHeld: true })
  }
  if (parts) await addAttributions(tx, id, attributionsOf(parts))
  if (credit) await moveCredit(tx, credit.id, 'refunding')
  // For a held refund, the job queries the provider again, which may resolve the doubt.
  await deps.enqueue(tx, 'refunds.issue', { refundId: id })
  return ok({ id, amount, isHeld })
}

/**
 * Whether the team gave up a refund of the same instalments or credit because it was settled in another way. The same money is then not
 * sent again without a decision by a person. Refunds that were given up because the money had come back do not count.
 */
async function wasSettledOtherwise(
  tx: Transaction,
  { payment, target }: { payment: PaymentRow; target: RefundTarget },
): Promise<boolean> {
  const { creditId, instalmentIds = [] } = target
  for (const refund of await refundsOfPayment(tx, payment.id)) {
    if (refund.status !== 'given_up' || refund.lastError === cameBack) continue
    const before = await targetOf(tx, refund)
    const isSame = creditId
      ? before.creditId === creditId
      : before.instalmentIds?.some((id) => instalmentIds.includes(id))
    if (isSame) return true
  }
  return false
}

const attributionsOf = (parts: readonly ReturnPart[]) =>
  parts
    .filter(({ claim }) => claim.kind === 'instalment')
    .map(({ claim, amount }) => ({ instalmentId: claim.id, amount }))

const instalmentsIn = (parts: readonly ReturnPart[]) =>
  attributionsOf(parts).map(({ instalmentId }) => instalmentId)
