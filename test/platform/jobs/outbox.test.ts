// Databases: both
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { SendJob } from '../../../src/platform/jobs/jobs.ts'
import { createOutbox, type Outbox, requeueLost, workOn } from '../../../src/platform/jobs/outbox.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { openAsProduct } from '../../support/open-as-product.ts'

let source: TestDatabase
let database: Database
let outbox: Outbox
let queue: string[] = []
const enqueue: SendJob = async (executor, job, { id }) => {
  // In the caller's transaction.
  await executor.execute('select 1')
  queue.push(`${job} ${id}`)
}

beforeAll(async () => {
  source = await testDatabase()
  database = openAsProduct({ url: source.url, max: 4 })
  await database.execute(
    'create table parcels (id uuid primary key, weight integer, waiting_since timestamptz, taken_at timestamptz)',
  )
  outbox = createOutbox<{ weight: number }>({
    database,
    table: 'parcels',
    columns: ['weight'],
    poll: 1,
    jobsOf: ({ id, weight }) => [{ job: `weigh ${weight}`, data: { id } }],
  })
})
beforeEach(async () => {
  await database.execute('delete from parcels')
  queue = []
})
afterAll(async () => {
  await database.$client.end()
  await source.close()
})

async function store(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const [weight, id] of ids.entries()) {
    await database.$client.query('insert into parcels values ($1, $2, $3)', [id, weight, new Date(weight)])
  }
  return ids
}

const work = (run: (job: { job: string }) => Promise<boolean>, limit = 100) =>
  workOn(outbox, { database, enqueue, run, limit, lanes: 4 })

const waiting = async () => {
  const { rows } = await database.$client.query<{ weight: number }>(
    'select weight from parcels where waiting_since is not null order by weight',
  )
  return rows.map(({ weight }) => weight)
}

test('a failed row goes to its job’s queue, and blocks nothing of its batch', async () => {
  const ids = await store(6)
  const ran: string[] = []
  const run = async ({ job }: { job: string }) => {
    ran.push(job)
    return job !== 'weigh 2'
  }
  expect(await work(run, 5)).toBe(5)
  expect(ran.toSorted()).toEqual(['weigh 0', 'weigh 1', 'weigh 2', 'weigh 3', 'weigh 4'])
  expect(queue).toEqual([`weigh 2 ${ids[2]}`])
  expect(await waiting()).toEqual([5])
  expect([await work(run), await work(run)]).toEqual([1, 0])
})

test('the jobs of a row run together, and one by one if that fails', async () => {
  const ids = await store(3)
  const both = createOutbox<{ weight: number }>({
    database,
    table: 'parcels',
    columns: ['weight'],
    poll: 1,
    jobsOf: ({ id, weight }) =>
      ['weigh', 'label']
        .slice(0, weight === 0 ? 1 : 2)
        .map((job) => ({ job: `${job} ${weight}`, data: { id } })),
    async runCombined({ weight }) {
      if (weight === 2) throw new Error('too heavy')
    },
  })
  const ran: string[] = []
  await workOn(both, {
    database,
    enqueue,
    limit: 9,
    lanes: 1,
    async run(job) {
      ran.push(`${job.job}`)
      if (!('run' in job)) return job.job !== 'label 2'
      return job.run().then(
        () => true,
        () => false,
      )
    },
  })
  expect(ran).toEqual(['weigh 0', 'parcels.together', 'parcels.together', 'weigh 2', 'label 2'])
  expect(queue).toEqual([`label 2 ${ids[2]}`])
  expect(await waiting()).toEqual([])
})

test('concurrent processes take different rows', async () => {
  await store(40)
  const ran: string[] = []
  const run = async ({ job }: { job: string }) => ran.push(job) > 0
  await Promise.all(Array.from({ length: 8 }, () => work(run, 10)))
  while ((await work(run, 10)) > 0);
  expect(ran).toHaveLength(40)
  expect(new Set(ran)).toHaveLength(40)
  expect(await waiting()).toEqual([])
})

test('the rows of a killed process go to the queue once; renewed rows do not', async () => {
  const ids = await store(3)
  const taken = await outbox.take(2)
  expect(taken).toHaveLength(2)
  const later = () => database.execute("update parcels set taken_at = taken_at - interval '21 seconds'")
  await requeueLost(outbox, { database, enqueue })
  expect(queue).toEqual([])
  await later()
  await outbox.renew(taken.filter(({ id }) => id === ids[1]))
  await Promise.all([1, 2].map(() => requeueLost(outbox, { database, enqueue })))
  expect(queue).toEqual([`weigh 0 ${ids[0]}`])
  expect(await waiting()).toEqual([1, 2])
})

test('a row that waits again while its batch still runs is processed again', async () => {
  await store(2)
  const ran: string[] = []
  const run = async ({ job }: { job: string }) => {
    ran.push(job)
    if (ran.length === 1) {
      await database.$client.query(
        'update parcels set waiting_since = $1, taken_at = null where weight = 0',
        [new Date()],
      )
    }
    return true
  }
  expect(await workOn(outbox, { database, enqueue, run, limit: 9, lanes: 1 })).toBe(2)
  expect(await waiting()).toEqual([0])
  expect(await work(run)).toBe(1)
  expect(ran).toEqual(['weigh 0', 'weigh 1', 'weigh 0'])
  expect(await waiting()).toEqual([])
})

test('a row that waits again, and that another process has taken, stays with that one', async () => {
  await store(1)
  const run = async () => {
    await database.$client.query('update parcels set waiting_since = $1, taken_at = now()', [new Date()])
    return true
  }
  expect(await work(run)).toBe(1)
  expect(await waiting()).toEqual([0])
})

test('a time in microseconds is unchanged when its row is done', async () => {
  await store(1)
  await database.$client.query("update parcels set waiting_since = '2026-11-27 10:00:00.123456-03'")
  expect(await work(async () => true)).toBe(1)
  expect(await waiting()).toEqual([])
})

test('a stopping process begins no further row, and releases those it has not begun', async () => {
  await store(40)
  let isStopping = false
  const ran: string[] = []
  const run = async ({ job }: { job: string }) => {
    if (ran.push(job) === 6) isStopping = true
    await new Promise((resolve) => setTimeout(resolve, 5))
    return true
  }
  const options = { database, enqueue, run, limit: 40, lanes: 4 }
  await workOn(outbox, { ...options, isStopping: () => isStopping })
  expect(ran.length).toBeLessThanOrEqual(8)
  expect(await waiting()).toHaveLength(40 - ran.length)
  // Another process takes them without waiting until they count as lost.
  expect(await workOn(outbox, options)).toBeGreaterThan(0)
  expect(new Set(ran).size).toBe(40)
  expect(ran).toHaveLength(40)
  expect(await waiting()).toEqual([])
})

test('a row released by a stopping process and taken by another stays with that one', async () => {
  await store(2)
  const others: unknown[] = []
  const run = async () => true
  const giving: Outbox = {
    ...outbox,
    async release(rows) {
      await outbox.release(rows)
      others.push(...(await outbox.take(9)))
    },
  }
  await workOn(giving, { database, enqueue, run, limit: 9, lanes: 1, isStopping: () => true })
  expect(others).toHaveLength(1)
  expect(await waiting()).toEqual([1])
})

test('when the queue cannot be written, a failed row still belongs to its process', async () => {
  await store(1)
  const broken: SendJob = async () => {
    throw new Error('no queue')
  }
  const run = async () => false
  await expect(workOn(outbox, { database, enqueue: broken, run, limit: 9, lanes: 1 })).rejects.toThrow(
    'no queue',
  )
  expect(await waiting()).toEqual([0])
  expect(await outbox.take(9)).toEqual([])
})

test('while a row takes long, those of its batch that wait behind it are renewed with it', async () => {
  const ids = await store(3)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const renewed: string[][] = []
    const watched: Outbox = {
      ...outbox,
      renew: async (rows) => void renewed.push(rows.map(({ id }) => id).toSorted()),
    }
    const run = async ({ job }: { job: string }) => {
      if (job === 'weigh 0') vi.advanceTimersByTime(5_000)
      return true
    }
    await workOn(watched, { database, enqueue, run, limit: 9, lanes: 1 })
    expect(renewed).toEqual([ids.toSorted()])
    vi.advanceTimersByTime(60_000)
    expect(renewed).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})
