import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { type Centavos, sum } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { credits } from '../credits/tables.server.ts'
import type { Claim } from '../domain/returns.ts'
import { totalOf } from '../domain/settlement.ts'
import { instalments } from '../instalments/tables.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { type RefundRow, refundsOfPayment } from './store.server.ts'
import { refundAttributions, refundInstalments } from './tables.server.ts'

/** What is left of an instalment, and the order that it belongs to. */
export interface OwnedClaim extends Claim {
  /** Undefined for a credit and for a sale. */
  orderId: string | undefined
}

interface WhichRefunds {
  /** Refunds that count as money that is back: those done, those sent to the provider as well, or those requested as well. */
  counting: 'done' | 'sent' | 'active'
  /** Id of a refund that does not count. */
  except?: string | undefined
}

/** What a payment's money is for, each with what has not come back of it; a person's decision can only split these. */
export async function claimsOf(
  executor: Executor,
  payment: PaymentRow,
  { counting, except }: WhichRefunds,
): Promise<OwnedClaim[]> {
  const all = await refundsOfPayment(executor, payment.id)
  const counted = all.filter((refund) => refund.id !== except && counts(refund, counting))
  const open = all.filter((refund) => isUndone(refund) && !counted.includes(refund))
  return [
    ...(await instalmentClaims(executor, payment, { counted, open })),
    ...(await creditClaims(executor, payment, counted)),
    ...(await saleClaims(executor, payment, counted)),
  ]
}

function counts({ status, sentAt }: RefundRow, counting: WhichRefunds['counting']): boolean {
  if (status !== 'requested') return status === 'done'
  return counting === 'active' || (counting === 'sent' && sentAt !== null)
}

const isUndone = ({ status }: RefundRow) => status === 'requested' || status === 'held' || status === 'failed'

async function instalmentClaims(
  executor: Executor,
  payment: PaymentRow,
  { counted, open }: { counted: readonly RefundRow[]; open: readonly RefundRow[] },
): Promise<OwnedClaim[]> {
  const rows = await executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.paidWith, payment.id), inArray(instalments.status, ['paid', 'refunded'])))
    .orderBy(asc(instalments.id))
  const inFull = await executor
    .select()
    .from(refundInstalments)
    .where(inArray(refundInstalments.refundId, idsOf(counted)))
  const parts = await executor
    .select()
    .from(refundAttributions)
    .where(inArray(refundAttributions.refundId, idsOf([...counted, ...open])))
  const isOpen = new Set(idsOf(open))
  const of = (id: string, whetherOpen: boolean) =>
    totalOf(parts.filter((part) => part.instalmentId === id && isOpen.has(part.refundId) === whetherOpen))
  const found = rows.map(({ id, orderId, status, paidAmount }) => {
    const isInFull = inFull.some(({ instalmentId }) => instalmentId === id)
    const rest = Math.max(0, (paidAmount ?? 0) - of(id, false))
    return { id, orderId, isPaid: status === 'paid', isWaived: !paidAmount, isInFull, rest }
  })
  const whole = counted.filter(({ id }) => inFull.some(({ refundId }) => refundId === id))
  let beside =
    totalOf(found.flatMap(({ isInFull, rest }) => (isInFull ? [{ amount: rest }] : []))) - totalOf(whole)
  return found.flatMap(({ id, orderId, isPaid, isWaived, isInFull, rest: all }) => {
    // What refunds in full have left out because a part of it was under way is not back before that part is.
    const rest = isInFull ? Math.max(0, Math.min(of(id, true), beside)) : all
    if (isInFull) beside -= rest
    // Nothing of what was waived can come back, but with the others that a refund returns in full.
    const isClaim = isPaid && (!isWaived || isInFull)
    return isClaim ? [{ kind: 'instalment' as const, id, orderId, rest }] : []
  })
}

const idsOf = (refunds: readonly RefundRow[]) => refunds.map(({ id }) => id)

async function creditClaims(
  executor: Executor,
  payment: PaymentRow,
  counted: readonly RefundRow[],
): Promise<OwnedClaim[]> {
  const rows = await executor
    .select()
    .from(credits)
    .where(
      and(eq(credits.paymentId, payment.id), inArray(credits.status, ['open', 'refunding', 'dismissed'])),
    )
    .orderBy(asc(credits.id))
  return rows.map(({ id, amount }) => {
    const isBack = counted.some(({ creditId, origin }) => creditId === id && origin !== 'chargeback')
    return { kind: 'credit', id, orderId: undefined, rest: isBack ? 0 : amount }
  })
}

/** What the payment of a look-up paid for, apart from its credits. */
async function saleClaims(
  executor: Executor,
  payment: PaymentRow,
  counted: readonly RefundRow[],
): Promise<OwnedClaim[]> {
  const charge = payment.chargeId ? await findCharge(executor, payment.chargeId) : undefined
  if (charge?.purpose !== 'consultation' || !payment.receivedAt) return []
  const own = await executor
    .select()
    .from(credits)
    .where(and(eq(credits.paymentId, payment.id), ne(credits.status, 'matched')))
  const back = counted
    .filter(({ creditId, origin }) => creditId === null && origin !== 'chargeback')
    .map(({ amount, unattributed }) => amount - unattributed)
  const rest = payment.amount - totalOf(own) - sum(back)
  return rest > 0 ? [{ kind: 'sale', id: payment.id, orderId: undefined, rest }] : []
}

/** Adds to what a refund returns of instalments. */
export async function addAttributions(
  tx: Executor,
  refundId: string,
  parts: readonly { instalmentId: string; amount: Centavos }[],
): Promise<void> {
  for (const { instalmentId, amount } of parts) {
    const before = and(
      eq(refundAttributions.refundId, refundId),
      eq(refundAttributions.instalmentId, instalmentId),
    )
    const [row] = await tx.select().from(refundAttributions).where(before)
    if (row) {
      await tx
        .update(refundAttributions)
        .set({ amount: row.amount + amount })
        .where(before)
    } else await tx.insert(refundAttributions).values({ refundId, instalmentId, amount })
  }
}

/** Replaces what a refund returns of instalments. */
export async function replaceAttributions(
  tx: Executor,
  refundId: string,
  parts: readonly { instalmentId: string; amount: Centavos }[],
): Promise<void> {
  await tx.delete(refundAttributions).where(eq(refundAttributions.refundId, refundId))
  await addAttributions(tx, refundId, parts)
}

/** The instalments of which a refund returns a part. */
export async function attributedInstalments(executor: Executor, refundId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: refundAttributions.instalmentId })
    .from(refundAttributions)
    .where(eq(refundAttributions.refundId, refundId))
  return rows.map(({ id }) => id)
}
