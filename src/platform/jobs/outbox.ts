import { type SQL, sql } from 'drizzle-orm'
import { instant } from '../database/columns.ts'
import type { Database, Executor } from '../database/database.ts'
import type { JobData, SendJob } from './jobs.ts'

/**
 * The columns of a table whose rows are work. A row waits from the transaction that wrote it; a process takes it, and then it is
 * done with: both are null.
 */
export const outboxColumns = () => ({ waitingSince: instant('waiting_since'), takenAt: instant('taken_at') })

/** A job to run for a row. It is idempotent, because it may also run from the queue. */
export interface RowJob {
  job: string
  data: JobData
}

/** All jobs of a row at once, for example in one transaction. */
export interface CombinedJobs extends RowJob {
  run(): Promise<void>
}

/**
 * A table whose rows are worked on in batches, without a row in the job queue (docs/decisions/0037). Each is tried once; what fails,
 * or is lost with its process, goes to the queue of its job, which retries it.
 */
export interface Outbox {
  readonly table: string
  /** Polling interval in seconds. */
  readonly poll: number
  /** Its jobs decide nothing by the time, so that they also run where the clock is wrong. */
  readonly anyClock: boolean
  /** Takes the rows that have waited longest. */
  take(limit: number): Promise<Taken[]>
  /** The rows that a process took and has not renewed in time: it was killed. They are done with here. */
  takeLost(executor: Executor): Promise<Taken[]>
  /** Sends a heartbeat for rows on which this process still works. */
  renew(ids: readonly string[]): Promise<void>
  finish(executor: Executor, ids: readonly string[]): Promise<void>
}

interface Taken {
  id: string
  jobs: RowJob[]
  combined?: CombinedJobs
}

/** A row may be taken for so long without a sign of life of its process. */
const lostAfterSeconds = 20
const renewEverySeconds = 5

/**
 * Polling interval, in seconds, of the queue that an outbox leaves to be retried: nothing comes there but what has failed or was lost, and
 * waits for seconds in any case.
 */
export const retryPoll = 2

/**
 * @param columns those that `jobsOf` needs besides the id
 * @param runCombined does all jobs of a row that has several. Where it fails, each of them is run by itself.
 */
export function createOutbox<Row extends Record<string, unknown>>({
  database,
  table,
  columns = [],
  poll,
  anyClock = false,
  jobsOf,
  runCombined,
}: {
  database: Database
  table: string
  columns?: readonly (keyof Row & string)[]
  poll: number
  anyClock?: boolean
  jobsOf(row: Row & { id: string }): RowJob[]
  runCombined?(row: Row & { id: string }): Promise<void>
}): Outbox {
  const from = sql.identifier(table)
  const read = sql.join(
    ['id', ...columns].map((name) => sql.identifier(name)),
    sql`, `,
  )
  const rowsOf = async (executor: Executor, query: SQL) => {
    const { rows } = await executor.execute<Row & { id: string }>(query)
    return (rows as (Row & { id: string })[]).map(takenOf)
  }
  const takenOf = (row: Row & { id: string }): Taken => {
    const { id } = row
    const jobs = jobsOf(row)
    if (!runCombined || jobs.length < 2) return { id, jobs }
    return { id, jobs, combined: { job: `${table}.together`, data: { id }, run: () => runCombined(row) } }
  }
  return {
    table,
    poll,
    anyClock,
    take: (limit) =>
      rowsOf(
        database,
        sql`with next (taken_id) as materialized (
          select id from ${from} where waiting_since is not null and taken_at is null
          order by waiting_since limit ${limit} for update skip locked)
        update ${from} set taken_at = now() from next where id = taken_id returning ${read}`,
      ),
    takeLost: (executor) =>
      rowsOf(
        executor,
        sql`with lost (taken_id) as materialized (
          select id from ${from} where waiting_since is not null
            and taken_at < now() - make_interval(secs => ${lostAfterSeconds}) for update skip locked)
        update ${from} set waiting_since = null, taken_at = null from lost where id = taken_id returning ${read}`,
      ),
    async renew(ids) {
      await database.execute(
        sql`update ${from} set taken_at = now() where id = any(${sql.param(ids)}) and taken_at is not null`,
      )
    },
    async finish(executor, ids) {
      await executor.execute(
        sql`update ${from} set waiting_since = null, taken_at = null where id = any(${sql.param(ids)})`,
      )
    },
  }
}

/**
 * Works on one batch. A row that fails does not hold up the others: its job goes to the queue, in the transaction that finishes it.
 *
 * @param run runs a job, or the jobs of a row together, and resolves with whether it succeeded
 * @returns how many rows were taken
 */
export async function workOn(
  outbox: Outbox,
  {
    database,
    enqueue,
    run,
    limit,
    lanes,
  }: {
    database: Database
    enqueue: SendJob
    run(job: RowJob | CombinedJobs): Promise<boolean>
    limit: number
    /** Rows at the same time. */
    lanes: number
  },
): Promise<number> {
  const taken = await outbox.take(limit)
  if (taken.length === 0) return 0
  const ids = taken.map(({ id }) => id)
  const pending = [...taken]
  const failed: RowJob[] = []
  const runAll = async ({ jobs, combined }: Taken) => {
    if (combined && (await run(combined))) return
    for (const job of jobs) if (!(await run(job))) failed.push(job)
  }
  const renewing = setInterval(() => void outbox.renew(ids).catch(() => {}), renewEverySeconds * 1000)
  const lane = async () => {
    for (let row = pending.shift(); row; row = pending.shift()) await runAll(row)
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    clearInterval(renewing)
  }
  if (failed.length === 0) await outbox.finish(database, ids)
  else {
    await database.transaction(async (tx) => {
      for (const { job, data } of failed) await enqueue(tx, job, data)
      await outbox.finish(tx, ids)
    })
  }
  return taken.length
}

/** Hands what killed processes had taken to the queue: whether it was done is asked again there. */
export async function handOverLost(
  outbox: Outbox,
  { database, enqueue }: { database: Database; enqueue: SendJob },
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { jobs } of await outbox.takeLost(tx)) {
      for (const { job, data } of jobs) await enqueue(tx, job, data)
    }
  })
}
