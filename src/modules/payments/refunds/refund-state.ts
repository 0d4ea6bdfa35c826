import { type Centavos, sum } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type RefundState, spreadOver } from '../domain/returns.ts'
import { totalOf } from '../domain/settlement.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { attributedInstalments, claimsOf, replaceAttributions } from './claims-store.server.ts'
import { activeRefundsOf, instalmentsOfRefund, type RefundRow } from './store.server.ts'

/** Target of a refund: a credit, instalments, or without either the look-up that was paid for. */
export interface RefundTarget {
  creditId?: string | null | undefined
  instalmentIds?: readonly string[] | undefined
  /** Centavos of a partial refund. */
  part?: Centavos | undefined
}

/** Returns the state of a stored refund, or of a new one for a target. The payment must be locked. */
export async function refundStateOf(
  executor: Executor,
  { payment, refund, target }: { payment: PaymentRow; refund?: RefundRow; target?: RefundTarget },
): Promise<RefundState> {
  const except = refund?.id
  const {
    creditId,
    instalmentIds = [],
    part,
  }: RefundTarget = target ?? (refund ? await targetOf(executor, refund) : {})
  const isOwn = (claim: { id: string; kind: string }) => {
    if (creditId) return claim.id === creditId
    return instalmentIds.length > 0 ? instalmentIds.includes(claim.id) : claim.kind === 'sale'
  }
  const active = await claimsOf(executor, payment, { counting: 'active', except })
  const done = await claimsOf(executor, payment, { counting: 'done', except })
  const recorded = (await activeRefundsOf(executor, payment.id)).filter(({ id }) => id !== except)
  const own = sum(active.filter(isOwn).map(({ rest }) => rest))
  return {
    wanted: part ?? own,
    own,
    others: sum(done.filter((claim) => !isOwn(claim)).map(({ rest }) => rest)),
    unattributed: sum(recorded.map(({ unattributed }) => unattributed)),
    // Refunds that are requested but not sent are decided again when they are sent; the claims keep them apart.
    left:
      payment.amount - totalOf(recorded.filter(({ status, sentAt }) => status === 'done' || sentAt !== null)),
  }
}

/** Adjusts the parts of a partial refund to another amount. The payment must be locked. */
export async function fitParts(
  tx: Executor,
  { payment, refund, amount }: { payment: PaymentRow; refund: RefundRow; amount: Centavos },
): Promise<void> {
  const { part, instalmentIds = [] } = await targetOf(tx, refund)
  if (part === undefined || amount === refund.amount) return
  const claims = await claimsOf(tx, payment, { counting: 'active', except: refund.id })
  const parts = spreadOver(
    amount,
    claims.filter(({ id }) => instalmentIds.includes(id)),
  )
  const attributions = parts.map(({ claim, amount: given }) => ({ instalmentId: claim.id, amount: given }))
  await replaceAttributions(tx, refund.id, attributions)
}

/**
 * Returns the claims that a stored refund returns, in full or in part. For a sale paid immediately it is always the refund's own amount:
 * no instalment shows whether that was all of it.
 */
export async function targetOf(executor: Executor, refund: RefundRow): Promise<RefundTarget> {
  const inFull = await instalmentsOfRefund(executor, refund.id)
  const inPart = await attributedInstalments(executor, refund.id)
  const isPart = refund.creditId === null && inFull.length === 0
  const part = isPart ? refund.amount : undefined
  return { creditId: refund.creditId, instalmentIds: [...inFull, ...inPart], part }
}
