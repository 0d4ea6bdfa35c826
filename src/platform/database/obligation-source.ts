import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isUuid } from '../../core/ids.ts'
import { compareDue, type Obligation, type ObligationSource } from '../../core/obligation.ts'
import type { Database, Executor } from './database.ts'

interface SourceOf<Kind extends string> {
  database: Database
  kind: Kind
  table: PgTable
  /** Condition of the rows that are unmet obligations. A partial index of the table on (`since`, `id`) has the same condition. */
  where: SQL | undefined
  id: AnyPgColumn
  /** Time since which it is owed, or, if `withinMs` is 0, its deadline. */
  since: AnyPgColumn
  /** Milliseconds in which the obligation is to be met. */
  withinMs: number
  /** Changes whenever the row needs something else while `since` stays. */
  revision?: AnyPgColumn
  userId?: AnyPgColumn | SQL<string | null>
  orderId?: AnyPgColumn
  /** In centavos. */
  amount?: AnyPgColumn | SQL
  about: AnyPgColumn | SQL<string>
  /** Converts the value of `about` to text for a reader; unchanged by default. */
  aboutWords?: (about: string) => string
}

/**
 * Returns the condition for rows after a position: later, or at the same time with a greater id. Ids are compared as text, by
 * code units, as the queue does: the position may belong to another kind, whose ids are not UUIDs.
 */
export function isAfter(
  time: AnyPgColumn | SQL,
  from: SQL,
  { id, after }: { id: AnyPgColumn; after: string },
): SQL {
  // A range of the index; with a text id it would be a filter.
  if (isUuid(after)) return sql`(${time}, ${id}) > (${from}, ${after}::uuid)`
  return sql`(${time} >= ${from} and (${time} > ${from} or ${id}::text collate "C" > ${after}))`
}

interface Counting {
  count: SQL
  settle: Pick<PromiseWithResolvers<number>, 'resolve' | 'reject'>
}

/** Counts that will share one statement at the end of this turn of the event loop. */
const counted = new WeakMap<Executor, Counting[]>()

/**
 * Counts the rows that meet a condition, up to the limit. All counts of one turn of the event loop share one statement: each page of the
 * desk counts twenty kinds of obligations, and a statement for each took two thirds of its time.
 */
export function countUpTo(
  executor: Executor,
  table: PgTable,
  where: SQL | undefined,
  limit: number,
): Promise<number> {
  const count = sql`(select count(*)::int from (select 1 from ${table} where ${where ?? sql`true`} limit ${limit}) as found)`
  const { promise, ...settle } = Promise.withResolvers<number>()
  const together = counted.get(executor)
  if (together) together.push({ count, settle })
  else {
    const first = [{ count, settle }]
    counted.set(executor, first)
    queueMicrotask(() => {
      counted.delete(executor)
      void countAll(executor, first)
    })
  }
  return promise
}

async function countAll(executor: Executor, all: readonly Counting[]): Promise<void> {
  const counts = sql.join(
    all.map(({ count }) => count),
    sql`, `,
  )
  try {
    const { rows } = await executor.execute<{ counts: number[] }>(sql`select array[${counts}] as counts`)
    for (const [at, { settle }] of all.entries()) settle.resolve(rows[0]?.counts[at] ?? 0)
  } catch (error) {
    for (const { settle } of all) settle.reject(error)
  }
}

/**
 * Returns the source of open obligations that are rows of one table, each due a fixed time after `since`. Every query is a range
 * of the partial index that the table has for them.
 */
export function obligationSource<Kind extends string>({
  database,
  kind,
  table,
  where,
  id,
  since,
  withinMs,
  ...columns
}: SourceOf<Kind>): ObligationSource<Kind> {
  const { revision, userId, orderId, amount, about, aboutWords = (text: string) => text } = columns
  const nothing = sql<null>`null`
  const selected = {
    id: sql<string>`${id}`,
    since: sql`${since}`.mapWith((value: string) => since.mapFromDriverValue(value) as Date),
    revision: revision ? sql<string>`${revision}::text` : nothing,
    userId: userId ? sql<string | null>`${userId}` : nothing,
    orderId: orderId ? sql<string | null>`${orderId}` : nothing,
    amount: amount ? sql<number | null>`${amount}`.mapWith(Number) : nothing,
    about: sql<string>`coalesce(${about}, '')`,
  }
  const obligationOf = ({
    revision: changed,
    ...row
  }: Omit<Obligation<Kind>, 'kind' | 'dueAt' | 'revision'> & {
    revision: string | null
  }): Obligation<Kind> => ({
    ...row,
    ...(changed !== null && { revision: changed }),
    about: aboutWords(row.about),
    kind,
    dueAt: new Date(row.since.getTime() + withinMs),
  })
  return {
    kind,
    async open({ after, limit }) {
      const from = after && new Date(after.dueAt.getTime() - withinMs)
      const rows = await database
        .select(selected)
        .from(table)
        .where(
          and(
            where,
            from && isAfter(since, sql`${from.toISOString()}::timestamptz`, { id, after: after.id }),
          ),
        )
        .orderBy(asc(since), asc(id))
        .limit(limit)
      return rows.map(obligationOf)
    },
    async among({ ids }) {
      const known = ids.filter(isUuid)
      if (known.length === 0) return []
      const rows = await database
        .select(selected)
        .from(table)
        .where(and(where, inArray(id, known)))
      return rows.map(obligationOf)
    },
    count: ({ limit }) => countUpTo(database, table, where, limit),
  }
}

/** Returns the source of open obligations from a list that is always short, such as the days that differ from a provider's. */
export function listedSource<Kind extends string>(
  kind: Kind,
  list: () => Promise<Obligation<Kind>[]>,
): ObligationSource<Kind> {
  const inOrder = async () => (await list()).toSorted(compareDue)
  return {
    kind,
    open: async ({ after, limit }) =>
      (await inOrder()).filter((open) => !after || compareDue(open, after) > 0).slice(0, limit),
    among: async ({ ids }) => (ids.length === 0 ? [] : (await list()).filter(({ id }) => ids.includes(id))),
    count: async ({ limit }) => Math.min(limit, (await list()).length),
  }
}
