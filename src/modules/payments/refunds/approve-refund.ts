import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { findCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  type ApprovalKind,
  approvalWindowStart,
  needsApproval,
  type RefundDetails,
} from '../domain/approval.ts'
import { ownerOfOrder } from '../instalments/store.server.ts'
import { notifyTeamOfApproval } from '../notify-team.ts'
import {
  type ApprovalRow,
  decideApproval,
  insertApproval,
  lockApproval,
  lockUnapproved,
  unapprovedRefundsOf,
} from './approvals-store.server.ts'
import { refundCharge } from './refund-charge.ts'
import { refundCredit } from './refund-credit.ts'
import { type OrderRefund, refundOrder } from './refund-order.ts'

/** Result of a refund request by a member: the refund is requested, or another member has to approve it. */
export interface TeamRefund {
  /** Centavos. */
  amount: Centavos
  /** Part of the amount that is held until returned money is attributed. */
  held: Centavos
  /** Id of the approval that it needs. */
  approvalId?: string
}

type Deps = Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId' | 'approvalAbove'>
type RequestDeps = Deps & Pick<PaymentsDeps, 'send' | 'teamEmail' | 'links'>

interface TeamRefundRequest extends RefundDetails {
  kind: ApprovalKind
  /** Id of the charge, the credit or the order. */
  subjectId: string
  /** For a charge: centavos left of its payment, as shown to the member who requested the refund. */
  seenRest?: Centavos | undefined
  by: string
  reason: string
}

/**
 * Requests a refund on behalf of a member of the team. Up to the configured amount it is requested at once; above it, alone
 * or with the customer's other recent refunds, or for a member who is the customer, the request is stored unchanged, the team is notified, and another member has to approve it.
 * Refuses as the refund itself would, and `already_asked` when a request for the same subject is open.
 */
export async function requestTeamRefund(
  tx: Transaction,
  request: TeamRefundRequest,
  deps: RequestDeps,
): Promise<Outcome<TeamRefund, RefundRefused | 'already_asked'>> {
  const { kind, subjectId, by, reason, seenRest: _, ...ask } = request
  const userId = await ownerOf(tx, request)
  const tried = await inSavepoint(tx, async (inner) => {
    const refunded = await refund(inner, request, deps)
    if (!refunded.ok) return { refunded, isKept: false }
    if (deps.approvalAbove === undefined || refunded.value.amount === 0) return { refunded, isKept: true }
    const unapproved = userId === null ? refunded.value.amount : await unapprovedOf(inner, userId, deps)
    return { refunded, isKept: userId !== by && !needsApproval(unapproved, deps.approvalAbove) }
  })
  if (!tried.refunded.ok) return tried.refunded
  const { amount, held } = tried.refunded.value
  if (tried.isKept) return ok({ amount, held })
  const approvalId = deps.newId()
  const isNew = await insertApproval(tx, {
    id: approvalId,
    kind,
    subjectId,
    amount,
    ask,
    reason,
    userId,
    requestedBy: by,
    requestedAt: deps.clock.now(),
  })
  if (!isNew) return refuse('already_asked')
  await notifyTeamOfApproval(tx, { what: 'refund', amount }, deps)
  return ok({ amount, held: 0, approvalId })
}

/** Centavos refunded to a customer without approval, including what this transaction requested. */
async function unapprovedOf(
  tx: Transaction,
  userId: string,
  { clock }: Pick<Deps, 'clock'>,
): Promise<Centavos> {
  await lockUnapproved(tx, { kind: 'refund', userId })
  return unapprovedRefundsOf(tx, { userId, since: approvalWindowStart(clock.now()) })
}

export type ApprovalRefusal =
  | RefundRefused
  | 'not_open'
  /** Members cannot approve their own requests, nor refunds of their own money. */
  | 'own_request'
  /** The refundable amount is now lower than the requested one. */
  | 'changed_meanwhile'

/**
 * Approves a refund, by another member, and requests it exactly as stored; or declines it, which the requester may also do.
 *
 * @returns centavos requested or held; 0 when it is declined
 */
export async function decideRefundApproval(
  tx: Transaction,
  { approvalId, approve, by }: { approvalId: string; approve: boolean; by: string },
  deps: Deps,
): Promise<Outcome<Centavos, ApprovalRefusal>> {
  const row = isUuid(approvalId) ? await lockApproval(tx, approvalId) : undefined
  if (!row) return refuse('not_open')
  const decision = { id: row.id, decidedBy: by, decidedAt: deps.clock.now(), isApproved: approve }
  if (!approve) {
    await decideApproval(tx, decision)
    return ok(0)
  }
  if (row.requestedBy === by || row.userId === by) return refuse('own_request')
  const { refunded, isKept } = await inSavepoint(tx, async (inner) => {
    const done = await refund(inner, requestOf(row), deps)
    return { refunded: done, isKept: done.ok && done.value.amount === row.amount }
  })
  if (!refunded.ok) return refunded
  if (!isKept) return refuse('changed_meanwhile')
  await decideApproval(tx, decision)
  return ok(refunded.value.amount)
}

function requestOf({ kind, subjectId, ask, requestedBy, reason }: ApprovalRow): TeamRefundRequest {
  return { ...ask, kind, subjectId, by: requestedBy, reason }
}

type RefundRefused = Extract<
  Awaited<ReturnType<typeof refundCharge>> | Awaited<ReturnType<typeof refundCredit>>,
  { ok: false }
>['code']

async function refund(
  tx: Transaction,
  { kind, subjectId, amount, instalmentIds, seenRest, isOurs, by, reason }: TeamRefundRequest,
  deps: Deps,
): Promise<Outcome<{ amount: Centavos; held: Centavos }, RefundRefused>> {
  switch (kind) {
    case 'charge': {
      const what = {
        chargeId: subjectId,
        amount,
        instalmentIds,
        seenRest,
        origin: 'team' as const,
        by,
        reason,
      }
      return whole(await refundCharge(tx, what, deps))
    }
    case 'credit':
      return whole(
        await refundCredit(tx, { creditId: subjectId, ...(isOurs && { isOurs }), by, reason }, deps),
      )
    case 'order': {
      const order: OrderRefund = await refundOrder(
        tx,
        { orderId: subjectId, origin: 'team', by, reason },
        deps,
      )
      return ok({ amount: order.requested + order.held, held: order.held })
    }
    default:
      return kind satisfies never
  }
}

function whole<C extends string>(
  refunded: Outcome<Centavos, C>,
): Outcome<{ amount: Centavos; held: Centavos }, C> {
  return refunded.ok ? ok({ amount: refunded.value, held: 0 }) : refunded
}

async function ownerOf(tx: Transaction, { kind, subjectId }: TeamRefundRequest): Promise<string | null> {
  switch (kind) {
    case 'charge':
      return (await findCharge(tx, subjectId))?.userId ?? null
    case 'credit':
      return (await findCredit(tx, subjectId))?.userId ?? null
    case 'order':
      return ownerOfOrder(tx, subjectId)
    default:
      return kind satisfies never
  }
}

/** Runs work within the transaction, and rolls it back unless its result sets `isKept`. */
async function inSavepoint<T extends { isKept: boolean }>(
  tx: Transaction,
  work: (inner: Transaction) => Promise<T>,
): Promise<T> {
  let result: T | undefined
  const undo = new Error('not kept')
  try {
    return await tx.transaction(async (inner) => {
      result = await work(inner)
      if (!result.isKept) throw undo
      return result
    })
  } catch (err) {
    if (err !== undo || !result) throw err
    return result
  }
}
