import { and, asc, desc, eq, gt, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { builtOnce } from '../../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { countedStatuses } from '../domain/instalment.ts'
import { totalOf } from '../domain/settlement.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { payments } from '../payments/tables.server.ts'
import { chargeInstalments, instalments } from './tables.server.ts'

export type InstalmentRow = typeof instalments.$inferSelect

export async function insertInstalments(tx: Executor, rows: InstalmentRow[]): Promise<void> {
  await insertRows(tx, instalments, rows)
}

/** A user's own instalments among `ids`. */
export function ownInstalments(
  executor: Executor,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), inArray(instalments.id, [...ids])))
}

/** A user's own instalment; undefined for one of another user, and for what is no id. */
export async function findOwnInstalment(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<InstalmentRow | undefined> {
  return isUuid(id) ? (await ownInstalments(executor, { ids: [id], userId }))[0] : undefined
}

/** A user's own instalments among `ids`, locked until the transaction ends. */
export function lockOwnInstalments(
  tx: Transaction,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<InstalmentRow[]> {
  return tx
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), inArray(instalments.id, [...ids])))
    .orderBy(asc(instalments.id))
    .for('no key update')
}

/** Instalments of any user, locked until the transaction ends: for the team's decisions. */
export function lockInstalments(tx: Transaction, ids: readonly string[]): Promise<InstalmentRow[]> {
  return tx
    .select()
    .from(instalments)
    .where(inArray(instalments.id, ids.filter(isUuid)))
    .orderBy(asc(instalments.id))
    .for('no key update')
}

interface OfMoney {
  chargeId: string | null
  paymentId: string
}

/** The instalments that a charge covers or a payment paid, locked in a fixed order until the transaction ends. */
export async function lockInstalmentsOf(tx: Transaction, which: OfMoney): Promise<void> {
  await tx
    .select({ id: instalments.id })
    .from(instalments)
    .where(isOf(tx, which))
    .orderBy(asc(instalments.id))
    .for('no key update')
}

/**
 * Writes the instalments that a charge covers or a payment paid, without a change: a customer's pages also show rows that
 * name no customer, and a change of those calls this to change the pages' version (`versionOf` of the composition).
 */
export async function touchInstalmentsOf(tx: Transaction, which: OfMoney): Promise<void> {
  await tx
    .update(instalments)
    .set({ status: sql`${instalments.status}` })
    .where(isOf(tx, which))
}

function isOf(tx: Transaction, { chargeId, paymentId }: OfMoney): SQL | undefined {
  const asked = tx
    .select({ id: chargeInstalments.instalmentId })
    .from(chargeInstalments)
    .where(eq(chargeInstalments.chargeId, chargeId ?? paymentId))
  return or(eq(instalments.paidWith, paymentId), inArray(instalments.id, asked))
}

/** Ids of an order's pending card instalments, which are charged as one purchase. */
export async function pendingCardInstalmentIds(
  executor: Executor,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<string[]> {
  const rows = await executor
    .select({ id: instalments.id })
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        eq(instalments.userId, userId),
        eq(instalments.status, 'pending'),
        eq(instalments.paymentMethod, 'credit_card'),
      ),
    )
  return rows.map(({ id }) => id)
}

/** @param paid `chargeId` is the charge that requested the money, null for an unmatched payment; `amount` in centavos */
export async function markPaid(
  tx: Executor,
  paid: { id: string; chargeId: string | null; paymentId: string; amount: Centavos; paidAt: Date },
): Promise<void> {
  await payment(tx, paid)
}

const payment = builtOnce((executor) => {
  const [paymentDate, paidBy, paidWith, paidAmount] = ['paidAt', 'chargeId', 'paymentId', 'amount'].map(
    (name) => sql`${sql.placeholder(name)}`,
  )
  return executor
    .update(instalments)
    .set({ status: 'paid', paymentDate, paidBy, paidWith, paidAmount })
    .where(and(eq(instalments.id, sql.placeholder('id')), eq(instalments.status, 'pending')))
})

/**
 * Cancels pending instalments.
 *
 * @param renegotiatedIn the renegotiation whose new schedule replaces them
 * @returns centavos cancelled
 */
export async function cancelPending(
  tx: Executor,
  { ids, renegotiatedIn = null }: { ids: readonly string[]; renegotiatedIn?: string | null },
): Promise<Centavos> {
  if (ids.length === 0) return 0
  const rows = await tx
    .update(instalments)
    .set({ status: 'cancelled', renegotiatedIn })
    .where(and(inArray(instalments.id, [...ids]), eq(instalments.status, 'pending')))
    .returning({ amount: instalments.amount })
  return totalOf(rows)
}

/** Instalments that a payment paid and that are still paid. */
export function instalmentsPaidWith(executor: Executor, paymentId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.paidWith, paymentId), eq(instalments.status, 'paid')))
}

/**
 * Marks paid instalments as refunded when all of their money was returned; they do not become owed again.
 *
 * @returns those that were paid until now
 */
export function markRefunded(tx: Executor, ids: readonly string[]): Promise<InstalmentRow[]> {
  return tx
    .update(instalments)
    .set({ status: 'refunded' })
    .where(and(inArray(instalments.id, [...ids]), eq(instalments.status, 'paid')))
    .returning()
}

/** Makes the instalments of a charged-back payment pending again, except those of cancelled orders. */
export async function reinstateInstalmentsPaidWith(
  tx: Executor,
  paymentId: string,
  cancelledOrders: readonly string[],
): Promise<InstalmentRow[]> {
  const isOwed = notInArray(instalments.orderId, [...cancelledOrders])
  return tx
    .update(instalments)
    .set({ status: 'pending', paymentDate: null, paidBy: null, paidWith: null, paidAmount: null })
    .where(and(eq(instalments.paidWith, paymentId), eq(instalments.status, 'paid'), isOwed))
    .returning()
}

/**
 * Moves a pending instalment to a later due date. The contract's due date is kept in its own column.
 *
 * @returns whether it was pending and still due on `from`
 */
export async function moveDueDate(
  tx: Executor,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const moved = await tx
    .update(instalments)
    .set({ dueDate: to, postponedFrom: from })
    .where(and(eq(instalments.id, id), eq(instalments.status, 'pending'), eq(instalments.dueDate, from)))
    .returning({ id: instalments.id })
  return moved.length > 0
}

/** A customer's pending instalments that are due on one of these days, or were due before a day. */
export function pendingDue(
  executor: Executor,
  { userId, on, before }: { userId: string; on: readonly IsoDate[]; before: IsoDate },
): Promise<InstalmentRow[]> {
  const isDue = or(inArray(instalments.dueDate, [...on]), lt(instalments.dueDate, before))
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), eq(instalments.status, 'pending'), isDue))
    .orderBy(asc(instalments.dueDate), asc(instalments.orderId), asc(instalments.number))
}

/** Whether all of these instalments are open, each with its given due date ('id@2026-12-18'). */
export async function areOpenOn(executor: Executor, named: readonly string[]): Promise<boolean> {
  const ids = named.map((one) => one.split('@')[0] ?? '')
  const rows = await executor
    .select({ id: instalments.id, dueDate: instalments.dueDate })
    .from(instalments)
    .where(and(inArray(instalments.id, ids), eq(instalments.status, 'pending')))
  const open = new Set(rows.map(({ id, dueDate }) => `${id}@${dueDate}`))
  return named.every((one) => open.has(one))
}

export async function isAnyOpen(executor: Executor, ids: readonly string[]): Promise<boolean> {
  const rows = await executor
    .select({ id: instalments.id })
    .from(instalments)
    .where(and(inArray(instalments.id, [...ids]), eq(instalments.status, 'pending')))
    .limit(1)
  return rows.length > 0
}

/**
 * Returns the ids of an order's pending instalments, locked; blocks until a concurrent settlement or renegotiation ends. It locks
 * all instalments of the order first, and reads the pending ones after that: a renegotiation inserts new ones while it holds
 * the old ones.
 */
export async function lockPendingOfOrder(tx: Transaction, orderId: string): Promise<string[]> {
  const ofOrder = eq(instalments.orderId, orderId)
  const ids = { id: instalments.id }
  await tx.select(ids).from(instalments).where(ofOrder).orderBy(asc(instalments.id)).for('no key update')
  const pending = and(ofOrder, eq(instalments.status, 'pending'))
  const rows = await tx
    .select(ids)
    .from(instalments)
    .where(pending)
    .orderBy(asc(instalments.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** Oldest due date first (spec section 7); of some orders, or of all. */
export async function pendingOfUser(
  executor: Executor,
  userId: string,
  limit: number,
  orderIds?: readonly string[],
): Promise<InstalmentRow[]> {
  const rows = await executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), eq(instalments.status, 'pending'), among(orderIds)))
    .orderBy(asc(instalments.dueDate), asc(instalments.number))
    .limit(limit)
  return inOneOrder(rows, ({ dueDate, number }) => `${dueDate} ${number}`)
}

/** Newest payment first; of some orders, or of all. */
export async function paidOfUser(
  executor: Executor,
  userId: string,
  limit: number,
  orderIds?: readonly string[],
): Promise<InstalmentRow[]> {
  const rows = await executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), eq(instalments.status, 'paid'), among(orderIds)))
    .orderBy(desc(instalments.paymentDate), desc(instalments.number))
    .limit(limit)
  return inOneOrder(rows, ({ paymentDate, number }) => `${paymentDate?.getTime()} ${number}`)
}

/** A user's instalments whose money was returned, newest payment first. */
export function refundedOfUser(
  executor: Executor,
  { userId, limit }: { userId: string; limit: number },
): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), eq(instalments.status, 'refunded')))
    .orderBy(desc(instalments.paymentDate), desc(instalments.id))
    .limit(limit)
}

function among(orderIds: readonly string[] | undefined) {
  return orderIds && inArray(instalments.orderId, [...orderIds])
}

/** A user's pending instalments after an id, by id: a page of many. */
export function pendingAfter(
  executor: Executor,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(
      and(
        eq(instalments.userId, userId),
        eq(instalments.status, 'pending'),
        after === undefined ? undefined : gt(instalments.id, after),
      ),
    )
    .orderBy(asc(instalments.id))
    .limit(limit)
}

/**
 * A page of the ids of a user's orders with pending or paid instalments: `first` if it is one of them, then the earliest due, and
 * those without anything pending by their newest payment.
 */
export async function ordersByNextPayment(
  executor: Executor,
  {
    userId,
    first,
    limit,
    offset,
  }: { userId: string; first: string | undefined; limit: number; offset: number },
): Promise<string[]> {
  const { orderId, status, dueDate, paymentDate } = instalments
  const isFirst = first === undefined ? sql`false` : sql`${orderId} = ${first}`
  const rows = await executor
    .select({ orderId })
    .from(instalments)
    .where(and(eq(instalments.userId, userId), inArray(status, [...countedStatuses])))
    .groupBy(orderId)
    .orderBy(
      sql`bool_or(${isFirst}) desc, min(${dueDate}) filter (where ${status} = 'pending') nulls last,
        max(${paymentDate}) desc, ${orderId}`,
    )
    .limit(limit)
    .offset(offset)
  return rows.map((row) => row.orderId)
}

/** How many instalments of a user are pending and paid, and of how many orders. */
export async function countsOfUser(
  executor: Executor,
  userId: string,
): Promise<{ pending: number; paid: number; orders: number }> {
  const { orderId, status } = instalments
  const [row] = await executor
    .select({
      pending: sql<number>`(count(*) filter (where ${status} = 'pending'))::integer`,
      paid: sql<number>`(count(*) filter (where ${status} = 'paid'))::integer`,
      orders: sql<number>`count(distinct ${orderId})::integer`,
    })
    .from(instalments)
    .where(and(eq(instalments.userId, userId), inArray(status, [...countedStatuses])))
  return row ?? { pending: 0, paid: 0, orders: 0 }
}

/**
 * Sorts rows with equal sort keys by id: the database may return them in any order, and a page must not change while its version stays the
 * same. In SQL this would need a second sort after the index.
 */
function inOneOrder(
  rows: readonly InstalmentRow[],
  likeness: (row: InstalmentRow) => string,
): InstalmentRow[] {
  const alike = [...Map.groupBy(rows, likeness).values()]
  return alike.flatMap((group) => group.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
}

/** An order's instalments with the states of the payments that paid them. */
export function fundingRowsOf(
  executor: Executor,
  orderId: string,
): Promise<
  {
    status: InstalmentRow['status']
    paymentState: PaymentRow['state']
    isTaken: boolean
    isWaived: boolean
  }[]
> {
  return executor
    .select({
      status: instalments.status,
      paymentState: payments.state,
      isTaken: sql<boolean>`exists (select 1 from refunds r where r.provider_payment_id = ${payments.id}
        and r.origin = 'chargeback' and r.status = 'done' and r.credit_id is null)`,
      isWaived: sql<boolean>`${instalments.paidAmount} is not distinct from 0`,
    })
    .from(instalments)
    .leftJoin(payments, eq(payments.id, instalments.paidWith))
    .where(eq(instalments.orderId, orderId))
}

/** Instalments of any user, by due date. */
export function instalmentsById(executor: Executor, ids: readonly string[]): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(inArray(instalments.id, [...ids]))
    .orderBy(asc(instalments.dueDate), asc(instalments.number))
}

export function instalmentsOfOrder(executor: Executor, orderId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(eq(instalments.orderId, orderId))
    .orderBy(asc(instalments.number))
}

/** Owner of an order; null for an order without instalments. */
export async function ownerOfOrder(executor: Executor, orderId: string): Promise<string | null> {
  const [row] = await executor
    .select({ userId: instalments.userId })
    .from(instalments)
    .where(eq(instalments.orderId, orderId))
    .limit(1)
  return row?.userId ?? null
}
