import { type SQL, sql } from 'drizzle-orm'
import { instant } from '../database/columns.ts'
import type { Database, Executor } from '../database/database.ts'
import type { JobData, SendJob } from './jobs.ts'

/**
 * Returns the columns of a table whose rows are work to do. A row waits from the transaction that wrote it; a process takes it;
 * when it is done, both columns are null.
 */
export const outboxColumns = () => ({ waitingSince: instant('waiting_since'), takenAt: instant('taken_at') })

/** Job to run for a row. It is idempotent, because it may also run from the queue. */
export interface RowJob {
  job: string
  data: JobData
  /** For a job that only processes of another release run: it is not tried here. The queue for it if its own does not exist. */
  otherwise?: string
}

/** All jobs of a row together, for example in one transaction. */
export interface CombinedJobs extends RowJob {
  run(): Promise<void>
}

/**
 * Table whose rows are processed in batches, without a row in the job queue (docs/decisions/0037). Each row is tried once; a job
 * that fails, or is lost with its process, is moved to the queue of its job, which retries it.
 */
export interface Outbox {
  readonly table: string
  /** Polling interval in seconds. */
  readonly poll: number
  /** Its jobs make no decision that depends on the time, so that they also run where the clock is wrong. */
  readonly anyClock: boolean
  /** Takes the rows that have waited longest. */
  take(limit: number): Promise<Taken[]>
  /** Returns the rows that a process took and has not renewed in time, because it was killed, and marks them as done here. */
  takeLost(executor: Executor): Promise<Taken[]>
  /** Sends a heartbeat for rows that this process is still working on. */
  renew(rows: readonly TakenRow[]): Promise<void>
  /** Gives rows back that were not begun: whichever process looks next takes them. */
  release(rows: readonly TakenRow[]): Promise<void>
  /** Marks rows as done. One that was queued again in the meantime stays queued. */
  finish(executor: Executor, rows: readonly TakenRow[]): Promise<void>
}

/** A row as it was taken. */
interface TakenRow {
  id: string
  /** The `waiting_since` that it was taken with, exactly, as text. A row that waits again has another. */
  waitingSince: string
}

interface Taken extends TakenRow {
  jobs: RowJob[]
  combined?: CombinedJobs
}

/** Seconds after which a taken row without a heartbeat of its process counts as lost. */
const lostAfterSeconds = 20
const renewEverySeconds = 5

/**
 * Polling interval, in seconds, of the queue to which an outbox leaves its retries: it gets only jobs that failed or were lost,
 * which wait for seconds in any case.
 */
export const retryPoll = 2

/**
 * Creates an outbox.
 *
 * @param columns those that `jobsOf` needs besides the id
 * @param jobsOf must not throw: rows are read in batches, and one that cannot be read would hold up the others
 * @param runCombined runs all jobs of a row that has several. If it fails, each of them is run separately.
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
  type StoredRow = Row & { id: string; taken_with: string }
  const rowsOf = async (executor: Executor, query: SQL) => {
    const { rows } = await executor.execute<StoredRow>(query)
    return (rows as StoredRow[]).map(takenOf)
  }
  const takenOf = (row: StoredRow): Taken => {
    const { id, taken_with: waitingSince } = row
    const jobs = jobsOf(row)
    if (!runCombined || jobs.filter(isHere).length < 2) return { id, waitingSince, jobs }
    const combined = { job: `${table}.together`, data: { id }, run: () => runCombined(row) }
    return { id, waitingSince, jobs, combined }
  }
  /** Sets columns of those rows that are still as they were taken. */
  const setTaken = async (executor: Executor, rows: readonly TakenRow[], set: SQL) => {
    const ids = sql.param(rows.map(({ id }) => id))
    const times = sql.param(rows.map(({ waitingSince }) => waitingSince))
    await executor.execute(sql`update ${from} set ${set}
      from unnest(${ids}::uuid[], ${times}::timestamptz[]) as mine (taken_id, taken_with)
      where id = taken_id and waiting_since = taken_with and taken_at is not null`)
  }
  return {
    table,
    poll,
    anyClock,
    take: (limit) =>
      rowsOf(
        database,
        sql`with next (taken_id, taken_with) as materialized (
          select id, waiting_since::text from ${from} where waiting_since is not null and taken_at is null
          order by waiting_since limit ${limit} for update skip locked)
        update ${from} set taken_at = now() from next where id = taken_id returning ${read}, taken_with`,
      ),
    takeLost: (executor) =>
      rowsOf(
        executor,
        sql`with lost (taken_id, taken_with) as materialized (
          select id, waiting_since::text from ${from} where waiting_since is not null
            and taken_at < now() - make_interval(secs => ${lostAfterSeconds}) for update skip locked)
        update ${from} set waiting_since = null, taken_at = null from lost where id = taken_id returning ${read}, taken_with`,
      ),
    renew: (rows) => setTaken(database, rows, sql`taken_at = now()`),
    release: (rows) => setTaken(database, rows, sql`taken_at = null`),
    finish: (executor, rows) => setTaken(executor, rows, sql`waiting_since = null, taken_at = null`),
  }
}

/**
 * Processes one batch. A row that fails does not delay the others: its job is moved to the queue, in the transaction that
 * finishes the row. When the process stops, the rows that were not begun are given back at once.
 *
 * @param run runs a job, or the jobs of a row together, and resolves with whether it succeeded
 * @returns the number of rows taken
 */
export async function workOn(
  outbox: Outbox,
  {
    database,
    enqueue,
    run,
    limit,
    lanes,
    isStopping = () => false,
  }: {
    database: Database
    enqueue: SendJob
    run(job: RowJob | CombinedJobs): Promise<boolean>
    limit: number
    /** Number of rows processed at the same time. */
    lanes: number
    /** Whether this process stops, so that no further row is begun. */
    isStopping?(): boolean
  },
): Promise<number> {
  const taken = await outbox.take(limit)
  if (taken.length === 0) return 0
  const pending = [...taken]
  const begun: Taken[] = []
  const failed: RowJob[] = []
  const runAll = async ({ jobs, combined }: Taken) => {
    const here = jobs.filter(isHere)
    failed.push(...jobs.filter((job) => !isHere(job)))
    if (combined && (await run(combined))) return
    for (const job of here) if (!(await run(job))) failed.push(job)
  }
  const renew = () => void outbox.renew([...begun, ...pending]).catch(() => {})
  const renewing = setInterval(renew, renewEverySeconds * 1000)
  const lane = async () => {
    for (let row = pending.shift(); row; row = pending.shift()) {
      begun.push(row)
      await runAll(row)
      // Where that fails, they count as lost a little later.
      if (isStopping()) await outbox.release(pending.splice(0)).catch(() => {})
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    clearInterval(renewing)
  }
  if (failed.length === 0) await outbox.finish(database, begun)
  else {
    await database.transaction(async (tx) => {
      for (const job of failed) await toQueue(tx, job, enqueue)
      await outbox.finish(tx, begun)
    })
  }
  return taken.length
}

/** Moves the rows that killed processes had taken to the queue, where it is checked whether they were done. */
export async function requeueLost(
  outbox: Outbox,
  { database, enqueue }: { database: Database; enqueue: SendJob },
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { jobs } of await outbox.takeLost(tx)) {
      for (const job of jobs) await toQueue(tx, job, enqueue)
    }
  })
}

function isHere({ otherwise }: RowJob): boolean {
  return otherwise === undefined
}

async function toQueue(tx: Executor, { job, data, otherwise }: RowJob, enqueue: SendJob): Promise<void> {
  try {
    await enqueue(tx, job, data)
  } catch (error) {
    if (otherwise === undefined) throw error
    await enqueue(tx, otherwise, data)
  }
}
