import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type Centavos, sum } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { credits } from '../credits/tables.server.ts'
import { keptCreditStatuses } from '../domain/credit.ts'
import { fundedStatuses } from '../domain/instalment.ts'
import { isOpenRefund } from '../domain/refund.ts'
import type { Claim } from '../domain/returns.ts'
import { totalOf } from '../domain/settlement.ts'
import { instalments } from '../instalments/tables.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { payments } from '../payments/tables.server.ts'
import { type RefundRow, refundsOfPayment } from './store.server.ts'
import { refundAttributions, refundInstalments, refunds } from './tables.server.ts'

/** The rest of an instalment, and the order that it belongs to. */
export interface OwnedClaim extends Claim {
  /** Undefined for a credit and for a sale. */
  orderId: string | undefined
}

interface WhichRefunds {
  /** Refunds that count as returned money: only those done; also those sent to the provider; or also those requested. */
  counting: 'done' | 'sent' | 'active'
  /** Id of a refund that is not counted. */
  except?: string | undefined
}

/**
 * Returns the claims on a payment's money, each with its rest that has not been returned; a person's decision can only
 * split these.
 */
export async function claimsOf(
  executor: Executor,
  payment: PaymentRow,
  { counting, except }: WhichRefunds,
): Promise<OwnedClaim[]> {
  const all = await refundsOfPayment(executor, payment.id)
  const counted = all.filter((refund) => refund.id !== except && counts(refund, counting))
  const open = all.filter((refund) => isOpenRefund(refund.status) && !counted.includes(refund))
  const chargebacks = all.filter(({ origin }) => origin === 'chargeback')
  return [
    ...(await instalmentClaims(executor, payment, { counted, open, chargebacks })),
    ...(await creditClaims(executor, payment, counted)),
    ...(await saleClaims(executor, payment, counted)),
  ]
}

function counts({ status, sentAt }: RefundRow, counting: WhichRefunds['counting']): boolean {
  if (status !== 'requested') return status === 'done'
  return counting === 'active' || (counting === 'sent' && sentAt !== null)
}

async function instalmentClaims(
  executor: Executor,
  payment: PaymentRow,
  {
    counted,
    open,
    chargebacks,
  }: { counted: readonly RefundRow[]; open: readonly RefundRow[]; chargebacks: readonly RefundRow[] },
): Promise<OwnedClaim[]> {
  const rows = await executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.paidWith, payment.id), inArray(instalments.status, [...fundedStatuses])))
    .orderBy(asc(instalments.id))
  const inFull = await executor
    .select()
    .from(refundInstalments)
    .where(inArray(refundInstalments.refundId, idsOf(counted)))
  const attributed = await executor
    .select()
    .from(refundAttributions)
    .where(inArray(refundAttributions.refundId, idsOf([...counted, ...open])))
  const parts = attributed.filter(({ refundId, instalmentId }) => {
    const refund = [...counted, ...open].find(({ id }) => id === refundId)
    const row = rows.find(({ id }) => id === instalmentId)
    return !(refund && row?.paymentDate && isOfEarlierMoney(refund, row.paymentDate, chargebacks))
  })
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
    // The amount that full refunds left out because a part of it was already in a pending refund is not returned until
    // that part is.
    const rest = isInFull ? Math.max(0, Math.min(of(id, true), beside)) : all
    if (isInFull) beside -= rest
    // A waived instalment has nothing to return, except together with the others that a refund returns in full.
    const isClaim = isPaid && (!isWaived || isInFull)
    return isClaim ? [{ kind: 'instalment' as const, id, orderId, rest }] : []
  })
}

/**
 * Whether a bank took the rest of an instalment's money after a refund, and what came back of it has paid the instalment again: the
 * refund returned nothing of what pays it now.
 */
function isOfEarlierMoney(
  { createdAt }: RefundRow,
  paidAt: Date,
  chargebacks: readonly Pick<RefundRow, 'createdAt'>[],
): boolean {
  return chargebacks.some((taken) => createdAt <= taken.createdAt && taken.createdAt < paidAt)
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
      and(eq(credits.paymentId, payment.id), inArray(credits.status, [...keptCreditStatuses, 'dismissed'])),
    )
    .orderBy(asc(credits.id))
  return rows.map(({ id, amount }) => {
    const isBack = counted.some(({ creditId, origin }) => creditId === id && origin !== 'chargeback')
    return { kind: 'credit', id, orderId: undefined, rest: isBack ? 0 : amount }
  })
}

/** The claim of a look-up on its payment, apart from the payment's credits. */
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
  const ofOthers = await returnedForInstalments(executor, counted)
  const back = counted
    .filter(({ creditId, origin }) => creditId === null && origin !== 'chargeback')
    .map(({ id, amount, unattributed }) => amount - unattributed - Math.min(amount, ofOthers.get(id) ?? 0))
  const rest = payment.amount - totalOf(own) - sum(back)
  return rest > 0 ? [{ kind: 'sale', id: payment.id, orderId: undefined, rest }] : []
}

/** What of each refund was for instalments, which a credit of the payment paid: all of it, if it returns them in full. */
async function returnedForInstalments(
  executor: Executor,
  refunds: readonly RefundRow[],
): Promise<Map<string, Centavos>> {
  const [inFull, inPart] = [refundInstalments, refundAttributions]
  const whole = await executor
    .select()
    .from(inFull)
    .where(inArray(inFull.refundId, idsOf(refunds)))
  const parts = await executor
    .select()
    .from(inPart)
    .where(inArray(inPart.refundId, idsOf(refunds)))
  const amounts = Map.groupBy(parts, ({ refundId }) => refundId)
  return new Map([
    ...[...amounts].map(([id, rows]) => [id, totalOf(rows)] as const),
    ...whole.map(({ refundId }) => [refundId, Number.POSITIVE_INFINITY] as const),
  ])
}

/** Adds to the amounts that a refund returns for instalments, each of which is named once. */
export async function addAttributions(
  tx: Executor,
  refundId: string,
  parts: readonly { instalmentId: string; amount: Centavos }[],
): Promise<void> {
  if (parts.length === 0) return
  await tx
    .insert(refundAttributions)
    .values(parts.map((part) => ({ ...part, refundId })))
    .onConflictDoUpdate({
      target: [refundAttributions.refundId, refundAttributions.instalmentId],
      set: { amount: sql`${refundAttributions.amount} + excluded.amount` },
    })
}

/** Replaces the amounts that a refund returns for instalments. */
export async function replaceAttributions(
  tx: Executor,
  refundId: string,
  parts: readonly { instalmentId: string; amount: Centavos }[],
): Promise<void> {
  await tx.delete(refundAttributions).where(eq(refundAttributions.refundId, refundId))
  await addAttributions(tx, refundId, parts)
}

/** Centavos that refunds return for these instalments, as far as they return them in part. */
export async function attributedTo(
  executor: Executor,
  { refundIds, instalmentIds }: { refundIds: readonly string[]; instalmentIds: readonly string[] },
): Promise<Centavos> {
  const { refundId, instalmentId } = refundAttributions
  const isIt = and(inArray(refundId, [...refundIds]), inArray(instalmentId, [...instalmentIds]))
  return totalOf(await executor.select().from(refundAttributions).where(isIt))
}

/** Instalments that a refund returns in part. */
export async function attributedInstalments(executor: Executor, refundId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: refundAttributions.instalmentId })
    .from(refundAttributions)
    .where(eq(refundAttributions.refundId, refundId))
  return rows.map(({ id }) => id)
}

/**
 * Returned centavos of paid instalments, refunded or taken back by a bank, by instalment; without instalments of which
 * nothing was returned. Only of the money that pays them now (`isOfEarlierMoney`).
 */
export async function returnedAmong(
  executor: Executor,
  instalmentIds: readonly string[],
): Promise<Map<string, Centavos>> {
  if (instalmentIds.length === 0) return new Map()
  const refunded = sql<Centavos>`(select coalesce(sum(${refundAttributions.amount}), 0)
    from ${refundAttributions} join ${refunds} on ${refunds}.id = ${refundAttributions.refundId}
    where ${refundAttributions.instalmentId} = ${instalments}.id and ${refunds.status} = 'done'
      and ${refunds.paymentId} = ${instalments.paidWith}
      and not exists (select 1 from ${refunds} taken where taken.provider_payment_id = ${refunds.paymentId}
        and taken.origin = 'chargeback' and taken.created_at >= ${refunds.createdAt}
        and taken.created_at < ${instalments.paymentDate}))`
  const returned = sql<Centavos>`(case when ${payments.state} = 'charged_back' then ${instalments.paidAmount}
    else ${refunded} end)`.mapWith(instalments.paidAmount)
  const rows = await executor
    .select({ id: instalments.id, returned })
    .from(instalments)
    .innerJoin(payments, eq(payments.id, instalments.paidWith))
    .where(and(inArray(instalments.id, [...instalmentIds]), eq(instalments.status, 'paid')))
  return new Map(rows.flatMap(({ id, returned: amount }) => (amount > 0 ? [[id, amount] as const] : [])))
}
