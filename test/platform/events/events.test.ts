// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../src/platform/database/database.ts'
import { defineEvents, type EventPayload } from '../../../src/platform/events/define-events.ts'
import { createEvents } from '../../../src/platform/events/events.ts'
import { listenTo } from '../../../src/platform/events/listeners.ts'
import { events as eventsTable } from '../../../src/platform/events/tables.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { listDeadLetters } from '../../../src/platform/jobs/dead-letters.ts'
import { createJobs, type Jobs } from '../../../src/platform/jobs/jobs.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { isEmbedded, type TestDatabase, testDatabase } from '../../support/database.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { openAsProduct } from '../../support/open-as-product.ts'

const declared = defineEvents(
  {
    'parcel.sent': z.object({ parcelId: z.uuid(), weight: z.int() }),
    'parcel.noted': z.object({ parcelId: z.uuid() }),
    'parcel.settled': z.union([
      z.object({ purpose: z.object({ kind: z.literal('gift') }), parcelId: z.uuid() }),
      z.object({ purpose: z.object({ kind: z.literal('sale'), saleId: z.uuid() }), parcelId: z.uuid() }),
    ]),
  },
  {
    earlier: {
      'parcel.sent': {
        'package.sent': ({ packageId, ...rest }) => ({ parcelId: packageId, ...rest }),
        'crate.sent': ({ crate }) => ({ parcelId: readCrate(crate), weight: 1 }),
      },
    },
    records: ['parcel.noted'],
  },
)

/** Fails until a later version reads what was stored. */
let canReadCrates = false
const readCrate = (crate: unknown) => {
  if (!canReadCrates) throw new TypeError(`no crate: ${crate}`)
  return crate
}

const heard: { by: string; payload: unknown }[] = []
const hear = (name: string) => async (_tx: unknown, payload: unknown) =>
  void heard.push({ by: name, payload })
/** Fails when called with the other listeners, and once more on its own. */
const scales = async (_tx: unknown, payload: { weight: number }) => {
  if (payload.weight !== 13) return
  failures++
  if (failures <= 2) throw new Error('the scales are out of order')
  heard.push({ by: 'desk.scales', payload })
}
let failures = 0
const listeners = [
  listenTo(declared, 'parcel.sent', { name: 'desk.scales', handle: scales }),
  listenTo(declared, 'parcel.sent', { name: 'desk.sent', handle: hear('desk.sent') }),
  listenTo(declared, 'parcel.settled', {
    name: 'desk.gift',
    when: { purpose: { kind: 'gift' } },
    handle: hear('desk.gift'),
  }),
  listenTo(declared, 'parcel.settled', {
    name: 'desk.sale',
    when: { purpose: { kind: 'sale' } },
    handle: hear('desk.sale'),
  }),
]

let source: TestDatabase
let database: Database
let jobs: Jobs
let events: ReturnType<typeof createEvents<typeof declared>>
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  source = await testDatabase()
  database = openAsProduct({ url: source.url, max: 4 })
  const log = createLog({
    level: 'error',
    destination: { write: (line: string) => void logged.push(JSON.parse(line)) },
  })
  jobs = createJobs({ database, embedded: isEmbedded(), log })
  const clock = fixedClock('2026-11-21T13:00:00.000Z')
  events = createEvents({ database, declared, listeners: () => listeners, clock, newId })
  const once = Object.entries(events.jobs()).map(([name, job]) => [
    name,
    { ...job, retryLimit: 0, retryDelay: 0, poll: 0.5 },
  ])
  await jobs.prepare(Object.fromEntries(once))
  await jobs.work(Object.fromEntries(once), [events.outbox])
})

afterAll(async () => {
  await jobs.stop()
  await database.$client.end()
  await source.close()
})

/** Stores a row and a listener's job as another version stored them. */
async function store(type: string, payload: EventPayload, listener: string): Promise<string> {
  const id = newId()
  await database.insert(eventsTable).values({ id, type, payload, occurredAt: new Date(0) })
  await jobs.enqueue(database, `event.${listener}`, { eventId: id })
  return id
}

const waiting = async () => {
  const { rows } = await database.$client.query('select 1 from events where waiting_since is not null')
  return rows.length
}

const jobOf = async (eventId: string) => {
  const { rows } = await database.$client.query<{ name: string; state: string; output: unknown }>(
    `select name, state, output from pgboss.job where data ->> 'eventId' = $1 order by created_on`,
    [eventId],
  )
  return rows
}
const parcelId = newId()
const saleId = newId()
const eventually = { timeout: 20_000, interval: 100 }

test('a published event reaches the listeners it applies to and creates no job for the others', async () => {
  await database.transaction(async (tx) => {
    await events.publish(tx, 'parcel.sent', { parcelId, weight: 3 })
    await events.publish(tx, 'parcel.settled', { parcelId, purpose: { kind: 'sale', saleId } })
  })
  await expect.poll(() => heard.length, eventually).toBe(2)
  expect(heard.splice(0)).toEqual(
    expect.arrayContaining([
      { by: 'desk.sent', payload: { parcelId, weight: 3 } },
      { by: 'desk.sale', payload: { parcelId, purpose: { kind: 'sale', saleId } } },
    ]),
  )
  await expect.poll(waiting, eventually).toBe(0)
  const { rows } = await database.$client.query("select name from pgboss.job where name like 'event.%'")
  expect(rows).toEqual([])
  const { rows: deliveries } = await database.$client.query(
    'select count(*)::int as listeners, count(distinct xmin::text)::int as transactions from event_deliveries group by event_id order by 1',
  )
  expect(deliveries).toEqual([
    { listeners: 1, transactions: 1 },
    { listeners: 2, transactions: 1 },
  ])
})

test('an event without listeners does not wait', async () => {
  await events.publish(database, 'parcel.settled', { parcelId, purpose: { kind: 'sale', saleId } })
  await events.publish(database, 'parcel.noted', { parcelId })
  expect(await waiting()).toBe(1)
  await expect.poll(() => heard.length, eventually).toBe(1)
  expect(heard.splice(0)).toMatchObject([{ by: 'desk.sale' }])
})

test('a failed listener is retried from its queue, and the others are not called again', async () => {
  await events.publish(database, 'parcel.sent', { parcelId, weight: 13 })
  await expect.poll(() => heard.length, eventually).toBe(2)
  expect(
    heard
      .splice(0)
      .map(({ by }) => by)
      .sort(),
  ).toEqual(['desk.scales', 'desk.sent'])
  const jobsOfListeners = async () => {
    const { rows } = await database.$client.query(
      "select name, state from pgboss.job where name like 'event.%'",
    )
    return rows
  }
  // The listener's call is recorded before its job is marked as completed.
  await expect.poll(jobsOfListeners, eventually).toEqual([{ name: 'event.desk.scales', state: 'completed' }])
})

test('an event stored under an earlier name and payload is still delivered', async () => {
  await store('package.sent', { packageId: parcelId, weight: 5 }, 'desk.sent')
  await expect.poll(() => heard.length, eventually).toBe(1)
  expect(heard.splice(0)).toEqual([{ by: 'desk.sent', payload: { parcelId, weight: 5 } }])
})

test('a job that an earlier version created for a removed listener completes without calling one', async () => {
  const id = await store('parcel.settled', { parcelId, purpose: { kind: 'sale', saleId } }, 'desk.gift')
  await expect.poll(() => jobOf(id), eventually).toMatchObject([{ state: 'completed' }])
  expect(heard).toEqual([])
})

test.each([
  ['a field is missing', 'parcel.sent', { parcelId }, 'weight'],
  ['a field has another name', 'parcel.sent', { packageId: parcelId, weight: 5 }, 'parcelId'],
  ['a field has another type', 'parcel.sent', { parcelId: '529.982.247-25', weight: 5 }, 'parcelId'],
  ['it is another event', 'parcel.settled', { parcelId, purpose: { kind: 'gift' } }, 'parcel.settled'],
])(
  'where %s the job fails visibly: an error log names its fields, and it becomes a dead letter',
  async (_, type, payload, names) => {
    const before = logged.length
    const id = await store(type, payload, 'desk.sent')
    await expect
      .poll(() => jobOf(id), eventually)
      .toMatchObject([
        { name: 'event.desk.sent', state: 'failed' },
        { name: 'dead-letters', state: 'created' },
      ])
    expect(heard).toEqual([])
    const lines = logged.slice(before)
    expect(lines).toMatchObject([
      {
        level: 50,
        job: 'event.desk.sent',
        err: { type: 'PayloadError', message: expect.stringContaining(names) },
      },
    ])
    expect(JSON.stringify([lines, await jobOf(id)])).not.toContain('529.982')
    const { rows } = await database.$client.query('select 1 from event_deliveries where event_id = $1', [id])
    expect(rows).toEqual([])
  },
)

test('a delivery of an unstored event fails', async () => {
  const id = newId()
  await jobs.enqueue(database, 'event.desk.sent', { eventId: id })
  await expect.poll(async () => (await jobOf(id))[0]?.state, eventually).toBe('failed')
})

test('an unreadable event blocks no other, becomes a dead letter, and is delivered once it can be read', async () => {
  heard.length = 0
  const unreadable = newId()
  const at = new Date('2026-11-21T12:59:00Z')
  await database.transaction(async (tx) => {
    const stored = { id: unreadable, type: 'crate.sent', payload: { crate: parcelId } }
    await tx.insert(eventsTable).values({ ...stored, occurredAt: at, waitingSince: at })
    await events.publish(tx, 'parcel.sent', { parcelId, weight: 7 })
  })
  await expect.poll(() => heard.map(({ by }) => by), eventually).toContain('desk.sent')
  const deadLetters = async () =>
    (await listDeadLetters(database)).filter(({ data }) => data.eventId === unreadable)
  await expect.poll(deadLetters, eventually).toMatchObject([
    {
      job: 'event.unreadable',
      error: 'the payload of event crate.sent cannot be converted: TypeError',
    },
  ])
  await expect.poll(waiting, eventually).toBe(0)

  canReadCrates = true
  heard.length = 0
  await jobs.retryDeadLetter(database, (await deadLetters())[0]?.id ?? '')
  await expect.poll(() => heard, eventually).toEqual([{ by: 'desk.sent', payload: { parcelId, weight: 1 } }])
})

/** The release after the one whose worker runs in this file: it has a listener more, and another without a queue. */
function laterRelease() {
  const added = ['desk.added', 'desk.unprepared'].map((name) =>
    listenTo(declared, 'parcel.sent', { name, handle: hear(name) }),
  )
  const clock = fixedClock('2026-11-21T13:00:00.000Z')
  const later = createEvents({
    ...{ database, declared, clock, newId },
    listeners: () => [...listeners, ...added],
    retired: () => ['desk.gone'],
  })
  const definitions = Object.fromEntries(
    Object.entries(later.jobs()).map(([name, job]) => [name, { ...job, retryDelay: 0, poll: 0.5 }]),
  )
  return { later, definitions }
}

test('an event for a later release’s listener waits for its worker; this release’s worker delivers the rest', async () => {
  heard.length = 0
  const { later, definitions } = laterRelease()
  const { 'event.desk.unprepared': unprepared, ...prepared } = definitions
  const log = createLog({ level: 'silent' })
  const web = createJobs({ database, embedded: isEmbedded(), log })
  await web.prepare(prepared)
  await web.stop()
  await later.publish(database, 'parcel.sent', { parcelId, weight: 21 })
  const [{ id } = { id: '' }] = (
    await database.$client.query<{ id: string }>("select id from events where payload ->> 'weight' = '21'")
  ).rows
  await expect.poll(() => heard, eventually).toEqual([{ by: 'desk.sent', payload: { parcelId, weight: 21 } }])
  await expect.poll(waiting, eventually).toBe(0)
  const states = async () => (await jobOf(id)).map(({ name, state }) => [name, state]).toSorted()
  // Without a queue of its own it ends as a dead letter, where a person sees it.
  await expect.poll(states, eventually).toEqual([
    ['dead-letters', 'created'],
    ['event.desk.added', 'created'],
    ['event.unreadable', 'failed'],
  ])
  const [deadLetter] = (await listDeadLetters(database)).filter(({ data }) => data.eventId === id)
  expect(deadLetter?.error).toContain('does not know the listeners desk.added, desk.unprepared')

  heard.length = 0
  await jobs.stop()
  const worker = createJobs({ database, embedded: isEmbedded(), log })
  await worker.prepare({ ...prepared, ...(unprepared && { 'event.desk.unprepared': unprepared }) })
  await worker.work(definitions, [later.outbox])
  try {
    await worker.retryDeadLetter(database, deadLetter?.id ?? '')
    await expect
      .poll(() => heard.map(({ by }) => by).toSorted(), eventually)
      .toEqual(['desk.added', 'desk.unprepared'])
    await expect
      .poll(
        async () => (await states()).every(([, state]) => state === 'completed' || state === 'failed'),
        eventually,
      )
      .toBe(true)
    heard.length = 0
    // A row of an earlier release has no names; a retired name waits for nobody.
    for (const names of [null, ['desk.sent', 'desk.gone']]) {
      const at = new Date('2026-11-21T12:59:00Z')
      const payload = { parcelId, weight: 22 }
      await database.insert(eventsTable).values({
        id: newId(),
        type: 'parcel.sent',
        payload,
        occurredAt: at,
        waitingSince: at,
        listeners: names,
      })
    }
    await expect
      .poll(() => heard.map(({ by }) => by).toSorted(), eventually)
      .toEqual(['desk.added', 'desk.sent', 'desk.unprepared'].flatMap((name) => [name, name]))
    await expect.poll(waiting, eventually).toBe(0)
    const { rows } = await database.$client.query("select 1 from pgboss.job where name = 'event.desk.gone'")
    expect(rows).toEqual([])
  } finally {
    await worker.stop()
  }
})
