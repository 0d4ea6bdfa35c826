// Databases: one
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { withdrawnText } from '../../../src/web/copy/withdrawal.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { holdTransaction } from '../../support/second-connections.ts'
import { createHiringSetup, evidence, type HiringSetup, ticked, weekly } from './hiring-setup.ts'

let server: TestDatabase
let setup: HiringSetup

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
})
beforeEach(() => {
  setup.time.now = '2026-12-18T15:00:00Z'
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

async function signContract(by?: Awaited<ReturnType<typeof setup.createUser>>) {
  const viewer = by ?? (await setup.createUser())
  const started = await setup.contracting.startHiring({ ...weekly, viewer })
  const draftId = started.ok ? started.value.draftId : ''
  const accepted = await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  if (!accepted.ok) throw new Error(accepted.code)
  return { viewer, orderId: accepted.value.orderId }
}

/** Pays the down payment with a settled Pix charge. */
async function payEntry(orderId: string, userId: string) {
  const chargeId = newId()
  await setup.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into charges (id, user_id, purpose, method, amount, description, status, reference, idempotency_key,
        selection_key, most_instalments, provider, provider_id, created_at, settled_at)
      values (${chargeId}, ${userId}, 'instalments', 'pix', 40000, 'entrada', 'approved', ${chargeId}, ${chargeId},
        ${chargeId}, 1, 'mercado-pago', ${chargeId}, now(), now())`)
    await tx.execute(sql`
      insert into provider_payments (id, provider, provider_id, charge_id, method, state, status, amount, refunded, fee,
        received_at, created_at, updated_at)
      values (${chargeId}, 'mercado-pago', ${chargeId}, ${chargeId}, 'pix', 'approved', 'approved', 40000, 0, 0, now(), now(), now())`)
    await tx.execute(sql`
      insert into charge_payments (charge_id, payment_id, amount)
      select ${chargeId}, id, amount from payments where order_id = ${orderId} and number = 0`)
    await tx.execute(sql`
      update payments set status = 'paid', payment_date = now(), paid_by = ${chargeId}, paid_with = ${chargeId}, paid_amount = amount
      where order_id = ${orderId} and number = 0`)
  })
}

test('a withdrawal within the period cancels the order and its instalments and requests the refund', async () => {
  const { viewer, orderId } = await signContract()
  await payEntry(orderId, viewer.id)
  setup.time.now = '2026-12-28T23:00:00Z'
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual({
    ok: true,
    value: { refunded: 40_000, checking: 0 },
  })
  expect(await setup.orders.orderOf({ userId: viewer.id, orderId })).toMatchObject({ status: 'cancelled' })
  expect(await setup.count('payments', sql`order_id = ${orderId} and status = 'pending'`)).toBe(0)
  expect(await setup.count('refunds', sql`amount = 40000 and reason = 'withdrawal'`)).toBe(1)
  const { rows } = await setup.database.execute(
    sql`select text from messages where user_id = ${viewer.id} and kind = 'contract.withdrawn'`,
  )
  expect(rows[0]?.text).toContain('devolução de R$ 400,00')
})

test('a withdrawal after the bank took the money back does not say that nothing was paid', async () => {
  const { viewer, orderId } = await signContract()
  await payEntry(orderId, viewer.id)
  await setup.database.execute(sql`
    insert into refunds (id, charge_id, provider_payment_id, amount, origin, reason, status, idempotency_key, created_at)
    select ${newId()}, p.paid_by, p.paid_with, p.paid_amount, 'chargeback', 'chargeback', 'done', ${newId()}, now()
    from payments p where p.order_id = ${orderId} and p.status = 'paid'`)
  expect(await setup.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
  const madeOf = (userId: string) => setup.contracting.withdrawalsOf({ orderIds: [orderId], userId })
  expect([...(await madeOf(viewer.id)).keys()]).toEqual([orderId])
  expect((await madeOf(newId())).size).toBe(0)
  const { rows } = await setup.database.execute(
    sql`select text from messages where user_id = ${viewer.id} and kind = 'contract.withdrawn'`,
  )
  expect(rows[0]?.text).toContain('Por enquanto não há valor a devolver.')
})

test('a withdrawal that returned money may concern keeps what is checked, also when repeated', async () => {
  const { viewer, orderId } = await signContract()
  const other = await signContract(viewer)
  await payEntry(orderId, viewer.id)
  // The same payment also paid the first instalment of another order.
  await setup.database.execute(sql`
    with whole as (
      update provider_payments set amount = 80000
      where id in (select paid_with from payments where order_id = ${orderId}) returning id, charge_id),
    line as (
      insert into charge_payments (charge_id, payment_id, amount)
      select whole.charge_id, p.id, p.amount from payments p, whole where p.order_id = ${other.orderId} and p.number = 0)
    update payments set status = 'paid', payment_date = now(), paid_by = whole.charge_id, paid_with = whole.id, paid_amount = amount
    from whole where order_id = ${other.orderId} and number = 0`)
  await setup.database.execute(sql`
    insert into refunds (id, charge_id, provider_payment_id, amount, unattributed, origin, reason, status, idempotency_key, created_at)
    select ${newId()}, p.paid_by, p.paid_with, 10000, 10000, 'panel', 'panel', 'done', ${newId()}, now()
    from payments p where p.order_id = ${orderId} and p.status = 'paid'`)
  setup.time.now = '2026-12-21T15:00:00Z'
  const checked = { refunded: 0, checking: 40_000 }
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual({ ok: true, value: checked })
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual({ ok: true, value: checked })
  const made = await setup.contracting.withdrawalsOf({ orderIds: [orderId], userId: viewer.id })
  expect(made.get(orderId)).toEqual({
    ...checked,
    withdrawnAt: new Date(setup.time.now),
    isPaidByHand: false,
  })
  expect(await setup.count('messages', sql`kind = 'contract.withdrawn' and order_id = ${orderId}`)).toBe(1)
})

test('a customer who withdraws while a payment is under way reads that it will be refunded, not that nothing is to be refunded', async () => {
  const { viewer, orderId } = await signContract()
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual({
    ...{ ok: true, value: { refunded: 0, checking: 0 } },
  })
  const { rows } = await setup.database.execute(
    sql`select text from messages where user_id = ${viewer.id} and kind = 'contract.withdrawn'`,
  )
  expect(rows[0]?.text).toContain('Se um pagamento deste pedido ainda chegar, ele volta para você.')
  const made = await setup.contracting.withdrawalsOf({ orderIds: [orderId], userId: viewer.id })
  const [withdrawal] = made.values()
  expect(withdrawal && withdrawnText(withdrawal)).toContain('um pagamento que chegue depois volta para você.')
})

test('repeated and concurrent withdrawals request one refund', async () => {
  const { viewer, orderId } = await signContract()
  await payEntry(orderId, viewer.id)
  const all = await Promise.all([1, 2, 3].map(() => setup.contracting.withdraw({ orderId, viewer })))
  for (const outcome of all) expect(outcome).toEqual({ ok: true, value: { refunded: 40_000, checking: 0 } })
  expect(await setup.count('withdrawals', sql`order_id = ${orderId}`)).toBe(1)
  expect(
    await setup.count(
      'refunds',
      sql`charge_id in (select charge_id from charge_payments join payments on payments.id = payment_id where order_id = ${orderId})`,
    ),
  ).toBe(1)
})

test('a postponement that locks an instalment does not deadlock with a withdrawal that locks its order', async () => {
  const { viewer, orderId } = await signContract()
  let withdrawn: ReturnType<typeof setup.contracting.withdraw> | undefined
  await holdTransaction(setup.database, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from payments where order_id = ${orderId} and number = 1 for no key update`,
    )
    withdrawn = setup.contracting.withdraw({ orderId, viewer })
    const isWaiting = async () =>
      (await tx.execute(sql`select 1 from pg_locks where not granted and transactionid is not null`)).rows
        .length > 0
    for (let look = 0; look < 20 && !(await isWaiting()); look++) {
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    await tx.execute(sql`
      insert into postponements (id, order_id, payment_id, user_id, from_date, to_date, statement, requested_at, ip, user_agent)
      values (${newId()}, ${orderId}, ${rows[0]?.id}, ${viewer.id}, '2026-12-25', '2026-12-28', '-', now(), '-', '-')`)
  })
  expect(await withdrawn).toMatchObject({ ok: true })
})

test('refuses a withdrawal after the period or from another account', async () => {
  const { viewer, orderId } = await signContract()
  const otherUser = await setup.createUser()
  expect(await setup.contracting.withdraw({ orderId, viewer: otherUser })).toMatchObject({
    code: 'not_found',
  })
  const withdrawn = await signContract()
  const first = await setup.contracting.withdraw(withdrawn)
  setup.time.now = '2026-12-29T15:00:00Z'
  expect(await setup.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: false, code: 'too_late' })
  expect(first.ok).toBe(true)
  expect(await setup.contracting.withdraw(withdrawn), 'who withdrew in time').toEqual(first)
  expect(await setup.orders.orderOf({ userId: viewer.id, orderId })).toMatchObject({ status: 'pending' })
})

test('a service that was delivered within the period can be withdrawn from as well', async () => {
  const { viewer, orderId } = await signContract()
  await payEntry(orderId, viewer.id)
  await setup.database.execute(sql`update orders set status = 'completed' where id = ${orderId}`)
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual({
    ok: true,
    value: { refunded: 40_000, checking: 0 },
  })
  expect(await setup.orders.orderOf({ userId: viewer.id, orderId })).toMatchObject({ status: 'cancelled' })
})

test('an order that the team cancelled without a refund can be withdrawn from within the period, once', async () => {
  const { viewer, orderId } = await signContract()
  await payEntry(orderId, viewer.id)
  await setup.database.transaction((tx) => setup.orders.cancelOrder(tx, { orderId }))
  const withdrawn = { ok: true, value: { refunded: 40_000, checking: 0 } }
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual(withdrawn)
  expect(await setup.contracting.withdraw({ orderId, viewer })).toEqual(withdrawn)
  expect(await setup.count('refunds', sql`amount = 40000 and reason = 'withdrawal'`)).toBeGreaterThan(0)
  expect(await setup.count('messages', sql`user_id = ${viewer.id} and kind = 'contract.withdrawn'`)).toBe(1)
})

test('an order that was cancelled before anything was paid cannot be withdrawn from', async () => {
  const { viewer, orderId } = await signContract()
  await setup.database.transaction((tx) => setup.orders.cancelOrder(tx, { orderId }))
  expect(await setup.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: false, code: 'not_open' })
  expect(await setup.count('messages', sql`user_id = ${viewer.id} and kind = 'contract.withdrawn'`)).toBe(0)
})

test('a withdrawal from what was paid by hand does not promise its refund by Pix or card', async () => {
  const { viewer, orderId } = await signContract()
  await payEntry(orderId, viewer.id)
  const textOf = async () => {
    const [made] = (
      await setup.contracting.withdrawalsOf({ orderIds: [orderId], userId: viewer.id })
    ).values()
    return made && withdrawnText(made)
  }
  expect(await setup.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
  expect(await textOf()).toContain('no Pix ela costuma aparecer em minutos')
  await setup.database.execute(sql`
    update provider_payments set provider = 'manual', detail = 'cash'
    where id in (select paid_with from payments where order_id = ${orderId})`)
  expect(await textOf()).toContain('O que você pagou direto à nossa equipe, ela mesma devolve')
  expect(await textOf()).not.toContain('minutos')
})
