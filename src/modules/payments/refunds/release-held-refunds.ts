import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { cameBack } from '../domain/refund.ts'
import { type AttributedReturn, decideRefund, isAnswered, type SentPart } from '../domain/returns.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { attributedInstalments, claimsOf } from './claims-store.server.ts'
import { failRefund } from './fail-refund.ts'
import { fitParts, refundStateOf, targetOf } from './refund-state.ts'
import { moveRefund, type RefundRow, refundsOfPayment } from './store.server.ts'

/**
 * Releases the held refunds of a payment that are now certain, each with the rest of its claims. A refund that was carried out
 * is closed; a refund whose money a bank took fails, so that a person sees it. The payment must be locked.
 */
export async function releaseHeldRefunds(
  tx: Transaction,
  payment: PaymentRow,
  deps: Pick<PaymentsDeps, 'enqueue' | 'newId'>,
): Promise<void> {
  for (const refund of await refundsOfPayment(tx, payment.id)) {
    if (refund.status !== 'held') continue
    if (await isCarriedOut(tx, { payment, refund })) {
      await moveRefund(tx, refund, 'given_up', { lastError: cameBack })
      continue
    }
    const state = await refundStateOf(tx, { payment, refund })
    const decision = decideRefund(state)
    if (decision.kind === 'nothing') await endHeld(tx, { refund, missing: state.own - state.unattributed })
    if (decision.kind !== 'refund') continue
    await fitParts(tx, { payment, refund, amount: decision.amount })
    // One that was sent gets a new key, because the amount may differ. One that was not keeps its key: if a back-up was restored that only
    // knew that it was requested, its provider reports it.
    const newKey = refund.sentAt ? { idempotencyKey: deps.newId(), sentAt: null } : {}
    await moveRefund(tx, refund, 'requested', { amount: decision.amount, lastError: null, ...newKey })
    await deps.enqueue(tx, 'refunds.issue', { refundId: refund.id })
  }
}

/**
 * Whether a partial refund was carried out although its answer was lost (`isAnswered`). For a full refund the claims show it: nothing
 * is left of them.
 */
async function isCarriedOut(
  tx: Transaction,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
): Promise<boolean> {
  const sent = await sentPartOf(tx, refund)
  if (!sent) return false
  const [answered, returns]: [SentPart[], AttributedReturn[]] = [[], []]
  for (const other of await refundsOfPayment(tx, payment.id)) {
    if (other.amount !== refund.amount) continue
    const { id, origin, status, lastError, unattributed, creditId, createdAt: recordedAt } = other
    const part = status === 'given_up' && lastError === cameBack ? await sentPartOf(tx, other) : undefined
    if (part) answered.push(part)
    if (origin === 'panel' && status === 'done' && unattributed === 0 && !creditId)
      returns.push({ recordedAt, instalmentIds: await attributedInstalments(tx, id) })
  }
  const claims = await claimsOf(tx, payment, { counting: 'done' })
  const isLeft = (instalmentId: string) => claims.some(({ id, rest }) => id === instalmentId && rest > 0)
  return isAnswered({ refund: sent, answered, returns, isLeft })
}

async function sentPartOf(tx: Transaction, refund: RefundRow): Promise<SentPart | undefined> {
  const { part, instalmentIds = [] } = await targetOf(tx, refund)
  return part === undefined || !refund.sentAt ? undefined : { sentAt: refund.sentAt, instalmentIds }
}

/**
 * Ends a held refund without money: it was already returned, or a bank took it, which the team decides: a dispute that
 * is won later brings it back.
 *
 * @param missing centavos of its claims that certainly have not been returned
 */
async function endHeld(
  tx: Transaction,
  { refund, missing }: { refund: RefundRow; missing: Centavos },
): Promise<void> {
  if (missing > 0) await failRefund(tx, { refund, lastError: 'nothing_left' })
  else await moveRefund(tx, refund, 'given_up', { lastError: cameBack })
}
