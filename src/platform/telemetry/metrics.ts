import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import { type Figure, watchShop } from './shop-gauges.ts'

export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  jobs: Counter<'job' | 'result'>
  securityEvents: Counter<'event'>
  linesLost: Counter
  connectionsRefused: Counter
  providerCalls: Counter<'provider' | 'call' | 'result'>
  channelCalls: Counter<'channel' | 'result'>
  /** Exposes sales, receipts and open obligations (shop-gauges.ts), read on a scrape. */
  watchShop(read: () => Promise<readonly Figure[]>): void
  /** Exposes a pool's connections by state, read on each scrape. */
  watchPool(pool: { totalCount: number; idleCount: number; waitingCount: number }): void
  /** Exposes how far this machine's clock is ahead of the database's, read on each scrape. */
  watchClock(skewSeconds: () => number): void
  /** Exposes the free space on the disk of the data folder, read on each scrape. */
  watchDisk(freeBytes: () => Promise<number>): void
  /** Exposes how many failed jobs wait for a person, read on each scrape. */
  watchDeadLetters(count: () => Promise<number>): void
  /** Exposes how many rows of earlier releases contain an unencrypted CPF, read on each scrape. */
  watchReadable(count: () => Promise<ReadonlyMap<string, number>>): void
  /** Exposes the delay in seconds with which each provider's changes are read, read on each scrape. */
  watchReconciliation(lag: () => Promise<ReadonlyMap<string, number>>): void
}

/**
 * Creates the metrics of `/metrics`, in Prometheus text format.
 *
 * @param build version and role of the process, and the fingerprint of the secret that it signs with
 */
export function createMetrics(
  { version, role, sessionSecret } = { version: '', role: '', sessionSecret: '' },
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'build_info',
    help: 'What runs: always 1',
    labelNames: ['version', 'role', 'node', 'session_secret'],
    registers: [registry],
  }).set({ version, role, node: process.version, session_secret: sessionSecret }, 1)
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'How long answers took, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Jobs run, by name and result',
      labelNames: ['job', 'result'],
      registers: [registry],
    }),
    securityEvents: new Counter({
      name: 'security_events_total',
      help: 'Security events, by name (src/platform/security/events.ts)',
      labelNames: ['event'],
      registers: [registry],
    }),
    linesLost: new Counter({
      name: 'log_lines_lost_total',
      help: 'Lines of this process that could not be written: the disk of the log is full, or nobody reads it',
      registers: [registry],
    }),
    connectionsRefused: new Counter({
      name: 'database_connections_refused_total',
      help: 'Connections that the database refused to this process; those that are open serve meanwhile',
      registers: [registry],
    }),
    providerCalls: new Counter({
      name: 'provider_calls_total',
      help: 'Calls of payment providers, by result: ok, or the code of the refusal',
      labelNames: ['provider', 'call', 'result'],
      registers: [registry],
    }),
    channelCalls: new Counter({
      name: 'channel_calls_total',
      help: 'Messages handed to e-mail or WhatsApp by this process, by result: ok, or the code of the refusal',
      labelNames: ['channel', 'result'],
      registers: [registry],
    }),
    watchShop: (read) => watchShop(registry, read),
    watchPool(pool) {
      new Gauge({
        name: 'database_connections',
        help: 'Connections of the pool, by state; waiting are requests for one',
        labelNames: ['state'],
        registers: [registry],
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
          this.set({ state: 'idle' }, pool.idleCount)
          this.set({ state: 'waiting' }, pool.waitingCount)
        },
      })
    },
    watchClock(skewSeconds) {
      new Gauge({
        name: 'clock_skew_seconds',
        help: "How far this machine's clock is ahead of the database's; beyond 60 either way its jobs wait",
        registers: [registry],
        collect() {
          this.set(skewSeconds())
        },
      })
    },
    watchDisk(freeBytes) {
      new Gauge({
        name: 'disk_free_bytes',
        help: 'What is free on the disk of the data folder of this machine, or of the files in it; 0 if read-only',
        registers: [registry],
        async collect() {
          this.set(await freeBytes().catch(() => Number.NaN))
        },
      })
    },
    watchDeadLetters(count) {
      new Gauge({
        name: 'jobs_dead_letters',
        help: 'Jobs that failed every attempt and wait for a person',
        registers: [registry],
        async collect() {
          // The database may be the cause of a problem: the other metrics are still needed then.
          this.set(await count().catch(() => Number.NaN))
        },
      })
    },
    watchReadable(count) {
      new Gauge({
        name: 'cpf_readable_rows',
        help: 'Rows of earlier releases that hold a CPF or CNPJ readable: 0 once they are sealed',
        labelNames: ['table'],
        registers: [registry],
        async collect() {
          this.reset()
          const counts = await count().catch(() => new Map<string, number>())
          for (const [table, rows] of counts) this.set({ table }, rows)
        },
      })
    },
    watchReconciliation(lag) {
      new Gauge({
        name: 'reconciliation_lag_seconds',
        help: 'By how many seconds the changes of each payment provider are read late',
        labelNames: ['provider'],
        registers: [registry],
        async collect() {
          this.reset()
          // Without the database the lag is unknown, while the other metrics are needed most.
          const lags = await lag().catch(() => new Map<string, number>())
          for (const [provider, seconds] of lags) this.set({ provider }, seconds)
        },
      })
    },
  }
}

interface Runnable<Data> {
  run(data: Data): Promise<void>
}

/** Wraps job definitions so that each run is counted by name and result. */
export function countJobs<Data, Job extends Runnable<Data>>(
  definitions: Record<string, Job>,
  jobs: Metrics['jobs'],
): Record<string, Job> {
  return Object.fromEntries(
    Object.entries(definitions).map(([job, definition]) => [
      job,
      {
        ...definition,
        async run(data: Data) {
          try {
            await definition.run(data)
            jobs.inc({ job, result: 'done' })
          } catch (error) {
            jobs.inc({ job, result: 'failed' })
            throw error
          }
        },
      },
    ]),
  )
}
