import { and, asc, desc, eq, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { InstalmentRow } from './store.server.ts'
import { instalments } from './tables.server.ts'

const isPending = sql`${instalments.status} = 'pending'`

/** Open instalments of these amounts around a day: at most `each` before it and `each` after it, nearest first. */
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

/** The open instalments of some customers, those due first. */
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

/** Due dates from one day to another, both included; undefined is without end. */
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

/** A page of the open instalments due in a range, the latest due date first where `isNewestFirst`. */
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

/** How many open instalments are due in each of some ranges, and their sum in centavos. */
export async function openTotals(
  executor: Executor,
  ranges: readonly DueRange[],
): Promise<{ count: number; amount: Centavos }[]> {
  const selected = Object.fromEntries(
    ranges.flatMap((range, index) => [
      [`count${index}`, sql<number>`count(*) filter (where ${isWithin(range)})`.mapWith(Number)],
      [
        `sum${index}`,
        sql<number>`coalesce(sum(${instalments.amount}) filter (where ${isWithin(range)}), 0)`.mapWith(
          Number,
        ),
      ],
    ]),
  )
  const [row] = await executor.select(selected).from(instalments).where(isPending)
  return ranges.map((_, index) => ({
    count: (row?.[`count${index}`] as number | undefined) ?? 0,
    amount: (row?.[`sum${index}`] as number | undefined) ?? 0,
  }))
}
