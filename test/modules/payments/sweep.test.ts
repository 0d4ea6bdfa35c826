// Databases: one
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMercadoPago } from '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
import type { PaymentProvider, PaymentReport } from '../../../src/modules/payments/ports.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { testDatabase } from '../../support/database.ts'
import { startAlteringProxy } from './altering-proxy.ts'
import { createInMemoryProvider } from './in-memory-provider.ts'
import {
  minute,
  type PaymentsHarness,
  second,
  startPaymentsHarness,
  webhookSecret,
} from './payments-harness.ts'

let harness: PaymentsHarness
let proxy: Awaited<ReturnType<typeof startAlteringProxy>>
let payments: PaymentsHarness['payments']
const hour = 60 * minute
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  proxy = await startAlteringProxy(harness.simulator.url)
  payments = harness.build(harness.providerAt(proxy.url))
})
afterAll(async () => {
  await proxy.close()
  await harness.close()
})
beforeEach(async () => {
  proxy.reset()
  harness.outbox.length = 0
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('delete from provider_cursors')
  await harness.query('delete from daily_closes')
  await harness.query('update set_aside_payments set resolved_at = now()')
  harness.clock.advance(24 * hour)
})

/** Creates a payment of R$ 12,34 at the provider that no notice announces, and returns its id. */
async function paid(amount = 12.34): Promise<string> {
  harness.clock.advance(second)
  return String((await harness.simulator.stray({ amount })).id)
}

const isBooked = async (providerId: string) =>
  (
    await harness.query(
      'select 1 from provider_payments where provider_id = $1 and received_at is not null',
      [providerId],
    )
  ).length === 1
const cursor = async () => {
  const [row] = await harness.query<{ at: Date }>(
    `select swept_until as at from provider_cursors where provider = 'mercado-pago'`,
  )
  return row?.at
}
const notified = () => harness.outbox.map(({ kind }) => kind)
const waiting = async () =>
  (await payments.openItems({ limit: 10_000 })).filter(({ kind }) => kind === 'set_aside')
const later = (milliseconds: number) => ({
  now: () => new Date(harness.clock.now().getTime() + milliseconds),
})
const closeDay = async (day: string) => {
  const closed = await harness.build(harness.providerAt(proxy.url), later(24 * hour)).closeDay({ day })
  return closed.ok ? closed.value[0] : undefined
}
const today = () => harness.clock.now().toISOString().slice(0, 10)

test('fetches six payments at once', async () => {
  const ids: string[] = []
  while (ids.length < 8) ids.push(await paid())
  const provider = harness.providerAt(proxy.url)
  const running = new Set<string>()
  let max = 0
  const get: PaymentProvider['get'] = async (id) => {
    max = Math.max(max, running.add(id).size)
    const answer = await provider.get(id)
    running.delete(id)
    return answer
  }
  await harness.build({ ...provider, get }).reconcile()
  expect(max).toBe(6)
  for (const id of ids) expect(await isBooked(id)).toBe(true)
})

test('a process whose clock is hours ahead hides no changes from the others', async () => {
  const ahead = harness.build(harness.providerAt(proxy.url), later(5 * hour))
  const first = await paid()
  await ahead.reconcile()
  expect(await isBooked(first)).toBe(true)
  harness.clock.advance(30 * minute)
  const second = await paid()
  await payments.reconcile()
  expect(await isBooked(second)).toBe(true)
  expect((await cursor())?.getTime()).toBeLessThanOrEqual(harness.clock.now().getTime())
})

test.each([
  ['from an earlier release', null],
  ['moved an hour ago', -hour],
])('a cursor in the future, %s, is reset and notified once, and no payment is missed', async (_, moved) => {
  const missed = await paid()
  harness.clock.advance(2 * hour)
  const at = (offset: number) => new Date(harness.clock.now().getTime() + offset)
  await harness.query('insert into provider_cursors (provider, swept_until, moved_at) values ($1, $2, $3)', [
    'mercado-pago',
    at(6 * hour),
    moved === null ? null : at(moved),
  ])
  await payments.reconcile()
  expect(await isBooked(missed)).toBe(true)
  await payments.reconcile()
  expect(notified()).toEqual(['books.cursor-mended'])
  expect((await cursor())?.getTime()).toBeLessThanOrEqual(harness.clock.now().getTime())
})

test('a future date of the provider moves the cursor no further than the present', async () => {
  const [first, last] = [await paid(), await paid()]
  proxy.alter(first, { date_last_updated: '"2099-01-01T00:00:00.000-04:00"' })
  proxy.alter(last, { date_last_updated: '"2099-01-01T00:00:00.000-04:00"' })
  await payments.reconcile()
  expect([await isBooked(first), await isBooked(last)]).toEqual([true, true])
  expect((await cursor())?.getTime()).toBeLessThanOrEqual(harness.clock.now().getTime())
  proxy.reset()
  harness.clock.advance(20 * minute)
  const next = await paid()
  await harness.simulator.act(first, 'refund', { amount: 1 })
  await payments.reconcile()
  expect(await isBooked(next)).toBe(true)
  expect(
    await harness.query('select refunded from provider_payments where provider_id = $1', [first]),
  ).toEqual([{ refunded: 100 }])
})

test.each([
  ['another', 88.02],
  ['the same', 77.01],
])(
  'money that is listed under the id of a payment of %s amount waits for a person, and is booked once its id is right',
  async (_, amount) => {
    const [hidden, named] = [await paid(77.01), await paid(amount)]
    proxy.alterPages((text) => text.replaceAll(`"id":${hidden}`, `"id":${named}`))
    for (let run = 0; run < 3; run++) {
      harness.clock.advance(minute)
      await payments.reconcile()
    }
    expect([await isBooked(hidden), await isBooked(named)]).toEqual([false, true])
    expect(await waiting()).toMatchObject([{ reason: 'unreadable', amount: 77_01 }])
    expect(notified()).toEqual(['books.set-aside'])
    proxy.reset()
    await payments.reconcile()
    expect([await isBooked(hidden), await isBooked(named)]).toEqual([true, true])
    expect(
      await harness.query(
        'select amount from provider_payments where provider_id = any($1) order by amount',
        [[hidden, named]],
      ),
    ).toEqual([{ amount: 77_01 }, { amount: Math.round(amount * 100) }])
  },
)

test('two payments that are listed under one unknown id wait each with its amount', async () => {
  const ids = [await paid(77.03), await paid(88.04)]
  proxy.alterPages((text) => ids.reduce((page, id) => page.replaceAll(`"id":${id}`, '"id":999999778'), text))
  await payments.reconcile()
  await payments.reconcile()
  expect((await waiting()).map(({ amount }) => amount).toSorted()).toEqual([77_03, 88_04])
  proxy.reset()
  await payments.reconcile()
  expect(await Promise.all(ids.map(isBooked))).toEqual([true, true])
})

test('a payment that cannot be booked is set aside, notified once, retried, and blocks no other', async () => {
  const [poisoned, next] = [await paid(), await paid(5)]
  const day = today()
  // A second try finds the constraint of the first.
  await harness.query(
    `alter table provider_payments drop constraint if exists planted,
       add constraint planted check (provider_id <> '${poisoned}') not valid`,
  )
  await payments.reconcile()
  expect([await isBooked(poisoned), await isBooked(next)]).toEqual([false, true])
  expect(await cursor()).toBeDefined()
  expect(await waiting()).toMatchObject([
    { reason: 'not_recordable', amount: 1234, detail: expect.stringContaining(poisoned) },
  ])
  expect(notified()).toEqual(['books.set-aside'])
  expect(await closeDay(day)).toMatchObject({
    status: 'differs',
    differences: [{ providerId: poisoned, theirs: { amount: 1234 }, ours: null, obstacle: 'not_recordable' }],
  })

  // The wait grows with each attempt.
  const tries: number[] = []
  for (let run = 0; run < 20; run++) {
    harness.clock.advance(30 * second)
    await payments.reconcile()
    const [row] = await harness.query<{ tries: number }>(
      'select tries from set_aside_payments where provider_id = $1',
      [poisoned],
    )
    tries.push(row?.tries ?? 0)
  }
  expect(tries.at(-1)).toBe(5)
  expect(notified().filter((kind) => kind === 'books.set-aside')).toHaveLength(1)

  await harness.query('alter table provider_payments drop constraint planted')
  harness.clock.advance(hour)
  await payments.reconcile()
  expect(await isBooked(poisoned)).toBe(true)
  expect(await waiting()).toEqual([])
  expect(await payments.checkBooks()).toEqual([])
})

test('a notice that always fails blocks none after it', async () => {
  const id = await paid()
  const insert = (provider: string, key: string, dataId: string) =>
    harness.query(
      `insert into provider_events (id, provider, delivery_key, kind, data_id, received_at)
       values (gen_random_uuid(), $1, $2, 'payment', $3, $4)`,
      [provider, key, dataId, harness.clock.now()],
    )
  for (let index = 0; index < 45; index++) await insert('closed-bank', `lost-${index}`, '1')
  await insert('mercado-pago', 'alive', id)
  const isProcessed = async () =>
    (
      await harness.query(
        `select 1 from provider_events where delivery_key = 'alive' and processed_at is not null`,
      )
    ).length
  for (let run = 0; run < 3 && !(await isProcessed()); run++) {
    harness.clock.advance(2 * minute)
    await payments.reconcile()
  }
  expect(await isProcessed()).toBe(1)
})

test.each<[name: string, write: (text: string) => string]>([
  ['an error page with status 200', () => '<html>Estamos em manutenção</html>'],
  ['half a page', (text) => text.slice(0, text.length / 2)],
  ['an empty list with another total', (text) => text.replace(/"results":\[.*\]/s, '"results":[]')],
  ['an empty object', () => '{}'],
])('%s is a failed sweep: notified, the cursor stays, and no payment is missed', async (_, write) => {
  await paid()
  await payments.reconcile()
  const before = await cursor()
  harness.clock.advance(20 * minute)
  const missed = await paid()
  proxy.alterPages(write)
  await payments.reconcile()
  await payments.reconcile()
  expect(await cursor()).toEqual(before)
  expect(notified()).toEqual(['books.sweep-failing'])
  harness.clock.advance(hour)
  expect((await payments.reconciliationLag()).get('mercado-pago')).toBeGreaterThan(3600)
  proxy.reset()
  await payments.reconcile()
  expect(await isBooked(missed)).toBe(true)
  expect(notified()).toEqual(['books.sweep-failing', 'books.sweep-resumed'])
  expect((await payments.reconciliationLag()).get('mercado-pago')).toBe(0)
})

test('a list is a hint: books what the payment itself says; an unknown id and another amount wait for a person', async () => {
  const [one, two] = [await paid(), await paid(5)]
  // The list contains the first payment under an id that does not exist, and a different amount for the second.
  proxy.alterPages((text) => text.replace(`"id":${one}`, '"id":999999777').replace(':5,', ':50,'))
  await payments.reconcile()
  expect(await isBooked('999999777')).toBe(false)
  // Both are set aside at once.
  expect(
    (await waiting()).toSorted((item, other) => Number(item.amount) - Number(other.amount)),
  ).toMatchObject([
    { reason: 'unreadable', amount: 1234, detail: expect.stringContaining('999999777') },
    { reason: 'unreadable', amount: 5000, detail: expect.stringMatching(/sha256:\w+: id$/) },
  ])
  expect(await harness.query('select amount from provider_payments where provider_id = $1', [two])).toEqual([
    { amount: 500 },
  ])
  proxy.reset()
  await payments.reconcile()
  expect(await isBooked(one)).toBe(true)
})

test('a payment that the provider does not answer for blocks none after it', async () => {
  const ids = [await paid(), await paid(), await paid()]
  const real = harness.providerAt(proxy.url)
  const get: PaymentProvider['get'] = async (id) =>
    id === ids[0] ? { ok: false, code: 'unavailable', detail: '500' } : real.get(id)
  await harness.build({ ...real, get }).reconcile()
  expect(await Promise.all(ids.map(isBooked))).toEqual([false, true, true])
  expect(await waiting()).toMatchObject([{ amount: 1234, detail: expect.stringContaining(ids[0] ?? '') }])
  expect(notified()).toEqual([])
  harness.clock.advance(minute)
  await payments.reconcile()
  expect(await Promise.all(ids.map(isBooked))).toEqual([true, true, true])
})

test('an unreadable payment resolved by a person waits again only when the provider’s answer changes', async () => {
  const id = await paid()
  proxy.alter(id, { transaction_amount: '"muito"' })
  await payments.reconcile()
  const [item] = await waiting()
  expect(item).toMatchObject({ reason: 'unreadable', amount: 1234 })
  const resolve = () =>
    harness.database.transaction((tx) =>
      payments.resolveSetAside(tx, {
        setAsideId: item?.id ?? '',
        by: '00000000-0000-4000-8000-000000000001',
        reason: 'visto',
      }),
    )
  expect(await resolve()).toEqual({ ok: true, value: id })
  expect(await resolve()).toEqual({ ok: false, code: 'not_open' })
  await payments.reconcile()
  expect(await waiting()).toEqual([])
  proxy.alter(id, { transaction_amount: '"12,34"' })
  await payments.reconcile()
  expect(await waiting()).toMatchObject([{ reason: 'unreadable', amount: 1234 }])
  proxy.reset()
  await payments.reconcile()
  expect(await waiting()).toEqual([])
  expect(await isBooked(id)).toBe(true)
})

test('stores raw payloads exactly and sealed, and erases them in time', async () => {
  const id = await paid()
  proxy.alter(id, {
    transaction_amount: '12.340',
    metadata: '{"big":9007199254740993, "cpf":"529.982.247-25"}',
  })
  await payments.reconcile()
  const sealed = await harness.query<{ sealed: Buffer }>(
    'select sealed from raw_payments where provider_id = $1',
    [id],
  )
  expect(sealed).toHaveLength(1)
  expect(sealed[0]?.sealed.includes('529.982')).toBe(false)
  proxy.alter(id, { transaction_amount: '"?"', metadata: '{"big":9007199254740993, "cpf":"529.982.247-25"}' })
  await payments.reconcile()
  const [item] = await waiting()
  const read = () =>
    harness.database.transaction((tx) => payments.rawOfSetAside(tx, { setAsideId: item?.id ?? '' }))
  const said = await read()
  expect(said.ok && said.value.map(({ text }) => text)).toEqual([
    expect.stringContaining('"transaction_amount":12.340,'),
    expect.stringContaining('"metadata":{"big":9007199254740993, "cpf":"529.982.247-25"}'),
  ])
  harness.clock.advance(200 * 24 * hour)
  await payments.jobs['payments.erase-raw'].run({})
  expect(await harness.query('select 1 from raw_payments where provider_id = $1', [id])).toHaveLength(2)
  await harness.query('update set_aside_payments set resolved_at = now()')
  await payments.jobs['payments.erase-raw'].run({})
  expect(await harness.query('select 1 from raw_payments')).toHaveLength(0)
})

test('a sweep that fails because of a defect of ours is reported after a quarter of an hour, and its end too', async () => {
  await payments.reconcile()
  const broken = harness.build({
    list: async () => {
      throw new TypeError('x is not a function')
    },
  })
  const fail = () =>
    expect(broken.reconcile()).rejects.toThrow('the changes of mercado-pago could not be read')
  await fail()
  expect(notified()).toEqual([])
  expect((await payments.sweeps())[0]?.failingSince).toEqual(harness.clock.now())
  harness.clock.advance(15 * minute)
  await fail()
  await fail()
  expect(notified()).toEqual(['books.sweep-failing'])
  expect(harness.outbox[0]?.text).toContain('error TypeError')
  const id = await paid()
  await payments.reconcile()
  expect(notified()).toEqual(['books.sweep-failing', 'books.sweep-resumed'])
  expect(await isBooked(id)).toBe(true)
})

test('when a run ends amid many changes of one instant, the next run reads the rest', async () => {
  const provider = createInMemoryProvider({ clock: harness.clock })
  const at = harness.clock.now()
  const listed = Array.from({ length: 2_300 }, (_, index) => report(String(index + 1), 'pending', at))
  listed.push(report('9999999', 'approved', at))
  const list: typeof provider.list = async ({ from, to, offset }) => ({
    ok: true,
    value: listed
      .filter(({ updatedAt }) => updatedAt && updatedAt >= from && updatedAt < to)
      .slice(offset, offset + 50),
  })
  const runs = harness.build({ ...provider, list, get: getOf(() => listed) })
  await runs.reconcile()
  await runs.reconcile()
  expect(await isBooked('9999999')).toBe(true)
})

test('finds all payments that move while the list is read', async () => {
  const provider = createInMemoryProvider({ clock: harness.clock })
  const start = harness.clock.now().getTime() - hour
  let listed = Array.from({ length: 110 }, (_, index) =>
    report(String(5_000_000 + index), 'approved', new Date(start + index * second)),
  )
  let page = 0
  const list: typeof provider.list = async ({ from, to, offset }) => {
    const value = listed
      .filter(({ updatedAt }) => updatedAt && updatedAt >= from && updatedAt < to)
      .slice(offset, offset + 50)
    // Fifteen payments of the first page change: all others move up.
    if (page++ === 0) {
      const moved = listed
        .slice(20, 35)
        .map((payment) => ({ ...payment, updatedAt: harness.clock.now(), fee: 1 }))
      listed = [...listed.slice(0, 20), ...listed.slice(35), ...moved]
    }
    return { ok: true, value }
  }
  await harness.build({ ...provider, list, get: getOf(() => listed) }).reconcile()
  const [row] = await harness.query<{ n: string }>(
    `select count(*) as n from provider_payments where provider = 'in-memory' and provider_id like '50000%' and received_at is not null`,
  )
  const [all] = await harness.query<{ n: string }>(
    `select count(*) as n from provider_payments where provider = 'in-memory' and provider_id like '50%' and received_at is not null`,
  )
  expect([Number(row?.n), Number(all?.n)]).toEqual([100, 110])
})

const getOf =
  (listed: () => readonly PaymentReport[]): PaymentProvider['get'] =>
  async (providerId) => {
    const value = listed().find((payment) => payment.providerId === providerId)
    return value ? { ok: true, value } : { ok: false, code: 'not_found' }
  }

function report(providerId: string, state: 'pending' | 'approved', updatedAt: Date): PaymentReport {
  return {
    ...{
      providerId,
      state,
      status: state,
      detail: undefined,
      amount: 100,
      refunded: 0,
      fee: 0,
      currency: 'BRL',
    },
    ...{ reference: undefined, method: 'pix', code: undefined, ticketUrl: undefined, expiresAt: undefined },
    ...{ approvedAt: state === 'approved' ? updatedAt : undefined, updatedAt },
  }
}

test('a page that arrives byte by byte ends at its time limit; the rest of the run continues, and the next run reads the page', async () => {
  const slow = harness.build(
    createMercadoPago({
      ...{ baseUrl: harness.simulator.url, accessToken: harness.simulator.accessToken, webhookSecret },
      ...{ links: linksAt(harness.publicUrl), clock: harness.clock, attempts: 1, timeout: 500 },
    }),
  )
  const { viewer, first } = await harness.customer({ instalments: 1 })
  const started = await slow.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  await harness.simulator.act((await harness.charge(started.value.chargeId)).reference, 'approve')
  const unannounced = await paid()
  harness.clock.advance(hour)
  await harness.simulator.mutate({ kinds: ['by the byte'], path: '/v1/payments/search', times: 1 })
  const began = performance.now()
  await slow.reconcile()
  expect(performance.now() - began).toBeLessThan(5_000)
  expect((await harness.simulator.mutations()).applied).toMatchObject([{ kind: 'by the byte' }])
  // The charge has a check of its own in the same run.
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect(await isBooked(unannounced)).toBe(false)

  harness.clock.advance(minute)
  await slow.reconcile()
  expect(await isBooked(unannounced)).toBe(true)
  expect(await harness.payments.checkBooks()).toEqual([])
})
