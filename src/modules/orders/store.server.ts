import { and, asc, count, desc, eq, getTableColumns, gt, inArray, max, sql } from 'drizzle-orm'
import { foldAccents, foldingAlphabets } from '../../core/folding.ts'
import { builtOnce } from '../../platform/database/built-once.ts'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import { insertRow, insertRows } from '../../platform/database/insert-rows.ts'
import { isCurrentOfStep } from './completions-store.server.ts'
import { endedStatuses, type OrderStatus, openStatuses } from './domain/order.ts'
import { readOrderNumber } from './domain/order-number.ts'
import type { OrderView } from './public.ts'
import { orderSteps, orders, stepCompletions, stepFiles } from './tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type StepRow = typeof orderSteps.$inferSelect

/** @returns the number that the database assigned */
export async function insertOrder(
  executor: Executor,
  row: Omit<OrderRow, 'number' | 'version' | 'dueOn' | 'contactedAt' | 'forgottenAt'>,
): Promise<string> {
  return insertRow(executor, orders, row, orders.number)
}

export async function insertSteps(executor: Executor, rows: Omit<StepRow, 'dueOn'>[]): Promise<void> {
  await insertRows(executor, orderSteps, rows)
}

/**
 * Locks the order's row until the transaction ends, so that status changes are serialized. Rows that only refer to the order can still
 * be inserted: a transaction that holds its instalments (a postponement) must not wait for this lock, because a withdrawal waits for the
 * instalments.
 */
export async function lockOrder(executor: Executor, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await orderToLock(executor, { orderId })
  return row
}

const orderToLock = builtOnce((executor) =>
  executor
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .for('no key update'),
)

export async function orderExists(executor: Executor, orderId: string): Promise<boolean> {
  const found = await executor.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  return found.length > 0
}

export async function selectStatus(executor: Executor, orderId: string): Promise<OrderStatus | undefined> {
  const [row] = await executor.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
  return row?.status
}

/** The cancelled ones among the orders. None changes its status until the transaction ends. */
export async function lockCancelled(executor: Executor, orderIds: readonly string[]): Promise<string[]> {
  const rows = await executor
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(asc(orders.id))
    .for('share')
  return rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
}

export async function stepsOf(executor: Executor, orderId: string): Promise<StepRow[]> {
  return executor
    .select()
    .from(orderSteps)
    .where(eq(orderSteps.orderId, orderId))
    .orderBy(asc(orderSteps.stepNumber))
}

export interface OrderChange {
  updatedAt: Date
  status?: OrderStatus
  progress?: number
  startDate?: string
  deliveryDate?: string
  dueOn?: string | null
  contactedAt?: Date
}

/** Changes an order and increments its version. */
export async function updateOrder(executor: Executor, orderId: string, change: OrderChange): Promise<void> {
  await executor
    .update(orders)
    .set({ ...change, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId))
}

/** @param completedDate null reopens the step */
export async function markStep(
  executor: Executor,
  step: { orderId: string; stepNumber: number; completedDate: Date | null },
): Promise<void> {
  await executor
    .update(orderSteps)
    .set({ completed: step.completedDate !== null, completedDate: step.completedDate })
    .where(and(eq(orderSteps.orderId, step.orderId), eq(orderSteps.stepNumber, step.stepNumber)))
}

/** Sets the due days of steps. */
export async function setStepDeadlines(
  executor: Executor,
  orderId: string,
  days: readonly { stepNumber: number; dueOn: string }[],
): Promise<void> {
  if (days.length === 0) return
  const rows = sql.join(
    days.map(({ stepNumber, dueOn }) => sql`(${stepNumber}::integer, ${dueOn}::date)`),
    sql`, `,
  )
  await executor.execute(
    sql`update order_steps set due_on = day from (values ${rows}) as given (number, day)
      where order_id = ${orderId} and step_number = number`,
  )
}

/**
 * Orders of one user, newest first, with their steps. The user id is part of the query, so that no other user's row is
 * ever returned.
 */
export async function selectOrders(
  executor: Executor,
  {
    userId,
    orderId,
    search,
    limit,
    offset = 0,
  }: { userId: string; orderId?: string; search?: string; limit: number; offset?: number },
): Promise<OrderView[]> {
  const rows = await executor
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        orderId === undefined ? undefined : eq(orders.id, orderId),
        search ? matches(search) : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const steps = await executor
    .select({
      ...getTableColumns(orderSteps),
      words: stepCompletions.words,
      protocol: stepCompletions.protocol,
      isShared: stepCompletions.isShared,
      fileId: stepCompletions.fileId,
      fileName: stepFiles.name,
    })
    .from(orderSteps)
    .leftJoin(stepCompletions, isCurrentOfStep)
    .leftJoin(stepFiles, eq(stepFiles.id, stepCompletions.fileId))
    .where(inArray(orderSteps.orderId, ids))
    .orderBy(asc(orderSteps.stepNumber))
  const byOrder = Map.groupBy(steps, ({ orderId }) => orderId)
  return rows.map((row) => viewOf(row, byOrder.get(row.id) ?? []))
}

/** The ids and numbers of all orders of one user. */
export function selectNumbers(
  executor: Executor,
  userId: string,
): Promise<Pick<OrderRow, 'id' | 'number'>[]> {
  const { id, number } = orders
  return executor.select({ id, number }).from(orders).where(eq(orders.userId, userId))
}

/** The number of a user's newest order of a service that is neither completed nor cancelled. */
export async function selectOpenOfService(
  executor: Executor,
  which: { userId: string; serviceId: string },
): Promise<string | undefined> {
  const [newest] = await newestOpen(executor, which)
  return newest?.number
}

const newestOpen = builtOnce((executor) =>
  executor
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.serviceId, sql.placeholder('serviceId')),
        oneOf(orders.status, openStatuses),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1),
)

export async function selectCancelled(executor: Executor, userId: string): Promise<string[]> {
  const isTheirs = and(eq(orders.userId, userId), eq(orders.status, 'cancelled'))
  return (await executor.select({ id: orders.id }).from(orders).where(isTheirs)).map(({ id }) => id)
}

/** Any customer's order; only for the team. */
export async function selectForTeam(
  executor: Executor,
  which: { id: string } | { number: string },
): Promise<OrderRow | undefined> {
  const found = 'id' in which ? eq(orders.id, which.id) : eq(orders.number, which.number)
  const [row] = await executor.select().from(orders).where(found)
  return row
}

/**
 * Specification, section 5: case-insensitive, by order id, number or service title; accents need not be typed. Wildcards in the
 * input are escaped.
 */
function matches(search: string) {
  const pattern = `%${foldAccents(search).replace(/[\\%_]/g, '\\$&')}%`
  const { accented, plain } = foldingAlphabets
  const number = readOrderNumber(search) ?? search
  return sql`(${orders.id}::text ilike ${pattern} or ${orders.number} ilike ${pattern} or ${orders.number} = ${number}
    or translate(lower(${orders.serviceTitle}), ${accented}, ${plain}) like ${pattern})`
}

/** A step with its current completion, if there is one. */
type ShownStep = StepRow & {
  words: string | null
  protocol: string | null
  isShared: boolean | null
  fileId: string | null
  fileName: string | null
}

/** The customer's view: of the evidence, only the part that the team shares. */
function viewOf(row: OrderRow, steps: readonly ShownStep[]): OrderView {
  const {
    deliveryDays: _days,
    deliveryKind: _kind,
    version: _version,
    contactDueAt: _contactDue,
    forgottenAt: _forgotten,
    ...shown
  } = row
  return {
    ...shown,
    steps: steps.map((step) => ({
      number: step.stepNumber,
      name: step.stepName,
      description: step.stepDescription,
      completed: step.completed,
      completedAt: step.completedDate,
      dueOn: step.dueOn,
      words: step.words,
      protocol: step.isShared ? step.protocol : null,
      file: step.isShared && step.fileId && step.fileName ? { id: step.fileId, name: step.fileName } : null,
    })),
  }
}

/** Changes whenever an order of the user is added or updated. */
export async function versionOfOrders(executor: Executor, userId: string): Promise<string> {
  const [row] = await executor
    .select({ count: count(), latest: max(orders.updatedAt) })
    .from(orders)
    .where(eq(orders.userId, userId))
  return `${row?.count ?? 0}-${row?.latest?.getTime() ?? 0}`
}

/** Users with orders, all of which ended before an instant; sorted by id, starting after `after`. */
export async function selectUsersWithEndedOrders(
  executor: Executor,
  { before, after, limit }: { before: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await executor
    .select({ userId: orders.userId })
    .from(orders)
    .where(after === undefined ? undefined : gt(orders.userId, after))
    .groupBy(orders.userId)
    .having(
      sql`bool_and(${oneOf(orders.status, endedStatuses)}) and max(${orders.updatedAt}) < ${before.toISOString()}::timestamptz`,
    )
    .orderBy(asc(orders.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
