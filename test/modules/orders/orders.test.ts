// Databases: one
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { createHiringSetup, type HiringSetup } from '../contracting/hiring-setup.ts'

let server: TestDatabase
let setup: HiringSetup

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
})
beforeEach(() => {
  setup.time.now = '2026-11-21T15:00:00Z'
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

async function createOrder(userId: string, serviceTitle = 'Rating de Crédito') {
  const id = newId()
  await setup.database.transaction(async (tx) => {
    await setup.orders.openOrder(tx, {
      id,
      userId,
      serviceId: 'credit-rating',
      planId: 'pf-a-vista',
      serviceTitle,
      servicePrice: 250_000,
      paymentType: 'PIX à vista',
      deadline: { kind: 'businessDays', days: 7 },
    })
    await setup.orders.createSteps(tx, {
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

async function payInstalment(orderId: string, times = 1) {
  const payload = { orderId, instalmentId: newId(), userId: newId(), amount: 250_000, paidOn: '2026-12-18' }
  for (let time = 0; time < times; time++) {
    await deliver(setup.database, setup.orders.listeners, { type: 'instalment.paid', payload })
  }
}

test('the version that an open page requests changes with its customer’s orders, and no others', async () => {
  const [{ id: userId }, { id: another }] = [await setup.createUser(), await setup.createUser()]
  const orderId = await createOrder(userId)
  await createOrder(another)
  const versions = () => Promise.all([userId, another].map((id) => setup.orders.versionOf({ userId: id })))
  const [before, others] = await versions()
  setup.time.now = '2026-11-21T15:00:05Z'
  await payInstalment(orderId)
  const [after, same] = await versions()
  expect(after).not.toBe(before)
  expect(same).toBe(others)
})

test('the first approved payment starts the order and its deadline and notifies the customer once', async () => {
  const { id: userId, email } = await setup.createUser()
  const orderId = await createOrder(userId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ deliveryDate: '2026-12-01' })

  setup.time.now = '2026-12-18T15:00:00Z'
  await payInstalment(orderId, 2)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({
    status: 'paid',
    startDate: '2026-12-18',
    deliveryDate: '2026-12-30',
    updatedAt: new Date('2026-12-18T15:00:00Z'),
  })
  const { rows } = await setup.database.execute(
    sql`select "to", subject from messages where user_id = ${userId}`,
  )
  expect(rows).toEqual([{ to: email, subject: expect.stringMatching(/^Pagamento confirmado: pedido /) }])
})

test('an event stored under its former name also starts the order', async () => {
  const { id: userId } = await setup.createUser()
  const orderId = await createOrder(userId)
  const payload = { paymentId: newId(), orderId, userId, amount: 250_000, paidOn: '2026-12-18' }
  await deliver(setup.database, setup.orders.listeners, { type: 'installment.paid', payload })
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'paid' })
})

test('a payment of an unknown order throws', async () => {
  const [payment, order] = [{ instalmentId: newId(), userId: newId(), amount: 1 }, { orderId: newId() }]
  const payload = { ...payment, ...order, paidOn: '2026-12-18' }
  const delivered = deliver(setup.database, setup.orders.listeners, { type: 'instalment.paid', payload })
  await expect(delivered).rejects.toThrow(`unknown order ${order.orderId} was paid`)
})

test('steps are completed in sequence; the first starts the work and the last completes the order', async () => {
  const { id: userId } = await setup.createUser()
  const orderId = await createOrder(userId)
  const step = (stepNumber: number) => complete(orderId, stepNumber)
  expect(await step(1)).toMatchObject({ ok: false, code: 'illegal_move' })
  await payInstalment(orderId)
  expect(await step(2)).toMatchObject({ ok: false, code: 'not_next' })
  expect(await step(1)).toMatchObject({ ok: true, value: { status: 'in_progress', progress: 33 } })
  expect(await step(1)).toMatchObject({ ok: false, code: 'not_next' })
  expect(await step(2)).toMatchObject({ ok: true, value: { progress: 67 } })
  expect(await step(3)).toMatchObject({ ok: true, value: { status: 'completed', progress: 100 } })
  expect(await step(3)).toMatchObject({ ok: false, code: 'illegal_move' })
  const order = await setup.orders.orderOf({ userId, orderId })
  expect(order?.steps.every((each) => each.completedAt !== null)).toBe(true)
})

test('a cancelled order stays cancelled after later payments', async () => {
  const { id: userId } = await setup.createUser()
  const orderId = await createOrder(userId)
  expect(await setup.database.transaction((tx) => setup.orders.cancelOrder(tx, { orderId }))).toEqual({
    ok: true,
    value: { status: 'cancelled' },
  })
  await payInstalment(orderId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({
    status: 'cancelled',
    startDate: null,
  })
  const start = (id: string) =>
    setup.database.transaction((tx) => setup.orders.startWork(tx, { orderId: id }))
  expect(await start(orderId)).toMatchObject({ ok: false, code: 'illegal_move' })
  expect(await start(newId())).toMatchObject({ code: 'not_found' })
})

test('a customer sees only their own orders, newest first', async () => {
  const { id: userId } = await setup.createUser()
  const { id: other } = await setup.createUser()
  const first = await createOrder(userId)
  setup.time.now = '2026-11-21T15:01:00Z'
  const second = await createOrder(userId)
  await createOrder(other)
  expect((await setup.orders.ordersOf({ userId })).map((order) => order.id)).toEqual([second, first])
  expect(await setup.orders.orderOf({ userId: other, orderId: first })).toBeUndefined()
  expect(await setup.orders.orderOf({ userId, orderId: 'x' })).toBeUndefined()
})

test('a search matches title or id, ignores case and escapes wildcards', async () => {
  const { id: userId } = await setup.createUser()
  const rating = await createOrder(userId)
  const odd = await createOrder(userId, 'Plano 100% do_cliente')
  const found = async (search: string) =>
    (await setup.orders.ordersOf({ userId, search })).map((order) => order.id)
  expect(await found('rAtInG')).toEqual([rating])
  expect(await found(` ${rating.slice(-8).toUpperCase()} `)).toEqual([rating])
  expect(await found('0% do_')).toEqual([odd])
  expect(await found('%')).toEqual([odd])
  expect(await found('nada disso')).toEqual([])
  expect(await found('')).toHaveLength(2)
})

test.each(['Reabilitação', 'REABILITAÇÃO', 'reabilitacao', 'Reabilitação'.normalize('NFD'), 'ção de cnh'])(
  'finds a title by %j, whichever letters the database can convert',
  async (search) => {
    const { id: userId } = await setup.createUser()
    const order = await createOrder(userId, 'Reabilitação de CNH')
    await createOrder(userId, 'Limpeza de Nome')
    expect((await setup.orders.ordersOf({ userId, search })).map(({ id }) => id)).toEqual([order])
  },
)

const moneyChanged = (orderId: string, userId: string) =>
  deliver(setup.database, setup.orders.listeners, {
    type: 'order-money.changed',
    payload: { orderId, userId },
  })

test('an order whose money was returned stops, customer and team see it, and the team decides', async () => {
  const { id: userId, email } = await setup.createUser()
  const orderId = await createOrder(userId)
  await fund(orderId, userId)
  await payInstalment(orderId)
  await complete(orderId, 1)
  await moneyChanged(orderId, userId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'in_progress' })

  await setup.database.execute(sql`update payments set status = 'refunded' where order_id = ${orderId}`)
  for (let time = 0; time < 2; time++) await moneyChanged(orderId, userId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'on_hold', progress: 33 })
  expect(await complete(orderId, 2)).toMatchObject({ ok: false, code: 'illegal_move' })
  const start = () => setup.database.transaction((tx) => setup.orders.startWork(tx, { orderId }))
  expect(await start()).toMatchObject({ ok: false, code: 'illegal_move' })
  const number = (await setup.orders.numbersOf({ userId })).get(orderId)
  const { rows } = await setup.database.execute(
    sql`select "to" from messages where kind in ('order.on-hold', 'order.money-returned') and text like ${`%${number}%`} order by kind`,
  )
  expect(rows).toEqual([{ to: expect.stringContaining('@') }, { to: email }])
  const held = await setup.orders.listForTeam({ filter: 'on_hold', limit: 50 })
  expect(held.orders.map(({ id }) => id)).toContain(orderId)

  const resume = (which = orderId) =>
    setup.database.transaction((tx) => setup.orders.resumeOrder(tx, { orderId: which }))
  const both = await Promise.all([resume(), resume()])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  // It is due again on the day of its open step, no longer on that of the decision.
  const resumed = await setup.orders.openForTeam({ text: orderId })
  expect(resumed?.dueOn).toBe(resumed?.steps.find(({ completedAt }) => !completedAt)?.dueOn)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'in_progress' })
  // An order that nobody has paid for does not begin by it.
  expect(await resume(await createOrder(userId))).toMatchObject({ code: 'illegal_move' })
})

test('an order whose money was returned before its payment was handled is on hold, never shown as paid', async () => {
  const { id: userId, email } = await setup.createUser()
  const orderId = await createOrder(userId)
  await fund(orderId, userId)
  await setup.database.execute(sql`update payments set status = 'refunded' where order_id = ${orderId}`)
  await moneyChanged(orderId, userId)
  await payInstalment(orderId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'on_hold' })
  const { rows } = await setup.database.execute(sql`select kind from messages where "to" = ${email}`)
  expect(rows).toEqual([{ kind: 'order.on-hold' }])
})

test('the team alone is notified of returned money for an order that was completed, which stays so', async () => {
  const { id: userId, email } = await setup.createUser()
  const orderId = await createOrder(userId)
  await fund(orderId, userId)
  await payInstalment(orderId)
  for (const step of [1, 2, 3]) await complete(orderId, step)
  await setup.database.execute(sql`update payments set status = 'refunded' where order_id = ${orderId}`)
  await moneyChanged(orderId, userId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'completed' })
  const number = (await setup.orders.numbersOf({ userId })).get(orderId)
  const { rows } = await setup.database.execute(
    sql`select kind, "to" = ${email} as to_customer from messages
      where kind in ('order.on-hold', 'order.money-returned') and text like ${`%${number}%`}`,
  )
  expect(rows).toEqual([{ kind: 'order.money-returned', to_customer: false }])
})

test('an order on hold resumes when there is money again: a dispute was won, or it was paid again', async () => {
  const { id: userId } = await setup.createUser()
  const orderId = await createOrder(userId)
  await fund(orderId, userId)
  await payInstalment(orderId)
  const bank = (state: string) =>
    setup.database.execute(
      sql`update provider_payments set state = ${state} where id = (select paid_with from payments where order_id = ${orderId})`,
    )
  await bank('charged_back')
  await moneyChanged(orderId, userId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'on_hold' })
  await bank('approved')
  await moneyChanged(orderId, userId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'paid' })
  await bank('charged_back')
  await moneyChanged(orderId, userId)
  await bank('approved')
  await payInstalment(orderId)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'paid' })
})

const complete = (orderId: string, stepNumber: number) =>
  setup.database.transaction((tx) =>
    setup.orders.completeStep(tx, { orderId, stepNumber, words: 'Feito.', protocol: 'P-1', by: newId() }),
  )

/** Adds a paid instalment to the order. */
async function fund(orderId: string, userId: string): Promise<void> {
  const [paymentId, id] = [newId(), newId()]
  await setup.database.execute(
    sql`insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee, created_at, updated_at)
      values (${paymentId}, 'mercado-pago', ${paymentId}, 'pix', 'approved', 'approved', 250000, 0, 0, now(), now())`,
  )
  await setup.database.execute(
    sql`insert into payments (id, order_id, user_id, service_title, payment_type, number, kind, amount, due_date, status,
        payment_date, paid_with, paid_amount, payment_method, external_reference, created_at)
      values (${id}, ${orderId}, ${userId}, 'Rating', 'PIX à vista', 1, 'a-vista', 250000, '2026-12-18', 'paid', now(),
        ${paymentId}, 250000, 'pix', ${`PARC_${id}`}, now())`,
  )
}
