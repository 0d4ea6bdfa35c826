import { and, asc, desc, eq, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { isOneOf, markedDays } from '../../../platform/figures/figures.ts'
import { dueFigures } from './due-figures.ts'
import type { InstalmentRow } from './store.server.ts'
import { instalments } from './tables.server.ts'

const isPending = sql`${instalments.status} = 'pending'`

/** Returns the condition that an order has an open instalment; its id is a column of another module's query. */
export function hasOpenInstalments(orderId: AnyPgColumn): SQL {
  return sql`exists (select 1 from ${instalments} i where i.order_id = ${orderId} and i.status = 'pending')`
}

/** The figure of instalments that are open. */
const openDue: (typeof dueFigures.figures)[number] = 'due.open'

/** Open instalments of this amount around a day: at most `each` before it and `each` after it, nearest first. */
export async function openOfAmount(
  executor: Executor,
  { amount, around, days, each }: { amount: Centavos; around: IsoDate; days: number; each: number },
): Promise<InstalmentRow[]> {
  const of = and(isPending, eq(instalments.amount, amount))
  const before = executor
    .select()
    .from(instalments)
    .where(
      and(
        of,
        lte(instalments.dueDate, around),
        gte(instalments.dueDate, sql`${around}::date - ${days}::int`),
      ),
    )
    .orderBy(desc(instalments.dueDate))
    .limit(each)
  const after = executor
    .select()
    .from(instalments)
    .where(
      and(of, gt(instalments.dueDate, around), lte(instalments.dueDate, sql`${around}::date + ${days}::int`)),
    )
    .orderBy(asc(instalments.dueDate))
    .limit(each)
  return [...(await before), ...(await after)]
}

/** Open instalments of some customers, earliest due date first. */
export async function openOfUsers(
  executor: Executor,
  { userIds, limit }: { userIds: readonly string[]; limit: number },
): Promise<InstalmentRow[]> {
  if (userIds.length === 0) return []
  return executor
    .select()
    .from(instalments)
    .where(and(isPending, inArray(instalments.userId, [...userIds])))
    .orderBy(asc(instalments.dueDate), asc(instalments.id))
    .limit(limit)
}

/** Range of due dates, both ends included; undefined means unbounded. */
export interface DueRange {
  from: IsoDate | undefined
  to: IsoDate | undefined
}

function isWithin({ from, to }: DueRange): SQL | undefined {
  return and(
    isPending,
    from === undefined ? undefined : gte(instalments.dueDate, from),
    to === undefined ? undefined : lte(instalments.dueDate, to),
  )
}

/** A page of the open instalments due in a range, latest due date first when `isNewestFirst` is set. */
export function openPage(
  executor: Executor,
  {
    after,
    limit,
    isNewestFirst,
    ...range
  }: DueRange & {
    after: { dueDate: IsoDate; id: string } | undefined
    limit: number
    isNewestFirst: boolean
  },
): Promise<InstalmentRow[]> {
  const place = sql`(${instalments.dueDate}, ${instalments.id})`
  const start = after && sql`(${after.dueDate}::date, ${after.id}::uuid)`
  const rest = start && (isNewestFirst ? sql`${place} < ${start}` : sql`${place} > ${start}`)
  const order = isNewestFirst ? desc : asc
  return executor
    .select()
    .from(instalments)
    .where(and(isWithin(range), rest))
    .orderBy(order(instalments.dueDate), order(instalments.id))
    .limit(limit)
}

/**
 * Number of open instalments due in each range, and their sum in centavos: from the daily figures, and from the rows for days
 * that changed since their figures were computed.
 */
export async function openTotals(
  executor: Executor,
  ranges: readonly DueRange[],
): Promise<{ count: number; amount: Centavos }[]> {
  const marked = await markedDays(executor, dueFigures.name)
  const isWithinRange = ({ from, to }: DueRange, day: SQL) =>
    sql`${day} >= coalesce(${from ?? null}::date, '-infinity') and ${day} <= coalesce(${to ?? null}::date, 'infinity')`
  const { rows } = await executor.execute<{ place: number; count: number; amount: number }>(sql`
    with days as (
      select day, count, amount from daily_figures where figure = ${openDue} and not ${isOneOf(sql`day`, marked)}
      union all
      select due_date, count(*), sum(amount)::bigint from payments
        where status = 'pending' and ${isOneOf(sql`due_date`, marked)} group by due_date)
    ${sql.join(
      ranges.map(
        (range, place) =>
          sql`select ${place}::int as place, coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount), 0)::bigint as amount
            from days where ${isWithinRange(range, sql`day`)}`,
      ),
      sql` union all `,
    )}`)
  return ranges.map((_, place) => {
    const { count = 0, amount = 0 } = rows.find((row) => row.place === place) ?? {}
    return { count, amount }
  })
}
