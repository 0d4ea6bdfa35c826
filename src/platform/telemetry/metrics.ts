import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  jobs: Counter<'job' | 'result'>
  databaseConnections: Gauge<'state'>
}

/** What `/metrics` shows, in Prometheus' text format. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
    databaseConnections: new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool, by state',
      labelNames: ['state'],
      registers: [registry],
    }),
  }
}
