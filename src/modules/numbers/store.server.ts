import { sql } from 'drizzle-orm'
import type { IsoDate } from '../../core/calendar.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Days } from './domain/period.ts'
import type { ShownFigure } from './domain/shown-figures.ts'
import type { VisitStep } from './domain/visit.ts'
import { visitCounts } from './tables.server.ts'

/** The part of the requested days that a sum belongs to: 1 is the previous period, 2 the first part of the period. */
export type Part = { part: number }

interface PeriodQuery extends Days {
  previous: Days
  /** The first day of the previous period, and of each part of the period, ascending. */
  starts: readonly IsoDate[]
}

/** Open promises count once their day has passed; so do due amounts. */
const untilYesterday: readonly ShownFigure[] = [
  'contact.open',
  'lookup.open',
  'step.open',
  'plan.open',
  'plan.paid',
]

/** Sums of figures by subject and part. */
export async function sumFigures(
  executor: Executor,
  { figures, today, ...query }: PeriodQuery & { figures: readonly string[]; today: IsoDate },
): Promise<(Part & { figure: string; subject: string; count: number; amount: number })[]> {
  const { rows } = await executor.execute<
    Part & { figure: string; subject: string; count: number; amount: number }
  >(sql`
    select figure, subject, ${partOf(query)} as part, sum(count)::bigint as count, sum(amount)::bigint as amount
    from daily_figures
    where figure in ${figures} and ${inPeriods(query)} and (day < ${today} or figure not in ${untilYesterday})
    group by 1, 2, 3`)
  return rows
}

/** Sums of counted visits by step and part. */
export async function sumVisits(
  executor: Executor,
  query: PeriodQuery,
): Promise<(Part & { step: VisitStep; count: number })[]> {
  const { rows } = await executor.execute<Part & { step: VisitStep; count: number }>(sql`
    select step, ${partOf(query)} as part, sum(count)::bigint as count
    from visit_counts where ${inPeriods(query)} group by 1, 2`)
  return rows
}

/** Adds to the counts of a day. */
export async function addVisits(
  executor: Executor,
  day: IsoDate,
  counts: ReadonlyMap<VisitStep, number>,
): Promise<void> {
  // In a fixed order, so that two processes do not deadlock.
  const rows = [...counts]
    .map(([step, count]) => ({ day, step, count }))
    .toSorted((a, b) => (a.step < b.step ? -1 : 1))
  if (rows.length === 0) return
  await executor
    .insert(visitCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [visitCounts.day, visitCounts.step],
      set: { count: sql`${visitCounts.count} + excluded.count` },
    })
}

const partOf = ({ starts }: PeriodQuery) => sql`width_bucket(day, ${sql.param([...starts])}::date[])`

const inPeriods = ({ from, to, previous }: PeriodQuery) =>
  sql`(day between ${from} and ${to} or day between ${previous.from} and ${previous.to})`
