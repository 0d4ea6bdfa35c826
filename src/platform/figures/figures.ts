import { and, between, inArray, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '../../core/calendar.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database, Executor, Transaction } from '../database/database.ts'
import { dailyFigures, figureSources } from './tables.server.ts'

/** What a day came to. Amounts are centavos, days DATEs in America/Sao_Paulo. */
export interface Figure {
  figure: string
  day: IsoDate
  /** A plan, an account; empty where the figure is one number a day. */
  subject: string
  count: number
  amount: number
}

/** Figures that follow from the rows of a module. Triggers mark the days that a statement changed, by the name of the source. */
export interface FigureSource {
  name: string
  /** Every figure that it makes; no other source makes one of them. */
  figures: readonly string[]
  /** Rows (figure, day, subject, count, amount) of these days alone, each read by an index. */
  of(days: readonly IsoDate[]): SQL
}

/** `day = any(…)` for a list of days. */
export function isOneOf(day: SQL | Parameters<typeof sql>[1], days: readonly IsoDate[]): SQL {
  return sql`${day} = any(${sql.param([...days])}::date[])`
}

/** Days made in one transaction: few, so that it is short. */
const batch = 40

/**
 * Makes the figures of the days that were marked since the last time, until none is left. Of several processes
 * one works at a time.
 *
 * @returns how many days were made
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
 * Compares the stored figures of a day with those that its rows give now, and stores these where they differ. A day that is
 * marked is only made.
 *
 * @returns whether they differed without a mark, which only a defect can bring about
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

/** The figures of some days, both included. */
export function readFigures(
  executor: Executor,
  { figures, from, to }: { figures: readonly string[]; from: IsoDate; to: IsoDate },
): Promise<Figure[]> {
  return executor
    .select()
    .from(dailyFigures)
    .where(and(inArray(dailyFigures.figure, [...figures]), between(dailyFigures.day, from, to)))
}

/** Days whose figures are not made yet. */
export async function markedDays(executor: Executor, source: string): Promise<IsoDate[]> {
  const { rows } = await executor.execute<{ day: IsoDate }>(
    sql`select distinct unnest(days) as day from figure_marks where source = ${source}`,
  )
  return rows.map(({ day }) => day)
}

/** Until when the figures of every one of some sources are complete; undefined before they are made for the first time. */
export async function madeUntil(executor: Executor, sources: readonly string[]): Promise<Date | undefined> {
  const rows = await executor
    .select()
    .from(figureSources)
    .where(inArray(figureSources.source, [...sources]))
  if (rows.length < sources.length) return undefined
  return new Date(Math.min(...rows.map(({ madeAt }) => madeAt.getTime())))
}

/** Waits for the other transactions that make the figures of a source, so that the statements after it see what those did. */
async function lock(tx: Transaction, { name }: FigureSource): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`figures:${name}`}, 0))`)
}

/** Marks that are looked at to choose a batch of days. */
const maxMarks = 1_000

/**
 * Takes the days of the oldest marks, up to a batch, out of every mark that has them, so that a day that many statements touched
 * is made once. What is committed after this has a mark of its own.
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
