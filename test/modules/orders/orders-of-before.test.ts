// Databases: both
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../../src/platform/database/migrations.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { createHiringSetup, type HiringSetup } from '../contracting/hiring-setup.ts'
import { orderSteps } from './order-setup.ts'

let server: TestDatabase
let setup: HiringSetup
let team: ReturnType<typeof orderSteps>

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
  team = orderSteps(setup)
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

/** Creates an order as the previous version stored it. */
async function earlierOrder(
  userId: string,
  {
    status,
    hoursAgo = 200,
    completed = 0,
    startDate = '2026-11-10',
  }: { status: string; hoursAgo?: number; completed?: number; startDate?: string | null },
) {
  const id = newId()
  await setup.database.execute(sql`
    insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
      delivery_days, delivery_kind, start_date, delivery_date, created_at, updated_at)
    values (${id}, ${userId}, 'clean-name', 'a-vista', 'Limpeza de Nome', 150000, 'PIX', ${status}, 0, 30, 'calendarDays',
      ${startDate}, '2026-12-10', now() - make_interval(hours => ${hoursAgo}), timestamptz '2026-11-23T15:00:00Z')`)
  for (const number of [1, 2, 3])
    await setup.database.execute(sql`
      insert into order_steps (order_id, step_number, step_name, step_description, completed, completed_date)
      values (${id}, ${number}, ${`Etapa ${number}`}, 'a', ${number <= completed}, ${number <= completed ? sql`now()` : null})`)
  return id
}

test('the migration gives earlier orders their due dates; only promises that still run are obligations', async () => {
  const { id: userId } = await setup.createUser()
  const working = await earlierOrder(userId, { status: 'in_progress', completed: 1 })
  const recent = await earlierOrder(userId, { status: 'pending', hoursAgo: 2, startDate: null })
  const held = await earlierOrder(userId, { status: 'on_hold' })
  const done = await earlierOrder(userId, { status: 'completed', completed: 3 })
  for (const statement of await backfill()) await setup.database.execute(sql.raw(statement))

  const order = await team.order(working)
  expect(order).toMatchObject({ dueOn: '2026-11-30', contactDueAt: null, contactedAt: null })
  expect(order.steps).toMatchObject([
    { dueOn: null, completedAt: expect.any(Date), completion: null },
    { dueOn: '2026-11-30' },
    { dueOn: '2026-12-10' },
  ])
  expect(await team.order(held)).toMatchObject({ dueOn: '2026-11-24' })
  expect(await team.order(done)).toMatchObject({ dueOn: null, contactDueAt: null })
  expect((await team.order(recent)).contactDueAt).toBeInstanceOf(Date)

  setup.time.now = '2026-11-24T15:00:00Z'
  expect(await team.complete(working, 2)).toMatchObject({ ok: true, value: { progress: 67 } })
  // The customer was not notified about the first step, and knows it from the page.
  expect(await team.reopen(working, 1)).toMatchObject({ ok: true })
  expect((await team.messagesTo(userId)).map(({ kind }) => kind)).toEqual(['order.step-reopened'])
})

test('an order that an earlier release starts meanwhile is due by its delivery date', async () => {
  const { id: userId } = await setup.createUser()
  const id = await earlierOrder(userId, { status: 'paid', hoursAgo: 1 })
  const owed = await Promise.all(setup.orders.obligations.map(({ among }) => among({ ids: [id] })))
  expect(owed.flat().map(({ kind, dueAt }) => [kind, dueAt.toISOString().slice(0, 10)])).toMatchObject([
    ['order.contact', expect.any(String)],
    ['order.step', '2026-12-11'],
  ])
  expect((await team.order(id)).steps.map(({ dueOn }) => dueOn)).toEqual(Array(3).fill('2026-12-10'))
})

/** Returns the statements with which the migration updates existing rows. */
async function backfill(): Promise<string[]> {
  const file = readdirSync(migrationsFolder).find((name) => name.endsWith('_order_desk.sql')) ?? ''
  const statements = readFileSync(join(migrationsFolder, file), 'utf8').split('--> statement-breakpoint')
  return statements.filter((statement) => statement.trim().startsWith('UPDATE'))
}
