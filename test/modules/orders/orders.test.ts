// Databases: both
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { type House, openHouse } from '../contracting/house.ts'

let server: TestDatabase
let house: House

beforeAll(async () => {
  server = await testDatabase()
  house = openHouse(server.url)
})
beforeEach(() => {
  house.time.now = '2026-11-21T15:00:00Z'
})
afterAll(async () => {
  await house.database.$client.end()
  await server.close()
})

async function ordered(userId: string, serviceTitle = 'Rating de Crédito') {
  const id = newId()
  await house.database.transaction(async (tx) => {
    await house.orders.openOrder(tx, {
      id,
      userId,
      serviceId: 'credit-rating',
      planId: 'pf-a-vista',
      serviceTitle,
      servicePrice: 250_000,
      paymentType: 'PIX à vista',
      deadline: { kind: 'businessDays', days: 7 },
    })
    await house.orders.layOutSteps(tx, {
      orderId: id,
      steps: [
        { name: 'Primeira', description: 'a' },
        { name: 'Segunda', description: 'b' },
        { name: 'Terceira', description: 'c' },
      ],
    })
  })
  return id
}

async function paid(orderId: string, times = 1) {
  const payload = { orderId, instalmentId: newId(), userId: newId(), amount: 250_000, paidOn: '2026-12-18' }
  for (let time = 0; time < times; time++) {
    await deliver(house.database, house.orders.listeners, { type: 'instalment.paid', payload })
  }
}

test('the first approved payment begins the order, counts its term from that day and tells its owner once', async () => {
  const { id: userId, email } = await house.person()
  const orderId = await ordered(userId)
  expect(await house.orders.orderOf({ userId, orderId })).toMatchObject({ deliveryDate: '2026-12-01' })

  house.time.now = '2026-12-18T15:00:00Z'
  await paid(orderId, 2)
  expect(await house.orders.orderOf({ userId, orderId })).toMatchObject({
    status: 'paid',
    startDate: '2026-12-18',
    deliveryDate: '2026-12-30',
    updatedAt: new Date('2026-12-18T15:00:00Z'),
  })
  const { rows } = await house.database.execute(
    sql`select "to", subject from messages where user_id = ${userId}`,
  )
  expect(rows).toEqual([{ to: email, subject: 'Pagamento confirmado: Rating de Crédito' }])
})

test('a payment that was stored under the older name of its event begins its order all the same', async () => {
  const { id: userId } = await house.person()
  const orderId = await ordered(userId)
  const payload = { paymentId: newId(), orderId, userId, amount: 250_000, paidOn: '2026-12-18' }
  await deliver(house.database, house.orders.listeners, { type: 'installment.paid', payload })
  expect(await house.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'paid' })
})

test('what is paid of an order that is not there fails loudly', async () => {
  const [payment, order] = [{ instalmentId: newId(), userId: newId(), amount: 1 }, { orderId: newId() }]
  const payload = { ...payment, ...order, paidOn: '2026-12-18' }
  const delivered = deliver(house.database, house.orders.listeners, { type: 'instalment.paid', payload })
  await expect(delivered).rejects.toThrow(`${order.orderId} is paid, and there is no such order`)
})

test('steps are completed in their order, the first begins the work and the last completes it', async () => {
  const { id: userId } = await house.person()
  const orderId = await ordered(userId)
  const step = (stepNumber: number) =>
    house.database.transaction((tx) => house.orders.completeStep(tx, { orderId, stepNumber }))
  expect(await step(1)).toMatchObject({ ok: false, code: 'illegal_move' })
  await paid(orderId)
  expect(await step(2)).toMatchObject({ ok: false, code: 'not_next' })
  expect(await step(1)).toEqual({ ok: true, value: { status: 'in_progress', progress: 33 } })
  expect(await step(1)).toMatchObject({ ok: false, code: 'not_next' })
  expect(await step(2)).toMatchObject({ ok: true, value: { progress: 67 } })
  expect(await step(3)).toEqual({ ok: true, value: { status: 'completed', progress: 100 } })
  expect(await step(3)).toMatchObject({ ok: false, code: 'illegal_move' })
  const order = await house.orders.orderOf({ userId, orderId })
  expect(order?.steps.every((each) => each.completedAt !== null)).toBe(true)
})

test('a cancelled order stays cancelled, whatever is paid later', async () => {
  const { id: userId } = await house.person()
  const orderId = await ordered(userId)
  expect(await house.database.transaction((tx) => house.orders.cancelOrder(tx, { orderId }))).toEqual({
    ok: true,
    value: { status: 'cancelled' },
  })
  await paid(orderId)
  expect(await house.orders.orderOf({ userId, orderId })).toMatchObject({
    status: 'cancelled',
    startDate: null,
  })
  const start = (id: string) =>
    house.database.transaction((tx) => house.orders.startWork(tx, { orderId: id }))
  expect(await start(orderId)).toMatchObject({ ok: false, code: 'illegal_move' })
  expect(await start(newId())).toMatchObject({ code: 'not_found' })
})

test('a person sees only their own orders, newest first', async () => {
  const { id: userId } = await house.person()
  const { id: other } = await house.person()
  const first = await ordered(userId)
  house.time.now = '2026-11-21T15:01:00Z'
  const second = await ordered(userId)
  await ordered(other)
  expect((await house.orders.ordersOf({ userId })).map((order) => order.id)).toEqual([second, first])
  expect(await house.orders.orderOf({ userId: other, orderId: first })).toBeUndefined()
  expect(await house.orders.orderOf({ userId, orderId: 'x' })).toBeUndefined()
})

test('a search finds by title or id, in any case, and takes what is typed as text', async () => {
  const { id: userId } = await house.person()
  const rating = await ordered(userId)
  const odd = await ordered(userId, 'Plano 100% do_cliente')
  const found = async (search: string) =>
    (await house.orders.ordersOf({ userId, search })).map((order) => order.id)
  expect(await found('rAtInG')).toEqual([rating])
  expect(await found(` ${rating.slice(-8).toUpperCase()} `)).toEqual([rating])
  expect(await found('0% do_')).toEqual([odd])
  expect(await found('%')).toEqual([odd])
  expect(await found('nada disso')).toEqual([])
  expect(await found('')).toHaveLength(2)
})
