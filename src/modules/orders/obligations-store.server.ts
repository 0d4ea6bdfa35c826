import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { ObligationPosition } from '../../core/obligation.ts'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import { countUpTo, isAfter } from '../../platform/database/obligation-source.ts'
import { openStatuses, workStatuses } from './domain/order.ts'
import { dayEndingAt, endOfDay } from './domain/step-deadlines.ts'
import type { OrderRow } from './store.server.ts'
import { orderSteps, orders } from './tables.server.ts'

/** An order about which the team owes something. */
export type OwedOrder = Pick<
  OrderRow,
  'id' | 'userId' | 'serviceTitle' | 'servicePrice' | 'createdAt' | 'updatedAt' | 'contactDueAt'
> & {
  /** The day until which it is owed. */
  day: string
  /** The current step; null where none is open. */
  step: string | null
  /** Since when that step is the current one. */
  stepSince: Date | null
}

/** Which orders owe something; each has an index with the same condition, in the order of the list. */
export type Duty = 'contact' | 'step' | 'decide'

export type Which = { after?: ObligationPosition | undefined; limit: number } | { ids: readonly string[] }

/** The same expression as in the indexes. */
const day = sql<string>`coalesce(${orders.dueOn}, ${orders.deliveryDate})`

const isOwed: Record<Duty, SQL> = {
  contact: sql`${orders.contactedAt} is null and ${orders.contactDueAt} is not null and ${oneOf(orders.status, openStatuses)}`,
  step: oneOf(orders.status, workStatuses),
  decide: sql`${orders.status} = 'on_hold'`,
}

const key = (duty: Duty) => (duty === 'contact' ? sql`${orders.contactDueAt}` : day)

/** By the time they are due, then by id. */
export function selectOwed(executor: Executor, duty: Duty, which: Which): Promise<OwedOrder[]> {
  const { id, userId, serviceTitle, servicePrice, createdAt, updatedAt, contactDueAt } = orders
  const picked = { id, userId, serviceTitle, servicePrice, createdAt, updatedAt, contactDueAt }
  const limit = 'ids' in which ? which.ids.length : which.limit
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
    })
    .from(orders)
    .where(and(isOwed[duty], 'ids' in which ? inArray(orders.id, [...which.ids]) : after(duty, which.after)))
    .orderBy(key(duty), id)
    .limit(limit)
}

function after(duty: Duty, position: ObligationPosition | undefined): SQL | undefined {
  if (!position) return undefined
  const { dueAt, id } = position
  if (duty === 'contact') {
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
export function countOwed(executor: Executor, duty: Duty, limit: number): Promise<number> {
  return countUpTo(executor, orders, isOwed[duty], limit)
}
