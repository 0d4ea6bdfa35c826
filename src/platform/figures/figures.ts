import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '../../core/calendar.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database, Executor, Transaction } from '../database/database.ts'
import { lockName } from '../database/named-lock.ts'
import { dailyFigures, figureSources } from './tables.server.ts'

/**
 * Source of figures that are computed from the rows of a module. Triggers mark the days that a statement changed, with the name
 * of the source.
 */
export interface FigureSource {
  name: string
  /** Every figure that it computes; no other source computes any of them. */
  figures: readonly string[]
  /**
   * Returns a query of the rows (figure, day, subject, count, amount) of these days only, each read by an index. Amounts are centavos,
   * days are DATEs in America/Sao_Paulo; the subject is a plan or an account, empty if the figure has one value per day.
   */
  of(days: readonly IsoDate[]): SQL
}

/** Returns the condition `day = any(…)` for a list of days. */
export function isOneOf(day: SQL | Parameters<typeof sql>[1], days: readonly IsoDate[]): SQL {
  return sql`${day} = any(${sql.param([...days])}::date[])`
}

/** Days that are computed in one transaction: few, so that it is short. */
const batch = 40

/**
 * Computes the figures of the days that were marked since the last run, until no mark is left. Only one process at a time does
 * this.
 *
 * @returns the number of computed days
 */
export async function refreshFigures(
  { database, clock }: { database: Database; clock: Clock },
  source: FigureSource,
): Promise<number> {
  let made = 0
  for (;;) {
    const { days, isMore } = await database.transaction(async (tx) => {
      await lock(tx, source)
      const taken = await takeMarks(tx, source.name)
      await make(tx, source, taken.days)
      if (!taken.isMore) {
        const madeAt = clock.now()
        await tx
          .insert(figureSources)
          .values({ source: source.name, madeAt })
          .onConflictDoUpdate({ target: figureSources.source, set: { madeAt } })
      }
      return taken
    })
    made += days.length
    if (!isMore) return made
  }
}

/**
 * Compares the stored figures of a day with those computed from its rows now, and stores the latter if they differ. A marked day
 * is not compared.
 *
 * @returns whether they differed without a mark, which only a bug can cause
 */
export async function checkFigures(
  { database }: { database: Database },
  source: FigureSource,
  day: IsoDate,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lock(tx, source)
    const { rows: marked } = await tx.execute(
      sql`select 1 from figure_marks where source = ${source.name} and ${day}::date = any(days) limit 1`,
    )
    if (marked.length > 0) return false
    const { rows: different } = await tx.execute(sql`
      with made as (select figure, day, subject, count::bigint, amount::bigint from (${source.of([day])}) as made),
        kept as (select figure, day, subject, count, amount from daily_figures
          where figure in ${source.figures} and day = ${day})
      (select * from made except select * from kept) union all (select * from kept except select * from made) limit 1`)
    if (different.length === 0) return false
    await make(tx, source, [day])
    return true
  })
}

/** Returns the days whose figures are not computed yet. */
export async function markedDays(executor: Executor, source: string): Promise<IsoDate[]> {
  const { rows } = await executor.execute<{ day: IsoDate }>(
    sql`select distinct unnest(days) as day from figure_marks where source = ${source}`,
  )
  return rows.map(({ day }) => day)
}

/**
 * Returns the time until which the figures of all given sources are complete; undefined before they are computed for the first
 * time.
 */
export async function madeUntil(executor: Executor, sources: readonly string[]): Promise<Date | undefined> {
  const rows = await executor
    .select()
    .from(figureSources)
    .where(inArray(figureSources.source, [...sources]))
  if (rows.length < sources.length) return undefined
  return new Date(Math.min(...rows.map(({ madeAt }) => madeAt.getTime())))
}

/** Waits for other transactions that compute the figures of a source, so that the statements after it see their results. */
async function lock(tx: Transaction, { name }: FigureSource): Promise<void> {
  await lockName(tx, `figures:${name}`)
}

/** Maximum number of marks read to choose a batch of days. */
const maxMarks = 1_000

/**
 * Removes the days of the oldest marks, up to a batch, from every mark that contains them, so that a day changed by many
 * statements is computed once. Changes committed after this have a mark of their own.
 *
 * @returns the days, and whether there may be others left
 */
async function takeMarks(tx: Transaction, source: string): Promise<{ days: IsoDate[]; isMore: boolean }> {
  const { rows } = await tx.execute<{ day: IsoDate; marks: number }>(sql`
    with oldest as (select id, days from figure_marks where source = ${source} order by id limit ${maxMarks}),
      wanted as (select day from (select unnest(days) as day, id from oldest) as each group by day order by min(id), day limit ${batch}),
      list as (select array_agg(day) as days from wanted),
      done as (delete from figure_marks using list where source = ${source} and figure_marks.days <@ list.days),
      rest as (update figure_marks set days = array(select unnest(figure_marks.days) except select unnest(list.days))
        from list where source = ${source} and figure_marks.days && list.days and not figure_marks.days <@ list.days)
    select day, (select count(*) from oldest)::int as marks from wanted order by day`)
  return {
    days: rows.map(({ day }) => day),
    isMore: rows.length === batch || rows[0]?.marks === maxMarks,
  }
}

async function make(tx: Transaction, { figures, of }: FigureSource, days: readonly IsoDate[]): Promise<void> {
  if (days.length === 0) return
  await tx
    .delete(dailyFigures)
    .where(and(inArray(dailyFigures.figure, [...figures]), isOneOf(dailyFigures.day, days)))
  await tx.execute(
    sql`insert into daily_figures (figure, day, subject, count, amount)
      select figure, day, subject, count, amount from (${of(days)}) as made`,
  )
}
