import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../database/database.ts'
import type { JobData } from './jobs.ts'

/** Queue of the jobs that failed every attempt; they need an operator. */
export const deadLetterQueue = 'dead-letters'

/** Job that failed every attempt. */
export interface DeadLetter {
  /** Its id among the dead letters. */
  id: string
  /** Queue in which it failed. */
  job: string
  /** Time of the last failed attempt. */
  since: Date
  attempts: number
  /** Message of the last error, which contains no value of the payload. */
  error: string
  data: JobData
}

/** Returns the jobs that failed every attempt, oldest first. */
export function listDeadLetters(executor: Executor, limit = 200): Promise<DeadLetter[]> {
  return read(executor, sql`order by created_on, id limit ${limit}`)
}

/** Returns those after a position, which is the time and id of one, oldest first; times are whole milliseconds. */
export function deadLettersAfter(
  executor: Executor,
  { after, limit }: { after?: { since: Date; id: string } | undefined; limit: number },
): Promise<DeadLetter[]> {
  const since = sql`date_trunc('milliseconds', created_on)`
  const id = sql`id::text collate "C"`
  const from = after?.since.toISOString()
  const rest = after ? sql`and (${since}, ${id}) > (${from}::timestamptz, ${after.id})` : sql``
  return read(executor, sql`${rest} order by ${since}, ${id} limit ${limit}`)
}

export function deadLettersAmong(
  executor: Executor,
  { ids }: { ids: readonly string[] },
): Promise<DeadLetter[]> {
  return read(executor, sql`and id in ${ids}`)
}

/** Returns those to which a condition on their id does not apply, newest first. */
export function deadLettersExcept(
  executor: Executor,
  { except, limit }: { except(id: SQL): SQL; limit: number },
): Promise<DeadLetter[]> {
  return read(
    executor,
    sql`and not ${except(sql`job.id::text`)} order by created_on desc, id desc limit ${limit}`,
  )
}

/** Counts dead letters, up to `limit`. */
export async function countDeadLetters(executor: Executor, { limit }: { limit: number }): Promise<number> {
  const { rows } = await executor.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from pgboss.job where ${isDeadLetter} limit ${limit}) as counted`)
  return rows[0]?.count ?? 0
}

/** Deletes a dead letter. @returns whether there was one */
export async function discardDeadLetter(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await executor.execute(
    sql`delete from pgboss.job where name = ${deadLetterQueue} and id = ${id} returning id`,
  )
  return rows.length > 0
}

const isDeadLetter = sql`name = ${deadLetterQueue} and state = 'created'`

interface DeadLetterRow extends Record<string, unknown> {
  id: string
  source_name: string | null
  created_on: Date | string
  source_retry_count: number | null
  /** The error of the job; for one that was lost with its process, pg-boss stores it one level deeper. */
  source_output: { message?: unknown; value?: { message?: unknown } } | null
  data: JobData | null
}

/** @param rest the end of the query: further conditions, the order and the limit */
async function read(executor: Executor, rest: SQL): Promise<DeadLetter[]> {
  const { rows } = await executor.execute<DeadLetterRow>(sql`
    select id, source_name, created_on, source_retry_count, source_output, data
    from pgboss.job where ${isDeadLetter} ${rest}`)
  return rows.map(deadLetterFrom)
}

function deadLetterFrom(row: DeadLetterRow): DeadLetter {
  return {
    id: row.id,
    job: row.source_name ?? '',
    since: new Date(row.created_on),
    attempts: (row.source_retry_count ?? 0) + 1,
    error: String(row.source_output?.message ?? row.source_output?.value?.message ?? ''),
    data: row.data ?? {},
  }
}
