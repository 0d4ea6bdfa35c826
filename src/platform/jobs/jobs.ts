import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Database, Executor } from '../database/database.ts'
import { oneAtATime } from '../database/one-at-a-time.ts'
import { PayloadError } from '../payload.ts'
import { serializeError } from '../telemetry/errors.ts'
import type { Log } from '../telemetry/log.ts'

/** What a job carries: plain JSON, ids rather than copies. */
export type JobData = Record<string, string | number | boolean | null>

/** A cron expression in America/Sao_Paulo, or a period in seconds. */
export type Schedule = { cron: string } | { seconds: number }

export interface JobSettings {
  /** How often it is tried again before it waits for a person in the dead-letter queue. Default 8. */
  retryLimit?: number
  /** Seconds before the first retry; doubles each time. Default 2. */
  retryDelay?: number
  /** When it comes by itself, for work nobody enqueues. */
  every?: Schedule
  /** Seconds between looks at the queue. Default 1. */
  poll?: number
}

/** A queue as the worker runs it; modules declare theirs with `defineJobs` and `handleJobs`. */
export interface JobDefinition extends JobSettings {
  /** Does the work. Runs at least once: it must bear being run again. Throwing puts the job back with back-off. */
  run(data?: unknown): Promise<void>
}

export interface JobOptions {
  startAfter?: Date
  key?: string
}

/** Adds a job to any queue by its name. Modules take `Enqueue` of their own jobs instead. */
export type SendJob = (executor: Executor, job: string, data: JobData, options?: JobOptions) => Promise<void>

export interface Jobs {
  enqueue: SendJob
  /** Creates the queues; must run before the first enqueue, in every process. */
  prepare(definitions: Record<string, JobDefinition>): Promise<void>
  /** Begins to take work; only in processes with the worker role. */
  work(definitions: Record<string, JobDefinition>): Promise<void>
  /** Lets running jobs end, then stops. */
  stop(): Promise<void>
}

/**
 * pg-boss on the product's own database. It looks up its queues through the same executor as the insert: on the
 * embedded database a query outside an open transaction would wait for that transaction, and so for itself.
 */
export function createJobs({
  database,
  embedded,
  log,
}: {
  database: Database
  embedded: boolean
  log: Log
}): Jobs {
  const within = new AsyncLocalStorage<Executor>()
  const boss = new PgBoss({
    db: {
      executeSql(text, values) {
        const executor = within.getStore()
        return executor
          ? fromDrizzle(executor as Parameters<typeof fromDrizzle>[0], sql).executeSql(text, values)
          : database.$client.query(text, values)
      },
    },
    ...(embedded ? { backend: 'pglite' as const } : {}),
    cronWorkerIntervalSeconds: 5,
    // How soon the jobs of a process that was killed are seen to be nobody's (see heartbeatSeconds below).
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'))
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false

  return {
    async enqueue(executor, job, data, { startAfter, key } = {}) {
      await within.run(executor, () =>
        boss.send(job, data, {
          ...(startAfter ? { startAfter } : {}),
          ...(key ? { singletonKey: key } : {}),
        }),
      )
    },

    async prepare(definitions) {
      // pg-boss makes its schema without waiting for another process that is at it.
      await oneAtATime(database, () => makeQueues(definitions))
    },

    async work(definitions) {
      for (const [name, { run, every, poll = 1 }] of Object.entries(definitions)) {
        await boss.work<JobData, unknown, typeof inBatches & { pollingIntervalSeconds: number }>(
          name,
          { ...inBatches, pollingIntervalSeconds: poll },
          (batch) => runBatch(batch, run, (err) => log.error({ err, job: name }, 'a job cannot be read')),
        )
        if (every && 'cron' in every) await boss.schedule(name, every.cron, {}, { tz: 'America/Sao_Paulo' })
        if (every && 'seconds' in every) {
          // Every process asks; the slot of the singleton lets one through per period.
          const ask = () => {
            if (!stopping)
              boss
                .send(name, {}, { singletonSeconds: every.seconds })
                .catch((err) => log.warn({ err }, 'schedule'))
          }
          ask()
          timers.add(setInterval(ask, every.seconds * 1000))
        }
      }
    },

    async stop() {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await boss.stop({ graceful: true, timeout: 3_000 })
    },
  }

  async function makeQueues(definitions: Record<string, JobDefinition>): Promise<void> {
    await boss.start()
    await boss.createQueue(deadLetters)
    for (const [name, { retryLimit = 8, retryDelay = 2, every }] of Object.entries(definitions)) {
      await boss.createQueue(name, {
        retryLimit,
        retryDelay,
        retryBackoff: true,
        // What comes again by itself within the hour waits for nobody.
        ...(every && 'seconds' in every ? {} : { deadLetter: deadLetters }),
        // Without it a job whose process was killed would wait for its expiry, a quarter of an hour.
        heartbeatSeconds: 15,
      })
    }
  }
}

/** Where jobs that failed every time wait for a person. */
const deadLetters = 'dead-letters'

/** One job a look would be one job a second. A full batch is followed by the next at once. */
const inBatches = { batchSize: 16, burstWhenBatchFull: true, perJobResults: true } as const

/** Fewer than the pool has connections: people's requests are served from the same one. */
const atOnce = 4

/** Runs jobs a few at a time. Each succeeds or fails by itself: what failed comes back alone. */
async function runBatch(
  batch: readonly Job<JobData>[],
  run: JobDefinition['run'],
  onUnreadable: (error: PayloadError) => void,
): Promise<JobResult<unknown>[]> {
  const waiting = [...batch]
  const results: JobResult<unknown>[] = []
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { id, data } = job
      try {
        await run(data ?? {})
        results.push({ id, status: 'completed' })
      } catch (error) {
        // No retry mends it: somebody must know now, not once it waits in the dead-letter queue.
        if (error instanceof PayloadError) onUnreadable(error)
        results.push({ id, status: 'failed', output: serializeError(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
