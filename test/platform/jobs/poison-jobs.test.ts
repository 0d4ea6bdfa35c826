// Databases: postgres. Workers that crash are processes of their own, which the embedded database has not.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quickResolution } from '../../../scripts/lib/preloaded.mjs'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { listDeadLetters } from '../../../src/platform/jobs/dead-letters.ts'
import { createJobs, type JobDefinition, type Jobs } from '../../../src/platform/jobs/jobs.ts'
import type { Outbox } from '../../../src/platform/jobs/outbox.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { openAsProduct } from '../../support/open-as-product.ts'
import { crashingJobs } from './crashing-worker.ts'

let source: TestDatabase
let database: Database
let jobs: Jobs
beforeEach(async () => {
  source = await testDatabase()
  database = openAsProduct({ url: source.url, max: 4 })
  jobs = createJobs({ database, embedded: false, log: createLog({ level: 'silent' }) })
})
afterEach(async () => {
  await jobs.stop()
  await database.$client.end()
  await source.close()
})

async function rows<T>(text: string): Promise<T[]> {
  return (await database.$client.query(text)).rows as T[]
}

/** Starts a worker whose poison job ends it at this attempt, and waits for its end. */
async function crash(attempt: number): Promise<void> {
  const worker = spawn(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', '--max-old-space-size=96', ...quickResolution],
      ...[join(import.meta.dirname, 'crashing-worker.ts'), source.url, String(attempt)],
    ],
    { env: shellEnvironment(), stdio: 'ignore' },
  )
  const stuck = setTimeout(() => worker.kill('SIGKILL'), 60_000)
  await once(worker, 'exit')
  clearTimeout(stuck)
}

test('a job that always ends its process becomes a dead letter after its last attempt, and the others are done', async () => {
  await jobs.prepare(crashingJobs(0))
  for (let number = 0; number < 6; number++)
    await jobs.enqueue(database, 'mixed', { number, isPoison: number === 2 })
  await jobs.enqueue(database, 'beside', {})
  const poison = "data ->> 'isPoison' = 'true'"
  for (let attempt = 0; attempt < 3; attempt++) {
    // The third to the eighth attempt are left out.
    if (attempt === 2) await rows(`update pgboss.job set retry_count = retry_limit - 1 where ${poison}`)
    await crash(attempt)
    expect(await rows(`select 1 from pgboss.job where state = 'active' and ${poison}`)).toHaveLength(1)
    // As if the seconds had passed after which a process without a heartbeat counts as dead, and those until the retry.
    await rows(
      "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'",
    )
    await expect
      .poll(() => rows("select 1 from pgboss.job where state = 'active'"), { timeout: 30_000, interval: 200 })
      .toEqual([])
    await rows("update pgboss.job set start_after = now() where state = 'retry'")
  }
  expect(await listDeadLetters(database)).toMatchObject([
    { job: 'mixed', attempts: 9, error: 'job heartbeat timeout', data: { number: 2, isPoison: true } },
  ])
  await jobs.work(crashingJobs(0))
  const left = () =>
    rows(
      "select name from pgboss.job where name in ('mixed', 'beside') and state not in ('completed', 'failed')",
    )
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
  expect(await listDeadLetters(database)).toHaveLength(1)
}, 120_000)

test('a job that never ends fails in time, and meanwhile blocks no other of its batch, queue or outbox', async () => {
  const ran: string[] = []
  const job = (name: string): JobDefinition => ({
    ...{ poll: 0.5, retryLimit: 1, retryDelay: 1, maxSeconds: 1 },
    async run(data) {
      const { number } = data as { number: number }
      ran.push(`${name} ${number}`)
      if (number === 1) await new Promise(() => {})
    },
  })
  const definitions = { slow: job('slow'), other: job('other'), row: job('row') }
  await jobs.prepare(definitions)
  for (const number of [1, 2, 3]) await jobs.enqueue(database, 'slow', { number })
  await jobs.enqueue(database, 'other', { number: 2 })
  const waiting = [1, 2, 3, 4, 5, 6].map((number) => ({
    ...{ id: String(number), waitingSince: '' },
    jobs: [{ job: 'row', data: { number } }],
  }))
  const finished: string[] = []
  const outbox: Outbox = {
    ...{ table: 'rows', poll: 0.2, anyClock: true },
    take: async () => waiting.splice(0, 3),
    takeLost: async () => [],
    renew: async () => {},
    release: async () => {},
    finish: async (_, taken) => void finished.push(...taken.map(({ id }) => id)),
  }
  await jobs.work(definitions, [outbox])
  await expect.poll(() => finished, { timeout: 20_000 }).toEqual(['1', '2', '3', '4', '5', '6'])
  await expect
    .poll(() => ran)
    .toEqual(expect.arrayContaining(['slow 2', 'slow 3', 'other 2', 'row 1', 'row 2', 'row 6']))
  await jobs.enqueue(database, 'slow', { number: 4 })
  await expect.poll(() => ran, { timeout: 20_000 }).toContain('slow 4')
  await expect
    .poll(
      async () => (await listDeadLetters(database)).map(({ job: name, error }) => [name, error]).toSorted(),
      {
        timeout: 30_000,
      },
    )
    .toEqual([
      ['row', 'did not end within 1 s'],
      ['slow', 'did not end within 1 s'],
    ])
  expect(ran.filter((name) => name === 'slow 1')).toHaveLength(2)
}, 60_000)
