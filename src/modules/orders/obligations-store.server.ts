import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { ObligationPosition } from '../../core/obligation.ts'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import { countUpTo, isAfter } from '../../platform/database/obligation-source.ts'
import { openStatuses, workStatuses } from './domain/order.ts'
import { dayEndingAt, endOfDay } from './domain/step-deadlines.ts'
import type { OrderRow } from './store.server.ts'
import { orderSteps, orders, stepCompletions } from './tables.server.ts'

/** An order with an open obligation of the team. */
export type OrderWithObligation = Pick<
  OrderRow,
  'id' | 'userId' | 'serviceTitle' | 'servicePrice' | 'createdAt' | 'updatedAt' | 'contactDueAt'
> & {
  /** The due day. */
  day: string
  /** The current step; null when none is open. */
  step: string | null
  /** When that step became the current one. */
  stepSince: Date | null
  /** Number of that step, and how often any was completed: another one after a step was completed or reopened. */
  stepRevision: string
}

/** Kinds of obligations about an order; each has an index with the same condition, in the order of its list. */
export const orderObligationKinds = ['order.contact', 'order.step', 'order.decide'] as const
export type OrderObligation = (typeof orderObligationKinds)[number]

/** A page of a list, or specific orders. */
export type ObligationFilter =
  | { after?: ObligationPosition | undefined; limit: number }
  | { ids: readonly string[] }

/** The same expression as in the indexes. */
const day = sql<string>`coalesce(${orders.dueOn}, ${orders.deliveryDate})`

const isOpen: Record<OrderObligation, SQL> = {
  'order.contact': sql`${orders.contactedAt} is null and ${orders.contactDueAt} is not null and ${oneOf(orders.status, openStatuses)}`,
  'order.step': oneOf(orders.status, workStatuses),
  'order.decide': sql`${orders.status} = 'on_hold'`,
}

const key = (kind: OrderObligation) => (kind === 'order.contact' ? sql`${orders.contactDueAt}` : day)

/** By due time, then by id. */
export function selectObligations(
  executor: Executor,
  kind: OrderObligation,
  filter: ObligationFilter,
): Promise<OrderWithObligation[]> {
  const { id, userId, serviceTitle, servicePrice, createdAt, updatedAt, contactDueAt } = orders
  const picked = { id, userId, serviceTitle, servicePrice, createdAt, updatedAt, contactDueAt }
  const limit = 'ids' in filter ? filter.ids.length : filter.limit
  return executor
    .select({
      ...picked,
      day,
      step: sql<
        string | null
      >`(select ${orderSteps.stepName} from ${orderSteps} where ${orderSteps.orderId} = ${orders.id}
        and not ${orderSteps.completed} order by ${orderSteps.stepNumber} limit 1)`,
      stepSince: sql<Date | null>`(select max(${orderSteps.completedDate}) from ${orderSteps}
        where ${orderSteps.orderId} = ${orders.id})`.mapWith(orderSteps.completedDate),
      // `${orders.id}` would be written as "id", which step_completions has too.
      stepRevision: sql<string>`concat((select min(${orderSteps.stepNumber}) from ${orderSteps}
        where ${orderSteps.orderId} = ${orders.id} and not ${orderSteps.completed}), '.',
        (select count(*) from ${stepCompletions} where ${stepCompletions.orderId} = ${orders}.id))`,
    })
    .from(orders)
    .where(
      and(isOpen[kind], 'ids' in filter ? inArray(orders.id, [...filter.ids]) : after(kind, filter.after)),
    )
    .orderBy(key(kind), id)
    .limit(limit)
}

function after(kind: OrderObligation, position: ObligationPosition | undefined): SQL | undefined {
  if (!position) return undefined
  const { dueAt, id } = position
  if (kind === 'order.contact') {
    return isAfter(orders.contactDueAt, sql`${dueAt.toISOString()}::timestamptz`, {
      id: orders.id,
      after: id,
    })
  }
  const lastEnded = dayEndingAt(dueAt)
  // A position of another kind may be in the middle of a day: all orders of that day come after it.
  if (endOfDay(lastEnded) < dueAt) return sql`${day} > ${lastEnded}::date`
  return isAfter(day, sql`${lastEnded}::date`, { id: orders.id, after: id })
}

/** Counts no further than the limit. */
export function countObligations(executor: Executor, kind: OrderObligation, limit: number): Promise<number> {
  return countUpTo(executor, orders, isOpen[kind], limit)
}
