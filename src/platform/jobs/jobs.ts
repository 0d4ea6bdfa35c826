import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Database, Executor } from '../database/database.ts'
import { withStartupLock } from '../database/startup-lock.ts'
import { PayloadError } from '../payload.ts'
import { serializeError } from '../telemetry/errors.ts'
import type { Log } from '../telemetry/log.ts'

/** A job's payload: plain JSON, ids rather than copies. */
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
  /** Polling interval in seconds. Default 1. */
  poll?: number
}

/** A queue and its handler; modules declare theirs with `defineJobs` and `handleJobs`. */
export interface JobDefinition extends JobSettings {
  /** Runs at least once, so it must be idempotent. Throwing retries the job with back-off. */
  run(data?: unknown): Promise<void>
}

export interface JobOptions {
  startAfter?: Date
  key?: string
}

/** Enqueues a job by the name of its queue. Modules use `Enqueue` with their own jobs instead. */
export type SendJob = (executor: Executor, job: string, data: JobData, options?: JobOptions) => Promise<void>

export interface Jobs {
  enqueue: SendJob
  /** Creates the queues; must run before the first enqueue, in every process. */
  prepare(definitions: Record<string, JobDefinition>): Promise<void>
  /** Starts to process jobs; only in processes with the worker role. */
  work(definitions: Record<string, JobDefinition>): Promise<void>
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>
}

/**
 * pg-boss on the product's own database. Queue look-ups use the same executor as the insert: on the embedded database a
 * query outside the open transaction would wait for that transaction and deadlock.
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
    // How soon the orphaned jobs of a killed process are detected (see heartbeatSeconds below).
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
      // pg-boss does not serialize the creation of its schema between processes.
      await withStartupLock(database, () => createQueues(definitions))
    },

    async work(definitions) {
      for (const [name, { run, every, poll = 1 }] of Object.entries(definitions)) {
        await boss.work<JobData, unknown, typeof batchOptions & { pollingIntervalSeconds: number }>(
          name,
          { ...batchOptions, pollingIntervalSeconds: poll },
          (batch) =>
            runBatch(batch, run, (err) =>
              log.error({ err, job: name }, 'the payload of a job does not parse'),
            ),
        )
        if (every && 'cron' in every) await boss.schedule(name, every.cron, {}, { tz: 'America/Sao_Paulo' })
        if (every && 'seconds' in every) {
          // Every process sends; the singleton slot accepts one job per period.
          const send = () => {
            if (!stopping)
              boss
                .send(name, {}, { singletonSeconds: every.seconds })
                .catch((err) => log.warn({ err }, 'schedule'))
          }
          send()
          timers.add(setInterval(send, every.seconds * 1000))
        }
      }
    },

    async stop() {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await boss.stop({ graceful: true, timeout: 3_000 })
    },
  }

  async function createQueues(definitions: Record<string, JobDefinition>): Promise<void> {
    await boss.start()
    await boss.createQueue(deadLetters)
    for (const [name, { retryLimit = 8, retryDelay = 2, every }] of Object.entries(definitions)) {
      await boss.createQueue(name, {
        retryLimit,
        retryDelay,
        retryBackoff: true,
        // A job that repeats within the hour needs no dead letter.
        ...(every && 'seconds' in every ? {} : { deadLetter: deadLetters }),
        // Without it the job of a killed process would only be retried when it expires, after 15 minutes.
        heartbeatSeconds: 15,
      })
    }
  }
}

/** The queue of jobs that failed every attempt; they need an operator. */
const deadLetters = 'dead-letters'

/** One job per poll would be one job per second. A full batch is followed immediately by the next. */
const batchOptions = { batchSize: 16, burstWhenBatchFull: true, perJobResults: true } as const

/** Lower than the pool size, because web requests share the pool. */
const concurrency = 4

/** Runs the jobs of a batch with limited concurrency. Each job succeeds or fails on its own. */
async function runBatch(
  batch: readonly Job<JobData>[],
  run: JobDefinition['run'],
  onPayloadError: (error: PayloadError) => void,
): Promise<JobResult<unknown>[]> {
  const pending = [...batch]
  const results: JobResult<unknown>[] = []
  const runner = async () => {
    for (let job = pending.shift(); job; job = pending.shift()) {
      const { id, data } = job
      try {
        await run(data ?? {})
        results.push({ id, status: 'completed' })
      } catch (error) {
        // Retries cannot help, so report it now rather than when it becomes a dead letter.
        if (error instanceof PayloadError) onPayloadError(error)
        results.push({ id, status: 'failed', output: serializeError(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runner))
  return results
}
