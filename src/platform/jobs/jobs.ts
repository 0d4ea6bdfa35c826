import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Clock } from '../../core/clock.ts'
import { DAY, HOUR, SECOND } from '../../core/durations.ts'
import type { Database, Executor } from '../database/database.ts'
import { retryAtStart } from '../database/retry-at-start.ts'
import { withStartupLock } from '../database/startup-lock.ts'
import { PayloadError } from '../payload.ts'
import { serializeError } from '../telemetry/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { inLogContext } from '../telemetry/log-context.ts'
import { deadLetterQueue } from './dead-letters.ts'
import { type CombinedJobs, type Outbox, type RowJob, requeueLost, workOn } from './outbox.ts'
import { createQueueErrors } from './queue-errors.ts'

/** Payload of a job: plain JSON, with ids rather than copies. */
export type JobData = Record<string, string | number | boolean | null>

/** A cron expression in America/Sao_Paulo, or a period in seconds. */
export type Schedule = { cron: string } | { seconds: number }

export interface JobSettings {
  /** Retries before the job goes to the dead-letter queue. Default 8. */
  retryLimit?: number
  /** Seconds before the first retry; doubles each time. Default 2. */
  retryDelay?: number
  /** Schedule of a job that is not enqueued. */
  every?: Schedule
  /**
   * Polling interval in seconds. Default 1; for a scheduled job, which no request waits for, a tenth of its period, at most 5.
   */
  poll?: number
  /**
   * Seconds after which a run counts as failed, so that one that never ends holds up no other job. Default 120; for a scheduled job,
   * which may have much to do and holds up only itself, the 15 minutes of pg-boss.
   */
  maxSeconds?: number
  /** Makes no decision that depends on the time, so that it also runs where the clock is wrong. */
  anyClock?: boolean
}

/** Queue and its handler; modules declare theirs with `defineJobs` and `handleJobs`. */
export interface JobDefinition extends JobSettings {
  /** Runs at least once, so it must be idempotent. If it throws, the job is retried with back-off. */
  run(data?: unknown): Promise<void>
}

export interface JobOptions {
  startAfter?: Date
  key?: string
}

/** Enqueues a job by the name of its queue. Modules use `Enqueue` with their own jobs instead. */
export type SendJob = (executor: Executor, job: string, data: JobData, options?: JobOptions) => Promise<void>

/** Checks whether the jobs of this process may run now; called before each one, so it must be cheap. */
export type JobsMayRun = () => Promise<boolean>

export interface Jobs {
  enqueue: SendJob
  /** Creates the queues; must run before the first enqueue, in every process. */
  prepare(definitions: Record<string, JobDefinition>): Promise<void>
  /** Starts to process jobs and outboxes, whose rows refer to some of these jobs; only in processes with the worker role. */
  work(definitions: Record<string, JobDefinition>, outboxes?: readonly Outbox[]): Promise<void>
  /** Stops fetching jobs, except those with `anyClock`; running ones finish. Idempotent. */
  pause(): Promise<void>
  /** Fetches jobs again after a pause. Idempotent. */
  resume(): Promise<void>
  /** Moves a dead letter back to its queue, with all its attempts. @returns whether there was one */
  retryDeadLetter(executor: Executor, id: string): Promise<boolean>
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>
}

/**
 * Creates the job queue: pg-boss on the product's own database. Its look-ups use the same executor as the insert: on the embedded
 * database a query outside the open transaction would wait for that transaction and deadlock.
 */
export function createJobs({
  database,
  embedded,
  log,
  clock,
  mayRun = async () => true,
}: {
  database: Database
  embedded: boolean
  log: Log
  /** Clock of the queue's schedules; without one, this machine's. */
  clock?: Clock
  mayRun?: JobsMayRun
}): Jobs {
  const within = new AsyncLocalStorage<Executor>()
  const errors = createQueueErrors({ log })
  const own = async (text: string, values?: unknown[]) => {
    const answer = await database.$client.query(text, values)
    errors.answered()
    return answer
  }
  const boss = new PgBoss({
    db: {
      executeSql(text, values) {
        const executor = within.getStore()
        return executor
          ? fromDrizzle(executor as Parameters<typeof fromDrizzle>[0], sql).executeSql(text, values)
          : own(text, values)
      },
    },
    ...(embedded ? { backend: 'pglite' as const } : {}),
    ...(clock ? { clock: { ...timers, now: () => clock.now().getTime() } } : {}),
    cronWorkerIntervalSeconds: 5,
    // Interval at which the orphaned jobs of a killed process are detected (see heartbeatSeconds below).
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', (error) => errors.failed(error))
  const intervals = new Set<NodeJS.Timeout>()
  const looking = new Set<Promise<void>>()
  let stopping = false
  let paused = false
  let working: Record<string, JobDefinition> = {}
  const enqueue: SendJob = async (executor, job, data, { startAfter, key } = {}) => {
    await within.run(executor, () =>
      boss.send(job, data, {
        ...(startAfter ? { startAfter } : {}),
        ...(key ? { singletonKey: key } : {}),
      }),
    )
  }

  return {
    enqueue,

    async prepare(definitions) {
      // pg-boss does not serialize the creation of its schema between concurrent processes.
      await withStartupLock(database, async () => {
        try {
          await createQueues(definitions)
        } catch (error) {
          // The parts that have started would keep running, and the next attempt would skip them because they have started.
          await boss.stop({ graceful: false }).catch(() => {})
          throw error
        }
      })
    },

    async work(definitions, outboxes = []) {
      working = definitions
      for (const outbox of outboxes) watch(outbox)
      for (const [name, definition] of Object.entries(definitions)) {
        const { every } = definition
        if (!paused || definition.anyClock) await fetchFrom(name, definition)
        if (every && 'seconds' in every) {
          // Every process sends; the singleton slot accepts one job per period.
          const send = () => {
            if (stopping || (paused && !definition.anyClock)) return
            boss
              .send(
                name,
                {},
                {
                  singletonSeconds: every.seconds,
                  ...(clock && isFirstOfHour(clock, every.seconds) ? likeOthers : {}),
                },
              )
              .catch((error) => errors.failed(error, { queue: name }))
          }
          send()
          intervals.add(setInterval(send, every.seconds * 1000))
        }
      }
      await retryAtStart(() => declareSchedules(definitions))
      const again = () => void declareSchedules(definitions).catch((error) => errors.failed(error))
      intervals.add(setInterval(again, declareEverySeconds * 1000))
    },

    async pause() {
      if (paused) return
      paused = true
      // Jobs already fetched finish or, not yet begun, fail and are retried elsewhere (see `runOne`).
      for (const [name] of timed(working)) await boss.offWork(name, { wait: false })
    },

    async resume() {
      if (!paused || stopping) return
      paused = false
      for (const [name, definition] of timed(working)) await fetchFrom(name, definition)
    },

    async retryDeadLetter(executor, id) {
      return (await within.run(executor, () => boss.redrive(deadLetterQueue, { ids: [id] }))) > 0
    },

    async stop() {
      stopping = true
      for (const interval of intervals) clearInterval(interval)
      await Promise.all([boss.stop({ graceful: true, timeout: 3_000 }), ...looking])
    },
  }

  /**
   * Stores the schedules of this process, and ends those that no process has declared for a day: a release that is running, also
   * beside another one during an update, declares its own every hour.
   */
  async function declareSchedules(definitions: Record<string, JobDefinition>): Promise<void> {
    const declared: string[] = []
    for (const [name, { every }] of Object.entries(definitions)) {
      if (!every || !('cron' in every)) continue
      // After a period without any process, all missed runs are done as one: it processes everything that is due by then.
      await boss.schedule(name, every.cron, {}, { tz: 'America/Sao_Paulo', missed: 'once' })
      declared.push(name)
    }
    const { rows } = await database.execute<{ name: string }>(sql`
      delete from pgboss.schedule where name <> all(${sql.param(declared)}::text[])
        and updated_on < now() - make_interval(secs => ${endUndeclaredAfterSeconds}) returning name`)
    for (const { name } of rows.filter((row) => !(row.name in definitions))) await boss.deleteQueuedJobs(name)
    if (rows.length > 0)
      log.info({ jobs: rows.map(({ name }) => name) }, 'ended schedules of an earlier release')
  }

  /** Processes waiting rows until the process stops; polls do not overlap. */
  function watch(outbox: Outbox): void {
    let last: Promise<void> | undefined
    let looks = 0
    const looksBetweenLost = Math.ceil(lookForLostEverySeconds / outbox.poll)
    const look = async () => {
      try {
        if (looks++ % looksBetweenLost === 0) await requeueLost(outbox, { database, enqueue })
        while (!stopping && (await mayWork(outbox)) && (await workOnBatch(outbox)) === rowsAtOnce);
      } catch (err) {
        if (!stopping) errors.failed(err, { table: outbox.table })
      }
    }
    const interval = setInterval(() => {
      if (last) return
      const current = look().finally(() => {
        looking.delete(current)
        last = undefined
      })
      last = current
      looking.add(current)
    }, outbox.poll * 1000)
    intervals.add(interval)
  }

  async function mayWork({ anyClock }: Outbox): Promise<boolean> {
    return anyClock || (!paused && (await mayRun()))
  }

  function workOnBatch(outbox: Outbox): Promise<number> {
    const may = outbox.anyClock ? async () => true : mayRun
    const runRow = async (rowJob: RowJob | CombinedJobs) => {
      const { job, data } = rowJob
      const { maxSeconds = defaultMaxSeconds } = working[job] ?? {}
      const { run } = 'run' in rowJob ? rowJob : (working[job] ?? {})
      if (!run) throw new Error(`no job is called ${job}`)
      const onPayloadError = () => {}
      const onFailure = (err: unknown) =>
        log.warn(
          { err, job, retries: 'run' in rowJob ? 'one by one' : 'in the queue' },
          'the first try of a job failed',
        )
      const { status } = await runOne(
        { id: newAttemptId(data), data },
        { job, run, maxSeconds, mayRun: may, onPayloadError, onFailure },
      )
      return status === 'completed'
    }
    return workOn(outbox, {
      database,
      enqueue,
      run: runRow,
      limit: rowsAtOnce,
      lanes: concurrency,
      isStopping: () => stopping,
    })
  }

  async function fetchFrom(
    name: string,
    { run, every, poll = pollOf(every), maxSeconds = maxSecondsOf(every), anyClock = false }: JobDefinition,
  ): Promise<void> {
    const options = { ...batchOptions, pollingIntervalSeconds: poll }
    await boss.work<JobData, unknown, typeof options>(name, options, (batch) =>
      runBatch(batch, {
        job: name,
        run,
        maxSeconds,
        mayRun: anyClock ? async () => true : mayRun,
        onFailure: (err) => log.warn({ err }, 'a try of a job failed'),
        onPayloadError: (err) => log.error({ err, job: name }, 'the payload of a job does not parse'),
      }),
    )
  }

  /** Creates the queues that are missing. Those of an earlier start are left as they are, as pg-boss leaves them. */
  async function createQueues(definitions: Record<string, JobDefinition>): Promise<void> {
    await boss.start()
    const existing = await boss.getQueues([deadLetterQueue, ...Object.keys(definitions)])
    const isMissing = (name: string) => existing.every((queue) => queue.name !== name)
    if (isMissing(deadLetterQueue)) await boss.createQueue(deadLetterQueue, { retentionSeconds: tenYears })
    for (const [name, { retryLimit = 8, retryDelay = 2, every }] of Object.entries(definitions)) {
      if (!isMissing(name)) continue
      await boss.createQueue(name, {
        retryLimit,
        retryDelay,
        retryBackoff: true,
        // A job that repeats within the hour needs no dead letter, except for one run an hour (`likeOthers`).
        ...(every && 'seconds' in every ? {} : { deadLetter: deadLetterQueue }),
        // Without a heartbeat, the job of a killed process would only be retried when it expires, after 15 minutes.
        heartbeatSeconds: 15,
        ...(!every && { retentionSeconds: tenYears }),
      })
    }
    const waiting = new Set([deadLetterQueue, ...namesOf(definitions, ({ every }) => !every)])
    await keepWaiting(existing.filter(({ name }) => waiting.has(name)))
  }

  /**
   * A dead letter waits for a person, and an enqueued job for a worker, however long: pg-boss by default deletes jobs that have waited two
   * weeks, and the queues of earlier releases still have that setting. Scheduled jobs may be deleted: the next run does the same.
   */
  async function keepWaiting(queues: readonly { name: string; retentionSeconds?: number }[]): Promise<void> {
    for (const { name } of queues.filter(({ retentionSeconds }) => retentionSeconds !== tenYears)) {
      await boss.updateQueue(name, { retentionSeconds: tenYears })
    }
  }
}

/** Creates the tables of the job queue in a database that has none, without queues: these are restored from a back-up. */
export async function createJobTables(database: Database, embedded: boolean): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.$client.query(text, values) },
    ...(embedded ? { backend: 'pglite' as const } : {}),
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}

const tenYears = (10 * 365 * DAY) / SECOND

function pollOf(every: Schedule | undefined): number {
  if (!every) return 1
  return 'cron' in every ? 5 : Math.min(5, Math.max(1, every.seconds / 10))
}

/** A whole batch of jobs that never end is over before pg-boss would fail all of it: sixteen in four lanes, in eight minutes. */
const defaultMaxSeconds = 120

function maxSecondsOf(every: Schedule | undefined): number | undefined {
  return every ? undefined : defaultMaxSeconds
}

/**
 * Retries and dead letter of the first run in an hour of a job that repeats within it, as of an hourly job: one that always fails would
 * otherwise only be a line in the log each time.
 */
const likeOthers = { retryLimit: 8, retryDelay: 2, retryBackoff: true, deadLetter: deadLetterQueue }

function isFirstOfHour(clock: Clock, period: number): boolean {
  const now = clock.now().getTime()
  const began = now - (now % (period * SECOND))
  return Math.floor(began / HOUR) !== Math.floor((began - period * SECOND) / HOUR)
}

const declareEverySeconds = HOUR / SECOND
const endUndeclaredAfterSeconds = DAY / SECOND

/** Timers for pg-boss, which takes them together with the time. */
const timers = {
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
}

function namesOf(
  definitions: Record<string, JobDefinition>,
  applies: (definition: JobDefinition) => boolean,
): string[] {
  return Object.entries(definitions).flatMap(([name, definition]) => (applies(definition) ? [name] : []))
}

/** Returns the jobs that wait while the clock is wrong. */
function timed(definitions: Record<string, JobDefinition>): [string, JobDefinition][] {
  return Object.entries(definitions).filter(([, { anyClock }]) => !anyClock)
}

/** With one job per poll, only one job per second would run. A full batch is followed immediately by the next. */
const batchOptions = { batchSize: 16, burstWhenBatchFull: true, perJobResults: true } as const

/** Lower than the pool size, because web requests share the pool. */
const concurrency = 4

/** Maximum number of outbox rows in a batch. A full batch is followed immediately by the next. */
const rowsAtOnce = 64
const lookForLostEverySeconds = 10

interface BatchOptions {
  job: string
  run: JobDefinition['run']
  maxSeconds: number | undefined
  mayRun: JobsMayRun
  onPayloadError: (error: PayloadError) => void
  onFailure: (error: unknown) => void
}

/** Runs the jobs of a batch with limited concurrency. Each job succeeds or fails on its own. */
async function runBatch(
  batch: readonly Job<JobData>[],
  options: BatchOptions,
): Promise<JobResult<unknown>[]> {
  const pending = [...batch]
  const results: JobResult<unknown>[] = []
  const runner = async () => {
    for (let job = pending.shift(); job; job = pending.shift()) results.push(await runOne(job, options))
  }
  await Promise.all(Array.from({ length: concurrency }, runner))
  return results
}

/**
 * Runs one job. A job that may not run fails: its retry finds a process whose clock is right, or this one once its clock is right
 * again.
 */
async function runOne(
  { id, data }: Pick<Job<JobData>, 'id' | 'data'>,
  { job, run, maxSeconds, mayRun, onPayloadError, onFailure }: BatchOptions,
): Promise<JobResult<unknown>> {
  return inLogContext({ job, jobId: id }, async () => {
    try {
      if (!(await mayRun())) throw new Error('the clock of this process is wrong')
      await endedWithin(run(data ?? {}), maxSeconds)
      return { id, status: 'completed' }
    } catch (error) {
      // Retries cannot help, so it is reported now rather than when it becomes a dead letter.
      if (error instanceof PayloadError) onPayloadError(error)
      else onFailure(error)
      return { id, status: 'failed', output: serializeError(error) }
    }
  })
}

/**
 * Rejects when a run has not ended in time. Nothing can stop it: like a run of a process that only seemed dead, it may still end beside
 * its retry.
 */
async function endedWithin(running: Promise<void>, maxSeconds: number | undefined): Promise<void> {
  if (maxSeconds === undefined) return running
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`did not end within ${maxSeconds} s`)), maxSeconds * 1000)
  try {
    await Promise.race([running, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the id of an attempt in the log. The row of an outbox has no job yet, so it is the first value of the payload. */
function newAttemptId(data: JobData): string {
  return String(Object.values(data)[0] ?? '')
}
