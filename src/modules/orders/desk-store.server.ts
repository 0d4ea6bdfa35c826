import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type CompletionRow, isCurrentOfStep } from './completions-store.server.ts'
import { workStatuses } from './domain/order.ts'
import type { OrderFilter } from './public.ts'
import type { OrderRow, StepRow } from './store.server.ts'
import { orderSteps, orders, stepCompletions, stepFiles } from './tables.server.ts'

/** Cursor of a list: the page starts after the order with this key and id. The key is a text of the database. */
export interface OrderPosition {
  key: string
  id: string
}

export type ListedOrder = OrderRow & { step: string | null; key: string }

/** The same expression as in the index. */
const day = sql`coalesce(${orders.dueOn}, ${orders.deliveryDate})`

/** A page of orders: those in progress by due day, the others newest first. Each filter has its index. */
export function selectListed(
  executor: Executor,
  {
    filter,
    number,
    after,
    limit,
  }: {
    filter: OrderFilter
    /** 'RC-7K…', a prefix of an order number. */
    number?: string | undefined
    after?: OrderPosition | undefined
    limit: number
  },
): Promise<ListedOrder[]> {
  const order = orderOf(filter, number)
  return executor
    .select({
      ...getTableColumns(orders),
      key: keys[order],
      step: sql<
        string | null
      >`(select ${orderSteps.stepName} from ${orderSteps} where ${orderSteps.orderId} = ${orders.id}
        and not ${orderSteps.completed} order by ${orderSteps.stepNumber} limit 1)`,
    })
    .from(orders)
    .where(
      and(
        filterOf(filter),
        number === undefined ? undefined : startsWith(number),
        after && positionAfter(after, order),
      ),
    )
    .orderBy(...orderings[order])
    .limit(limit)
}

/**
 * Order of a list, which is that of its index: by number for a number prefix, by day for orders in progress, else newest
 * first.
 */
type ListOrder = 'number' | 'day' | 'newest'

function orderOf(filter: OrderFilter, number: string | undefined): ListOrder {
  if (number !== undefined) return 'number'
  return filter === 'working' ? 'day' : 'newest'
}

const keys: Record<ListOrder, SQL<string>> = {
  number: sql<string>`${orders.number}`,
  day: sql<string>`${day}::text`,
  newest: sql<string>`to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
}

const orderings: Record<ListOrder, SQL[]> = {
  number: [asc(orders.number)],
  day: [asc(day), asc(orders.id)],
  newest: [desc(orders.createdAt), desc(orders.id)],
}

function positionAfter({ key, id }: OrderPosition, order: ListOrder): SQL {
  switch (order) {
    case 'number':
      return sql`${orders.number} > ${key}`
    case 'day':
      return sql`(${day}, ${orders.id}) > (${key}::date, ${id}::uuid)`
    case 'newest':
      return sql`(${orders.createdAt}, ${orders.id}) < (${key}::timestamptz, ${id}::uuid)`
  }
}

function filterOf(filter: OrderFilter): SQL | undefined {
  if (filter === 'all') return undefined
  return filter === 'working' ? oneOf(orders.status, workStatuses) : eq(orders.status, filter)
}

/** A range that the index of the numbers supports in any collation: no number is longer. */
function startsWith(prefix: string): SQL {
  return sql`${orders.number} >= ${prefix} and ${orders.number} <= ${prefix.padEnd(20, 'Z')} and ${orders.number} like ${`${prefix}%`}`
}

/** Number of orders that a filter shows; counts no further than the limit. */
export async function countListed(executor: Executor, filter: OrderFilter, limit: number): Promise<number> {
  const some = executor
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(filterOf(filter))
    .limit(limit)
    .as('some')
  const [row] = await executor.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some)
  return row?.count ?? 0
}

export type DeskStepRow = StepRow & { completion: CompletionRow | null; fileName: string | null }

/** The steps of an order with their current completions. */
export function selectDeskSteps(executor: Executor, orderId: string): Promise<DeskStepRow[]> {
  return executor
    .select({ ...getTableColumns(orderSteps), completion: stepCompletions, fileName: stepFiles.name })
    .from(orderSteps)
    .leftJoin(stepCompletions, isCurrentOfStep)
    .leftJoin(stepFiles, eq(stepFiles.id, stepCompletions.fileId))
    .where(eq(orderSteps.orderId, orderId))
    .orderBy(asc(orderSteps.stepNumber))
}

/** The latest ended completion of a step, which was later undone or reopened. */
export async function selectEarlier(
  executor: Executor,
  { orderId, stepNumber }: { orderId: string; stepNumber: number },
): Promise<Pick<CompletionRow, 'words' | 'protocol' | 'isShared'> | undefined> {
  const { words, protocol, isShared } = stepCompletions
  const [row] = await executor
    .select({ words, protocol, isShared })
    .from(stepCompletions)
    .where(and(eq(stepCompletions.orderId, orderId), eq(stepCompletions.stepNumber, stepNumber)))
    .orderBy(desc(stepCompletions.completedAt), desc(stepCompletions.id))
    .limit(1)
  return row
}
