// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { createJobs, type JobDefinition, type Jobs } from '../../../src/platform/jobs/jobs.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { isEmbedded, type TestDatabase, testDatabase } from '../../support/database.ts'

let source: TestDatabase
let database: Database
let jobs: Jobs

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 4 })
  jobs = createJobs({
    database,
    embedded: isEmbedded(),
    log: createLog({ level: 'silent' }),
  })
})

afterAll(async () => {
  await jobs.stop()
  await database.$client.end()
  await source.close()
})

test('one poll empties a queue, and only the failed job is retried', async () => {
  const runs = new Map<number, number>()
  let crowd = 0
  let largestCrowd = 0
  const count: JobDefinition = {
    // In this test a second poll would be too late.
    poll: 300,
    async run({ number }) {
      largestCrowd = Math.max(largestCrowd, ++crowd)
      runs.set(Number(number), (runs.get(Number(number)) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 1))
      crowd--
      if (number === 3) throw new Error('cannot: CPF 529.982.247-25')
    },
  }
  await jobs.prepare({ count })
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  for (const number of numbers) await jobs.enqueue(database, 'count', { number })
  await jobs.work({ count })

  const states = () => statesOf(database)
  await expect.poll(states, { timeout: 20_000, interval: 100 }).toEqual({ completed: 39, retry: 1 })
  expect([...runs.keys()].sort((a, b) => a - b)).toEqual(numbers)
  expect([...runs.values()].every((times) => times === 1)).toBe(true)
  expect(largestCrowd).toBeLessThanOrEqual(4)
})

test('a queue with an unavailable database logs one line, with its cause', async () => {
  const lines: string[] = []
  let failures = 0
  const client = {
    connect: () => database.$client.connect(),
    query(...args: Parameters<Database['$client']['query']>) {
      if (!isDown) return database.$client.query(...args)
      failures++
      return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    },
  }
  let isDown = false
  const refusing = createJobs({
    database: Object.assign(Object.create(database), { $client: client }),
    embedded: isEmbedded(),
    log: createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } }),
  })
  const definitions = { refused: { poll: 0.5, run: async () => {} } }
  await refusing.prepare(definitions)
  await refusing.work(definitions)
  isDown = true
  await expect.poll(() => failures, { timeout: 20_000, interval: 50 }).toBeGreaterThan(3)
  isDown = false
  await refusing.stop()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'job queue error', err: { message: expect.stringMatching(/ECONNREFUSED/), code: 'ECONNREFUSED' } },
  ])
})

test('a start that loses its connection at any query is complete when repeated, with its schedules', async () => {
  let queries: string[] = []
  let lostAt = 0
  const client = {
    connect: () => database.$client.connect(),
    query(...args: Parameters<Database['$client']['query']>) {
      queries.push(String(args[0]))
      return queries.length === lostAt
        ? Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
        : database.$client.query(...args)
    },
  }
  const looksAtSchedules = () => queries.some((text) => text.includes('cron_on'))
  const start = async (lost: number) => {
    const started = createJobs({
      database: Object.assign(Object.create(database), { $client: client }),
      embedded: isEmbedded(),
      log: createLog({ level: 'silent' }),
    })
    queries = []
    lostAt = lost
    const failed = await started.prepare({}).then(
      () => false,
      () => true,
    )
    const asked = queries.length
    if (failed) {
      queries = []
      lostAt = 0
      await started.prepare({})
    }
    await expect.poll(looksAtSchedules, { timeout: 20_000 }).toBe(true)
    await started.stop()
    return { failed, asked }
  }
  const { asked } = await start(0)
  let failures = 0
  for (let query = 1; query <= asked; query++) if ((await start(query)).failed) failures++
  expect(failures).toBeGreaterThan(1)
})

test('an enqueued job is kept until a worker comes, also in a queue of an earlier version', async () => {
  const definitions: Record<string, JobDefinition> = {
    asked: { run: async () => {} },
    nightly: { every: { cron: '10 3 * * *' }, run: async () => {} },
  }
  const longKept = async () => {
    const { rows } = await database.$client.query(
      `select name from pgboss.queue where retention_seconds > 365 * 86400
       and name in ('asked', 'nightly', 'dead-letters') order by name`,
    )
    return rows
  }
  const waiting = [{ name: 'asked' }, { name: 'dead-letters' }]
  await jobs.prepare(definitions)
  expect(await longKept()).toEqual(waiting)
  await database.$client.query('update pgboss.queue set retention_seconds = 14 * 86400')
  await jobs.prepare(definitions)
  expect(await longKept()).toEqual(waiting)
  await jobs.enqueue(database, 'asked', { id: 1 })
  const { rows: kept } = await database.$client.query(
    "select keep_until > now() + interval '9 years' as long from pgboss.job where name = 'asked'",
  )
  expect(kept).toEqual([{ long: true }])
})

test('a job that failed nine times goes to the dead letters, unless it repeats within the hour', async () => {
  const run = async () => {}
  await jobs.prepare({
    asked: { run },
    once: { retryLimit: 0, run },
    nightly: { every: { cron: '10 3 * * *' }, run },
    minutely: { every: { seconds: 60 }, run },
  })
  const { rows } = await database.$client.query(
    `select name, dead_letter, retry_limit, retry_delay, retry_backoff, heartbeat_seconds from pgboss.queue
     where name in ('asked', 'once', 'nightly', 'minutely') order by name`,
  )
  const retried = { retry_limit: 8, retry_delay: 2, retry_backoff: true, heartbeat_seconds: 15 }
  expect(rows).toEqual([
    { name: 'asked', dead_letter: 'dead-letters', ...retried },
    { name: 'minutely', dead_letter: null, ...retried },
    { name: 'nightly', dead_letter: 'dead-letters', ...retried },
    { name: 'once', dead_letter: 'dead-letters', ...retried, retry_limit: 0 },
  ])
})

async function statesOf({ $client }: Database): Promise<Record<string, number>> {
  const { rows } = await $client.query<{ state: string; count: number }>(
    "select state, count(*) from pgboss.job where name = 'count' group by state",
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
