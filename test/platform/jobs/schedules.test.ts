// Databases: postgres. The queue decides what was missed; jobs.test.ts runs its SQL on both databases.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../src/platform/database/database.ts'
import { listDeadLetters } from '../../../src/platform/jobs/dead-letters.ts'
import { createJobs, type JobDefinition, type Jobs } from '../../../src/platform/jobs/jobs.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { isEmbedded, type TestDatabase, testDatabase } from '../../support/database.ts'
import { openAsProduct } from '../../support/open-as-product.ts'

let source: TestDatabase
let database: Database
const workers: Jobs[] = []

beforeEach(async () => {
  source = await testDatabase()
  database = openAsProduct({ url: source.url, max: 8 })
})
afterEach(async () => {
  for (const jobs of workers.splice(0)) await jobs.stop()
  await database.$client.end()
  await source.close()
})

function worker(): Jobs {
  const log = createLog({ level: 'silent' })
  const jobs = createJobs({ database, embedded: isEmbedded(), log })
  workers.push(jobs)
  return jobs
}

/** Nine hours ago in São Paulo, whose time the schedules have, so that a test never runs at the hour of the nightly job. */
const nightlyHour = (new Date().getUTCHours() + 12) % 24

/** Defines a nightly and an hourly job, and one that runs every three seconds; each run records its name. */
function scheduledJobs(ran: string[]): Record<string, JobDefinition> {
  const job = (name: string, every: JobDefinition['every']): JobDefinition => ({
    poll: 0.5,
    ...(every ? { every } : {}),
    run: async () => void ran.push(name),
  })
  return {
    nightly: job('nightly', { cron: `10 ${nightlyHour} * * *` }),
    hourly: job('hourly', { cron: '40 * * * *' }),
    often: job('often', { seconds: 3 }),
  }
}

const times = (ran: readonly string[], name: string) => ran.filter((one) => one === name).length

test('a run missed in two days without a worker is made up once, by the first of two workers', async () => {
  const ran: string[] = []
  const first = worker()
  await first.prepare(scheduledJobs(ran))
  await first.work(scheduledJobs(ran))
  await expect.poll(() => times(ran, 'often'), { timeout: 15_000 }).toBeGreaterThan(0)
  await first.stop()
  workers.pop()
  const before = { nightly: times(ran, 'nightly'), hourly: times(ran, 'hourly') }
  await database.$client.query("update pgboss.version set cron_on = now() - interval '48 hours'")
  await database.$client.query("update pgboss.schedule set created_on = now() - interval '1 month'")

  const pair = [worker(), worker()]
  for (const jobs of pair) await jobs.prepare(scheduledJobs(ran))
  for (const jobs of pair) await jobs.work(scheduledJobs(ran))
  await expect.poll(() => times(ran, 'nightly'), { timeout: 25_000 }).toBe(before.nightly + 1)
  await expect.poll(() => times(ran, 'hourly'), { timeout: 25_000 }).toBeGreaterThan(before.hourly)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(times(ran, 'nightly')).toBe(before.nightly + 1)
  // One run for the gap, and one more if this very minute is the fortieth.
  expect(times(ran, 'hourly')).toBeLessThanOrEqual(before.hourly + 2)
}, 240_000)

test('two workers with the same period run one job per period', async () => {
  const ran: string[] = []
  const pair = [worker(), worker()]
  for (const jobs of pair) await jobs.prepare(scheduledJobs(ran))
  const began = Date.now()
  for (const jobs of pair) await jobs.work(scheduledJobs(ran))
  await new Promise((resolve) => setTimeout(resolve, 7_500))
  const periods = Math.ceil((Date.now() - began) / 3_000) + 1
  expect(times(ran, 'often')).toBeGreaterThan(0)
  expect(times(ran, 'often')).toBeLessThanOrEqual(periods)
}, 240_000)

test('a job that repeats within the hour and always fails is a dead letter once an hour', async () => {
  const definitions: Record<string, JobDefinition> = {
    refresh: {
      ...{ poll: 0.5, retryLimit: 0, every: { seconds: 60 } },
      run: () => Promise.reject(new Error('permission denied')),
    },
  }
  const firstRunAt = async (at: string) => {
    const clock = { now: () => new Date(at) }
    const jobs = createJobs({ database, embedded: isEmbedded(), log: createLog({ level: 'silent' }), clock })
    workers.push(jobs)
    await jobs.prepare(definitions)
    // The queue counts its periods by the database's clock: without this both runs would be of the same.
    await database.$client.query("delete from pgboss.job where name = 'refresh'")
    await jobs.work(definitions)
    const last = async () =>
      (await database.$client.query("select state from pgboss.job where name = 'refresh'")).rows[0]
    await expect.poll(last, { timeout: 15_000 }).toEqual({ state: expect.stringMatching(/failed|retry/) })
    await jobs.stop()
    workers.pop()
    return (await last()).state
  }
  // In the middle of an hour the next run is the retry.
  expect(await firstRunAt('2028-01-10T12:30:10Z')).toBe('failed')
  expect(await listDeadLetters(database)).toEqual([])
  // The first run of an hour is retried like any other job.
  expect(await firstRunAt('2028-01-10T13:00:10Z')).toBe('retry')
  await database.$client.query(
    "update pgboss.job set retry_count = retry_limit, start_after = now() where state = 'retry'",
  )
  const jobs = worker()
  await jobs.prepare(definitions)
  await jobs.work(definitions)
  await expect
    .poll(() => listDeadLetters(database), { timeout: 15_000 })
    .toMatchObject([{ job: 'refresh', error: 'permission denied' }])
}, 120_000)

test('the schedule of a removed job ends a day after the last process that declared it', async () => {
  const earlier = { old: { every: { cron: '* * * * *' }, run: async () => {} } } as const
  const later = { new: { every: { cron: '* * * * *' }, run: async () => {} } } as const
  const start = async (definitions: Record<string, JobDefinition>) => {
    const jobs = worker()
    await jobs.prepare(definitions)
    await jobs.work(definitions)
  }
  const schedules = async () =>
    (await database.$client.query('select name from pgboss.schedule order by name')).rows.map(
      ({ name }) => name,
    )
  await start(earlier)
  await start(later)
  const zones = await database.$client.query('select distinct timezone from pgboss.schedule')
  expect(zones.rows).toEqual([{ timezone: 'America/Sao_Paulo' }])
  expect(await schedules()).toEqual(['new', 'old'])
  const age = (name: string) =>
    database.$client.query(
      "update pgboss.schedule set updated_on = now() - interval '25 hours' where name = $1",
      [name],
    )

  // An older process that starts again during an update takes nothing from the newer one, and keeps its own.
  await age('old')
  await start(earlier)
  expect(await schedules()).toEqual(['new', 'old'])

  await age('old')
  await database.$client.query("insert into pgboss.job (name) values ('old')")
  await start(later)
  expect(await schedules()).toEqual(['new'])
  const { rows } = await database.$client.query(
    "select 1 from pgboss.job where name = 'old' and state = 'created'",
  )
  expect(rows).toEqual([])
})

test('clock skew and dead letters are metrics, also while the database is unavailable', async () => {
  const metrics = createMetrics()
  metrics.watchClock(() => -93.5)
  let count = async () => 3
  metrics.watchDeadLetters(() => count())
  expect(await metrics.registry.metrics()).toMatch(/^clock_skew_seconds -93\.5$[\s\S]*^jobs_dead_letters 3$/m)
  count = () => Promise.reject(new Error('no database'))
  expect(await metrics.registry.metrics()).toMatch(/^jobs_dead_letters Nan$/im)
})
