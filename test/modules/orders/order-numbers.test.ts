// Databases: both. A trigger and a migration in SQL.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../../src/platform/database/migrations.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { createHiringSetup, type HiringSetup } from '../contracting/hiring-setup.ts'

let server: TestDatabase
let setup: HiringSetup

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

function openOrder(userId: string, id = newId()) {
  return setup.database.transaction((tx) =>
    setup.orders.openOrder(tx, {
      ...{ id, userId, serviceId: 'clean-name', planId: 'a-vista', serviceTitle: 'Limpeza de Nome' },
      ...{ servicePrice: 150_000, paymentType: 'PIX à vista' },
    }),
  )
}

async function rows<Row extends object>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await setup.database.execute(query)).rows as unknown as Row[]
}

/** Returns the number of an id at a given attempt. */
async function numberAt(id: string, attempt: number): Promise<string | undefined> {
  const [row] = await rows<{ number: string }>(sql`select order_number(${id}::uuid, ${attempt}) as number`)
  return row?.number
}

test('a new order gets a number from its id, by which its customer and the team find it', async () => {
  const { id: userId } = await setup.createUser()
  const id = newId()
  const { number } = await openOrder(userId, id)
  expect(number).toMatch(/^RC-[2-9BCDFGHJKMNPQRSTVWXYZ]{5}$/)
  expect(number).toBe(await numberAt(id, 0))
  expect(await setup.orders.orderOf({ userId, orderId: id })).toMatchObject({ id, number })
  expect([...(await setup.orders.numbersOf({ userId }))]).toEqual([[id, number]])

  const typed = number.toLowerCase().replace('-', ' ')
  for (const search of [number, typed, number.slice(3), number.slice(1, 6), id])
    expect(await setup.orders.ordersOf({ userId, search }), search).toMatchObject([{ id }])
  for (const text of [number, typed, id])
    expect(await setup.orders.findForTeam({ text })).toMatchObject({ id })
  expect(await setup.orders.findForTeam({ text: newId() })).toBeUndefined()
})

test('a number finds nothing for another customer', async () => {
  const [ana, eve] = [await setup.createUser(), await setup.createUser()]
  const { number } = await openOrder(ana.id)
  expect(await setup.orders.ordersOf({ userId: eve.id, search: number })).toEqual([])
  expect(await setup.orders.orderOf({ userId: eve.id, orderId: number })).toBeUndefined()
  expect([...(await setup.orders.numbersOf({ userId: eve.id }))]).toEqual([])
})

test('a taken number leads to the next one', async () => {
  const { id: userId } = await setup.createUser()
  const [first, second] = [newId(), newId()]
  await openOrder(userId, first)
  const taken = await numberAt(second, 0)
  await setup.database.execute(sql`update orders set number = ${taken} where id = ${first}`)
  expect((await openOrder(userId, second)).number).toBe(await numberAt(second, 1))
  const after = await Promise.all([7, 8, 16, 400].map((attempt) => numberAt(second, attempt)))
  expect(after.map((number) => number?.length)).toEqual([8, 9, 10, 15])
})

test('an id has the number that the first release gave it, at every attempt', async () => {
  const [first = ''] = (await migrationFile()).split('--> statement-breakpoint')
  await setup.database.execute(sql.raw(first.replace('order_number(', 'first_order_number(')))
  const [found] = await rows<{ compared: number; different: number }>(sql`
    select count(*)::int as compared,
      count(*) filter (where order_number(id, attempt) is distinct from first_order_number(id, attempt))::int as different
    from (select md5(number::text)::uuid as id from generate_series(1, 500) as number) as ids,
      unnest(array[0, 1, 7, 8, 9, 16, 55, 56, 400]) as attempt`)
  expect(found).toEqual({ compared: 4_500, different: 0 })
  expect(await rows(sql`select order_number(null, 0) as number`)).toEqual([{ number: null }])
})

test('the migration numbers earlier orders; of two that would share a number the older keeps it', async () => {
  const [before = '', after = ''] = (await migrationFile()).split('ALTER TABLE "orders" ADD COLUMN')
  const { id: userId } = await setup.createUser()
  await setup.database.execute(sql`delete from orders`)
  for (const undo of [
    'drop trigger orders_number on orders',
    'alter table orders drop column number',
    'drop function assign_order_number()',
    'drop function order_number(uuid, integer)',
  ])
    await setup.database.execute(sql.raw(undo))
  await setup.database.execute(sql`
    insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
      delivery_days, delivery_kind, delivery_date, created_at, updated_at)
    select md5(number::text)::uuid, ${userId}, 'clean-name', 'a-vista', 'Limpeza de Nome', 150000, 'PIX', 'pending', 0, 30,
      'calendarDays', '2026-12-21', timestamptz '2026-01-01' + number * interval '1 second', now()
    from generate_series(2900, 3699) as number`)
  await setup.database.transaction(async (tx) => {
    for (const statement of [
      before,
      ...`ALTER TABLE "orders" ADD COLUMN${after}`.split('--> statement-breakpoint'),
    ])
      await tx.execute(sql.raw(statement.replaceAll('--> statement-breakpoint', '')))
  })
  const [found] = await rows<{ count: number; distinct: number; renumbered: number }>(sql`
    select count(*)::int as count, count(distinct number)::int as distinct,
      count(*) filter (where number <> order_number(id, 0))::int as renumbered
    from orders where number ~ '^RC-[2-9BCDFGHJKMNPQRSTVWXYZ]{5}$'`)
  expect(found).toMatchObject({ count: 800, distinct: 800 })
  // One of the orders 2914 and 3611, whose numbers are equal at the first attempt.
  expect(found?.renumbered).toBe(1)
  const younger = await rows(sql`
    select 1 from orders as one join orders as older on older.number = order_number(one.id, 0)
    where one.number <> order_number(one.id, 0) and older.created_at > one.created_at`)
  expect(younger).toEqual([])
  expect((await openOrder(userId)).number).toMatch(/^RC-/)
})

async function migrationFile(): Promise<string> {
  return readFileSync(join(migrationsFolder, '0010_order_numbers.sql'), 'utf8')
}
