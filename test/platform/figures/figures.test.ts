// Databases: both. Triggers, and concurrent transactions.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFigures } from '../../../src/modules/orders/figures.ts'
import { openByAge } from '../../../src/modules/payments/desk/open-instalments.ts'
import { dueFigures } from '../../../src/modules/payments/instalments/due-figures.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { readFromPrimary } from '../../../src/platform/database/read-replica.ts'
import { checkFigures, madeUntil, markedDays, refreshFigures } from '../../../src/platform/figures/figures.ts'
import { dailyFigures } from '../../../src/platform/figures/tables.server.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let source: TestDatabase
let database: Database

const clock = { now: () => new Date('2026-03-02T12:00:00Z') }

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 4 })
  // Instalments without their orders: only instalments are counted.
  await database.$client.query(
    'alter table payments drop constraint payments_order, drop constraint payments_user',
  )
})

afterAll(async () => {
  await database.$client.end()
  await source.close()
})

/** @param dues due dates, each of an instalment of R$ 1,00 */
async function sell(dues: readonly string[]): Promise<string[]> {
  const ids = dues.map(() => randomUUID())
  const order = randomUUID()
  await database.$client.query(
    `insert into payments (id, order_id, user_id, service_title, payment_type, number, kind, amount, due_date, status, payment_method,
       external_reference, created_at)
     select id, $1, $1, 'Limpeza de Nome', '12x', n, 'parcela', 100, due, 'pending', 'pix', id::text, now()
     from unnest($2::uuid[], $3::date[]) with ordinality as given (id, due, n)`,
    [order, ids, dues],
  )
  return ids
}

const change = (text: string, values: unknown[]) => database.$client.query(text, values)
const kept = async (day: string) => {
  const found = await database
    .select()
    .from(dailyFigures)
    .where(and(inArray(dailyFigures.figure, [...dueFigures.figures]), eq(dailyFigures.day, day)))
  return found.map(({ figure, subject, count, amount }) => [figure, subject, count, amount]).toSorted()
}
const one = (count: number) => [
  ['due.open', '', count, count * 100],
  ['plan.open', 'Limpeza de Nome · 12x', count, count * 100],
]

test('a statement’s changes are marked by day only, and refreshed once', async () => {
  const [first = '', second = ''] = await sell(['2026-03-10', '2026-04-10', '2026-03-10'])
  expect((await markedDays(database, 'due')).toSorted()).toEqual(['2026-03-10', '2026-04-10'])
  expect(await refreshFigures({ database, clock }, dueFigures)).toBe(2)
  expect(await kept('2026-03-10')).toEqual(one(2))
  expect(await markedDays(database, 'due')).toEqual([])
  expect(await madeUntil(database, ['due'])).toEqual(clock.now())

  await change("update payments set due_date = '2026-05-10' where id = $1", [second])
  await change("update payments set status = 'cancelled' where id = $1", [first])
  expect((await markedDays(database, 'due')).toSorted()).toEqual(['2026-03-10', '2026-04-10', '2026-05-10'])
  await refreshFigures({ database, clock }, dueFigures)
  expect([await kept('2026-03-10'), await kept('2026-04-10'), await kept('2026-05-10')]).toEqual([
    one(1),
    [],
    one(1),
  ])

  await change('update payments set payment_type = payment_type where id = $1', [second])
  expect(await markedDays(database, 'due')).toEqual([])
})

test('the open totals are right before and after the figures are refreshed', async () => {
  const before = await openByAge({ readFromReplica: readFromPrimary(database), clock })
  await sell(['2026-02-01', '2026-02-27', '2027-01-01'])
  const added = (age: string) => (({ ahead: 1, week: 1, month: 1 }) as Record<string, number>)[age] ?? 0
  const expected = before.map(({ age, count, amount }) => ({
    age,
    count: count + added(age),
    amount: amount + 100 * added(age),
  }))
  expect(await openByAge({ readFromReplica: readFromPrimary(database), clock })).toEqual(expected)
  await refreshFigures({ database, clock }, dueFigures)
  expect(await openByAge({ readFromReplica: readFromPrimary(database), clock })).toEqual(expected)
})

test('a statement with more days than fit a transaction is refreshed completely', async () => {
  const days = Array.from({ length: 130 }, (_, index) =>
    new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10),
  )
  await sell(days)
  expect(await refreshFigures({ database, clock }, dueFigures)).toBe(130)
  for (const day of [days.at(0), days.at(64), days.at(-1)]) expect(await kept(day ?? '')).toEqual(one(1))
  expect(await markedDays(database, 'due')).toEqual([])
})

test('a day marked by more statements than one batch is refreshed once', async () => {
  await database.$client.query(
    "insert into figure_marks (source, days) select 'due', array[date '2029-01-01' + n % 3] from generate_series(1, 2500) n",
  )
  expect(await refreshFigures({ database, clock }, dueFigures)).toBe(3)
  expect(await markedDays(database, 'due')).toEqual([])
})

test('the check finds figures that differ from their rows, and refreshes them', async () => {
  await sell(['2031-01-01'])
  await refreshFigures({ database, clock }, dueFigures)
  expect(await checkFigures({ database }, dueFigures, '2031-01-01')).toBe(false)
  for (const damage of [
    "update daily_figures set amount = amount + 1 where day = '2031-01-01'",
    "delete from daily_figures where figure = 'due.open' and day = '2031-01-01'",
    "insert into daily_figures (figure, day, subject, count, amount) values ('due.paid', '2031-01-01', '', 1, 1)",
  ]) {
    await change(damage, [])
    expect(await checkFigures({ database }, dueFigures, '2031-01-01')).toBe(true)
    expect(await kept('2031-01-01')).toEqual(one(1))
  }
})

test('a marked day is only refreshed, not reported as different', async () => {
  await sell(['2031-02-01'])
  expect(await checkFigures({ database }, dueFigures, '2031-02-01')).toBe(false)
  expect(await markedDays(database, 'due')).toEqual(['2031-02-01'])
  await refreshFigures({ database, clock }, dueFigures)
})

test('two processes at once refresh each day once', async () => {
  await sell(['2032-01-01', '2032-01-02'])
  const made = await Promise.all([
    refreshFigures({ database, clock }, dueFigures),
    refreshFigures({ database, clock }, dueFigures),
  ])
  expect(made.toSorted()).toEqual([0, 2])
  expect(await kept('2032-01-02')).toEqual(one(1))
})

const order = '00000000-0000-4000-8000-000000000001'
const [march, april] = ['2026-03-10', '2026-04-10']
/** What changes, one after the other, and the days that are made again: those of São Paulo, also in its last hours. */
const changes: [what: string, statement: string, source: string, days: string[]][] = [
  ['the amount of an instalment', 'update payments set amount = 200', 'due', [march]],
  [
    'another time for the first contact',
    `update orders set contact_due_at = '${april} 12:00-03'`,
    'orders',
    ['2026-03-01', march, april],
  ],
  ['a contact', `update orders set contacted_at = '${april} 12:00-03'`, 'orders', ['2026-03-01', april]],
  ['a price', 'update orders set service_price = 2', 'orders', ['2026-03-01', april]],
  ['an order put on hold', "update orders set status = 'on_hold'", 'steps', [march]],
  ['an order that goes on', "update orders set status = 'in_progress'", 'steps', [march]],
  ['a later day of a step', `update order_steps set due_on = '${april}'`, 'steps', [march, april]],
  [
    'a step that is done',
    'update order_steps set completed = true, completed_date = now()',
    'steps',
    [april],
  ],
  [
    'a delivered look-up',
    "update consultations set status = 'delivered', delivered_at = now()",
    'lookups',
    [march],
  ],
  [
    'another promise',
    `update consultations set promised_at = '${april} 23:30-03'`,
    'lookups',
    [march, april],
  ],
]

test('every change that affects a figure marks the days before and after it', async () => {
  await change('alter table orders drop constraint if exists orders_user', [])
  await change('delete from payments', [])
  await sell([march])
  await change(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress, delivery_days,
       delivery_kind, delivery_date, created_at, updated_at, contact_due_at)
     values ($1, $1, 's', 'p', 'Limpeza', 1, '1x', 'paid', 0, 30, 'calendarDays', $2, '2026-03-01T15:00:00Z', now(), $3)`,
    [order, april, `${march} 23:30-03`],
  )
  await change("insert into order_steps values ($1, 1, 'n', 'd', false, null, $2)", [order, march])
  await change(
    `insert into consultations (id, kind, status, subject, digest, declaration_version, declared_at, declared_ip, declared_user_agent,
       created_at, paid_at, promised_at)
     values ($1, 'cpf', 'paid', '', 'd', 'v', now(), '', '', now(), now(), $2)`,
    [order, `${march} 12:00-03`],
  )
  const marked: [string, string[]][] = []
  for (const [what, statement, figures] of changes) {
    await change('delete from figure_marks', [])
    await change(statement, [])
    marked.push([what, (await markedDays(database, figures)).toSorted()])
  }
  expect(marked).toEqual(changes.map(([what, , , days]) => [what, days]))
})

test('a promise for a day counts as kept until that day ends in São Paulo, whatever happens to the order', async () => {
  const figuresOf = async (name: string, day: string) => {
    const figures = orderFigures.find((one) => one.name === name)
    if (!figures) throw new Error(`no figures of ${name}`)
    const { rows } = await database.execute<{ figure: string; count: string }>(figures.of([day]))
    return Object.fromEntries(rows.map(({ figure, count }) => [figure, Number(count)]))
  }
  await change('alter table orders drop constraint if exists orders_user', [])
  const orderWith = async (status: string, contactedAt: string | null) => {
    const id = randomUUID()
    await change(
      `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress, delivery_days,
         delivery_kind, delivery_date, created_at, updated_at, contact_due_at, contacted_at)
       values ($1, $1, 's', 'p', 'Limpeza', 1, '1x', $2, 0, 30, 'calendarDays', '2033-04-10', '2033-03-09T15:00:00Z', now(),
         '2033-03-10T15:00:00Z', $3)`,
      [id, status, contactedAt],
    )
    return id
  }
  const inTime = '2033-03-10T14:00:00Z'
  const id = await orderWith('in_progress', inTime)
  await orderWith('cancelled', inTime)
  await orderWith('cancelled', null)
  await orderWith('paid', '2033-03-10T15:00:01Z')
  expect(await figuresOf('orders', '2033-03-10')).toEqual({ 'contact.kept': 2, 'contact.late': 1 })
  const done = ['2033-03-10 23:59:59-03', '2033-03-11 00:00:00-03', null]
  for (const [at, day] of done.entries()) {
    await change("insert into order_steps values ($1, $2, 'n', 'd', $3, $4, '2033-03-10')", [
      ...[id, at + 1, day !== null, day],
    ])
  }
  expect(await figuresOf('steps', '2033-03-10')).toEqual({ 'step.kept': 1, 'step.late': 1, 'step.open': 1 })
})
