// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type Rig, startRig } from './rig.ts'

const day = 24 * 60 * minute

let rig: Rig
beforeAll(async () => {
  rig = await startRig({
    testDatabase,
    // A Tuesday, ten minutes before midnight in São Paulo.
    start: '2026-11-25T02:50:00Z',
    // More than a person may ever be asked.
    terms: { lateFee: 1_000, lateInterest: 100, earlyPayoff: true },
  })
})
afterAll(() => rig.close())

/** Days from the day it is, once for every instalment. */
const dueIn = (first: number, every = 7) => {
  const today = todayInSaoPaulo(rig.clock.now())
  return (index: number) => addDays(today, first + every * index)
}

async function charged(
  customer: Awaited<ReturnType<Rig['customer']>>,
  instalmentIds = customer.instalmentIds,
): Promise<string> {
  const started = await rig.payments.startCharge({ viewer: customer.viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  return started.value.chargeId
}

async function pay(chargeId: string) {
  await rig.simulator.act((await rig.charge(chargeId)).reference, 'approve')
  await rig.payments.settleCharge({ chargeId })
}

const amountOf = async (chargeId: string) =>
  (await rig.query<{ amount: number }>('select amount from charges where id = $1', [chargeId]))[0]?.amount

const linesOf = (chargeId: string) =>
  rig.query<Record<'amount' | 'late_fee' | 'interest' | 'discount', number>>(
    `select l.amount, late_fee, interest, discount from charge_payments l join payments p on p.id = payment_id
     where charge_id = $1 order by number`,
    [chargeId],
  )

/** What the receipt of a charge's money moved. */
const receiptOf = async (chargeId: string) => {
  const rows = await rig.query<{ account: string; amount: number }>(
    `select account, e.amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     join provider_payments p on t.key = 'receipt:' || p.id where p.charge_id = $1`,
    [chargeId],
  )
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
}

test('an instalment in arrears is charged line by line, booked line by line, and given back whole', async () => {
  const late = await rig.customer({ instalments: 1, amount: 19_990, due: dueIn(-12) })
  const chargeId = await charged(late)
  expect(await linesOf(chargeId)).toEqual([{ amount: 19_990, late_fee: 400, interest: 80, discount: 0 }])
  expect(await rig.payments.chargeView({ chargeId, userId: late.viewer.id })).toMatchObject({
    amount: 20_470,
    instalments: [{ amount: 19_990, lateFee: 400, interest: 80, total: 20_470 }],
  })

  await pay(chargeId)
  expect(await receiptOf(chargeId)).toEqual({
    'provider:mercado-pago': 20_470,
    receivable: -19_990,
    late_charges: -480,
  })
  expect(await rig.payments.paidOf({ userId: late.viewer.id })).toMatchObject([{ total: 20_470 }])
  expect(await rig.payments.checkBooks()).toEqual([])

  const asked = await rig.database.transaction((tx) =>
    rig.payments.refundOrder(tx, { orderId: late.orderId, origin: 'withdrawal', reason: 'arrependimento' }),
  )
  expect(asked).toBe(20_470)
  await rig.work('refunds.issue')
  expect(await rig.statuses(late.instalmentIds)).toEqual(['refunded'])
  expect(await rig.payments.checkBooks()).toEqual([])
})

test('a person never pays more than the law allows, a company what is configured', async () => {
  const person = await rig.customer({ instalments: 1, amount: 9_990, due: dueIn(-7) })
  const { viewer } = await rig.customer({ instalments: 1, amount: 9_990, due: dueIn(-7) })
  const list = (documento: string) => rig.payments.pendingOf({ userId: viewer.id, documento })
  expect(await amountOf(await charged(person))).toBe(10_213)
  expect(await list(viewer.documento)).toMatchObject([{ lateFee: 200, interest: 23, total: 10_213 }])
  const [asCompany] = await list('11222333000181')
  expect(asCompany).toMatchObject({ lateFee: 999, interest: 23, total: 11_012 })
  const started = await rig.payments.startCharge({
    viewer: { ...viewer, documento: '11222333000181' },
    instalmentIds: [asCompany?.id ?? ''],
  })
  expect(await amountOf(started.ok ? started.value.chargeId : '')).toBe(11_012)
})

test('a whole plan paid off early in one Pix costs the cash price, and the books know the discount', async () => {
  const rate = { hundredths: 651, period: 'week' as const }
  const plan = await rig.customer({ instalments: 20, amount: 9_990, due: dueIn(7), rate })
  const owed = await rig.payments.pendingOf({ userId: plan.viewer.id })
  expect(owed[0]).toMatchObject({ discount: 611, total: 9_379 })
  const chargeId = await charged(plan)
  const amount = (await amountOf(chargeId)) ?? 0
  expect(amount).toBe(owed.reduce((total, one) => total + one.total, 0))
  // The service costs 1.500,00 at once, of which 400,00 is the entry.
  expect(Math.abs(amount - 110_000)).toBeLessThanOrEqual(20)

  await pay(chargeId)
  expect(new Set(await rig.statuses(plan.instalmentIds))).toEqual(new Set(['paid']))
  expect(await receiptOf(chargeId)).toEqual({
    'provider:mercado-pago': amount,
    receivable: -199_800,
    discounts: 199_800 - amount,
  })
  expect(await rig.payments.checkBooks()).toEqual([])
})

test('after midnight a charge of yesterday’s amount is withdrawn, and only what was shown is charged', async () => {
  const late = await rig.customer({ instalments: 1, amount: 19_990, due: dueIn(-12) })
  const { viewer, instalmentIds, first } = late
  const yesterday = await charged(late)
  expect(await charged(late)).toBe(yesterday)

  rig.clock.advance(15 * minute)
  const start = (total: number) =>
    rig.payments.startCharge({ viewer, instalmentIds, shown: new Map([[first, total]]) })
  expect(await start(20_470)).toMatchObject({ ok: false, code: 'amounts_changed' })
  expect(await rig.payments.renewCharge({ chargeId: yesterday, viewer })).toMatchObject({
    code: 'amounts_changed',
  })
  expect((await rig.charge(yesterday)).status).toBe('pending')

  const today = await start(20_477)
  if (!today.ok) throw new Error(today.code)
  expect(today.value.chargeId).not.toBe(yesterday)
  expect(await amountOf(today.value.chargeId)).toBe(20_477)
  expect((await rig.charge(yesterday)).status).toBe('expired')
  expect(rig.queue).toContainEqual({ job: 'charges.cancel', data: { chargeId: yesterday } })

  // Its code was still in somebody's hands: it asked for that much, and that much pays.
  await pay(yesterday)
  expect(await rig.statuses(instalmentIds)).toEqual(['paid'])
  expect(await receiptOf(yesterday)).toMatchObject({ receivable: -19_990, late_charges: -480 })
  await rig.work('charges.cancel')
  expect(await rig.payments.checkBooks()).toEqual([])
})

test('due on a day without banks, it costs the same until the next business day', async () => {
  const sunday = await rig.customer({ instalments: 1, due: () => '2026-11-29' })
  const owed = async () => (await rig.payments.pendingOf({ userId: sunday.viewer.id }))[0]?.total
  rig.clock.advance(5 * day)
  expect(todayInSaoPaulo(rig.clock.now())).toBe('2026-11-30')
  expect(await owed()).toBe(10_000)
  rig.clock.advance(day)
  expect(await owed()).toBe(10_207)
})
