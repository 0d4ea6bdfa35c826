// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

const day = 24 * 60 * minute

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({
    testDatabase,
    // A Tuesday, ten minutes before midnight in São Paulo.
    start: '2026-11-25T02:50:00Z',
    // Above the legal cap for a person.
    terms: { lateFee: 1_000, lateInterest: 100, earlyPayoff: true },
  })
})
afterAll(() => harness.close())

/** Returns due dates: the first one `first` days after today, then one every `every` days. */
const dueIn = (first: number, every = 7) => {
  const today = todayInSaoPaulo(harness.clock.now())
  return (index: number) => addDays(today, first + every * index)
}

async function charged(
  customer: Awaited<ReturnType<PaymentsHarness['customer']>>,
  instalmentIds = customer.instalmentIds,
): Promise<string> {
  const started = await harness.payments.startCharge({ viewer: customer.viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  return started.value.chargeId
}

async function pay(chargeId: string) {
  await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
}

const amountOf = async (chargeId: string) =>
  (await harness.query<{ amount: number }>('select amount from charges where id = $1', [chargeId]))[0]?.amount

const linesOf = (chargeId: string) =>
  harness.query<Record<'amount' | 'late_fee' | 'interest' | 'discount', number>>(
    `select l.amount, late_fee, interest, discount from charge_payments l join payments p on p.id = payment_id
     where charge_id = $1 order by number`,
    [chargeId],
  )

/** Returns the ledger entries of a charge's receipt, by account. */
const receiptOf = async (chargeId: string) => {
  const rows = await harness.query<{ account: string; amount: number }>(
    `select account, e.amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     join provider_payments p on t.key = 'receipt:' || p.id where p.charge_id = $1`,
    [chargeId],
  )
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
}

test('late charges are charged, posted and refunded as separate parts', async () => {
  const late = await harness.customer({ instalments: 1, amount: 19_990, due: dueIn(-12) })
  const chargeId = await charged(late)
  expect(await linesOf(chargeId)).toEqual([{ amount: 19_990, late_fee: 400, interest: 80, discount: 0 }])
  expect(await harness.payments.chargeView({ chargeId, userId: late.viewer.id })).toMatchObject({
    amount: 20_470,
    instalments: [{ amount: 19_990, lateFee: 400, interest: 80, total: 20_470 }],
  })

  await pay(chargeId)
  expect(await receiptOf(chargeId)).toEqual({
    'provider:mercado-pago': 20_470,
    receivable: -19_990,
    late_charges: -480,
  })
  expect(await harness.payments.paidOf({ userId: late.viewer.id })).toMatchObject([{ total: 20_470 }])
  expect(await harness.payments.checkBooks()).toEqual([])

  const asked = await harness.database.transaction((tx) =>
    harness.payments.refundOrder(tx, {
      orderId: late.orderId,
      origin: 'withdrawal',
      reason: 'arrependimento',
    }),
  )
  expect(asked).toEqual({ requested: 20_470, held: 0 })
  await harness.work('refunds.issue')
  expect(await harness.statuses(late.instalmentIds)).toEqual(['refunded'])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('late charges of a person are capped by law; those of a company are as configured', async () => {
  const person = await harness.customer({ instalments: 1, amount: 9_990, due: dueIn(-7) })
  const { viewer } = await harness.customer({ instalments: 1, amount: 9_990, due: dueIn(-7) })
  const list = (documento: string) => harness.payments.pendingOf({ userId: viewer.id, documento })
  expect(await amountOf(await charged(person))).toBe(10_213)
  expect(await list(viewer.documento)).toMatchObject([{ lateFee: 200, interest: 23, total: 10_213 }])
  const [asCompany] = await list('11222333000181')
  expect(asCompany).toMatchObject({ lateFee: 999, interest: 23, total: 11_012 })
  const started = await harness.payments.startCharge({
    viewer: { ...viewer, documento: '11222333000181' },
    instalmentIds: [asCompany?.id ?? ''],
  })
  expect(await amountOf(started.ok ? started.value.chargeId : '')).toBe(11_012)
})

test('the team sees the amount due today of late instalments of persons and companies', async () => {
  const terms = { instalments: 1, due: dueIn(-12) }
  const [ana, company] = [await harness.customer(terms), await harness.customer(terms)]
  harness.companies.add(company.viewer.id)
  const found = await harness.payments.openOf({ userIds: [ana.viewer.id, company.viewer.id], limit: 10 })
  const asked = { [ana.viewer.id]: 10_240, [company.viewer.id]: 11_040 }
  expect(Object.fromEntries(found.map(({ userId, due }) => [userId, due]))).toEqual(asked)
  for (const { viewer, orderId } of [ana, company]) {
    const { documento } = viewer === ana.viewer ? viewer : { documento: '11222333000181' }
    const [own] = await harness.payments.pendingOf({ userId: viewer.id, documento })
    const [ofOrder] = await harness.payments.ofOrder({ orderId })
    const { open } = await harness.payments.totalsOwed({ userId: viewer.id })
    expect([own?.total, ofOrder?.total, open]).toEqual(Array(3).fill(asked[viewer.id]))
  }
})

test('an early payoff of the whole plan costs the cash price, and the discount is posted', async () => {
  const rate = { hundredths: 651, period: 'week' as const }
  const plan = await harness.customer({ instalments: 20, amount: 9_990, due: dueIn(7), rate })
  const owed = await harness.payments.pendingOf({ userId: plan.viewer.id })
  expect(owed[0]).toMatchObject({ discount: 611, total: 9_379 })
  const chargeId = await charged(plan)
  const amount = (await amountOf(chargeId)) ?? 0
  expect(amount).toBe(owed.reduce((total, one) => total + one.total, 0))
  // The service costs 1.500,00 at once, of which 400,00 is the down payment.
  expect(Math.abs(amount - 110_000)).toBeLessThanOrEqual(20)

  await pay(chargeId)
  expect(new Set(await harness.statuses(plan.instalmentIds))).toEqual(new Set(['paid']))
  expect(await receiptOf(chargeId)).toEqual({
    'provider:mercado-pago': amount,
    receivable: -199_800,
    discounts: 199_800 - amount,
  })
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('after midnight a charge with yesterday’s amount is replaced, and only the amount shown is charged', async () => {
  const late = await harness.customer({ instalments: 1, amount: 19_990, due: dueIn(-12) })
  const { viewer, instalmentIds, first } = late
  const yesterday = await charged(late)
  expect(await charged(late)).toBe(yesterday)

  harness.clock.advance(15 * minute)
  const start = (total: number) =>
    harness.payments.startCharge({ viewer, instalmentIds, shown: new Map([[first, total]]) })
  expect(await start(20_470)).toMatchObject({ ok: false, code: 'amounts_changed' })
  expect(await harness.payments.renewCharge({ chargeId: yesterday, viewer })).toMatchObject({
    code: 'amounts_changed',
  })
  expect((await harness.charge(yesterday)).status).toBe('pending')

  const today = await start(20_477)
  if (!today.ok) throw new Error(today.code)
  expect(today.value.chargeId).not.toBe(yesterday)
  expect(await amountOf(today.value.chargeId)).toBe(20_477)
  expect((await harness.charge(yesterday)).status).toBe('expired')
  expect(harness.queue).toContainEqual({ job: 'charges.cancel', data: { chargeId: yesterday } })

  // The expired code can still be paid, and its amount settles the instalment.
  await pay(yesterday)
  expect(await harness.statuses(instalmentIds)).toEqual(['paid'])
  expect(await receiptOf(yesterday)).toMatchObject({ receivable: -19_990, late_charges: -480 })
  await harness.work('charges.cancel')
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('an instalment due on a non-business day has no late charges until the next business day', async () => {
  const sunday = await harness.customer({ instalments: 1, due: () => '2026-11-29' })
  const owed = async () => (await harness.payments.pendingOf({ userId: sunday.viewer.id }))[0]?.total
  harness.clock.advance(Date.parse('2026-11-30T15:00:00Z') - harness.clock.now().getTime())
  expect(await owed()).toBe(10_000)
  harness.clock.advance(day)
  expect(await owed()).toBe(10_207)
})

test('when a bank takes back an early payment, the debt is whole again without its discount, and no refund is posted', async () => {
  const rate = { hundredths: 500, period: 'month' } as const
  const customer = await harness.customer({ instalments: 1, due: dueIn(180), rate })
  const movedSince = async (before: Map<string, number>) => {
    const moved = [...(await harness.payments.balances())].map(
      ([account, amount]) => [account, amount - (before.get(account) ?? 0)] as const,
    )
    return Object.fromEntries(moved.filter(([, amount]) => amount !== 0))
  }
  const before = await harness.payments.balances()
  const chargeId = await charged(customer)
  await pay(chargeId)
  expect(await movedSince(before)).toMatchObject({ receivable: -10_000, discounts: expect.any(Number) })
  harness.clock.advance(minute)
  await harness.simulator.act((await harness.charge(chargeId)).reference, 'chargeback')
  await harness.payments.settleCharge({ chargeId })
  const paymentId = await harness.openItem('payment', chargeId)
  const reviewed = await harness.database.transaction((tx) =>
    harness.payments.reviewPayment(tx, {
      ...{ paymentId, reinstateDebt: true, by: '00000000-0000-4000-8000-000000000001', reason: 'golpe' },
    }),
  )
  expect(reviewed).toEqual({ ok: true, value: 10_000 })
  const moved = await movedSince(before)
  expect(
    Object.keys(moved).filter((account) => /receivable|discounts|refunds|chargebacks/.test(account)),
  ).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('late charges of a payment that a bank took are owed once: a dispute that is won credits them too', async () => {
  const late = await harness.customer({ instalments: 1, amount: 19_990, due: dueIn(-12) })
  const chargeId = await charged(late)
  await pay(chargeId)
  const { reference } = await harness.charge(chargeId)
  const at = async (action: string, body: object = {}) => {
    harness.clock.advance(minute)
    await harness.simulator.act(reference, action, body)
    await harness.payments.settleCharge({ chargeId })
  }
  await at('chargeback')
  const paymentId = await harness.openItem('payment', chargeId)
  const reviewed = await harness.database.transaction((tx) =>
    harness.payments.reviewPayment(tx, {
      ...{ paymentId, reinstateDebt: true, by: '00000000-0000-4000-8000-000000000001', reason: 'golpe' },
    }),
  )
  expect(reviewed).toEqual({ ok: true, value: 19_990 })
  expect(await harness.payments.pendingOf({ userId: late.viewer.id })).toMatchObject([{ total: 20_470 }])
  // What the list asks for grows by the day: the e-mail names the instalment's own amount, and does not call it what is to pay.
  const [reported] = harness.outbox.filter(
    ({ kind, userId }) => kind === 'debt.reinstated' && userId === late.viewer.id,
  )
  const words = reported?.text.replaceAll('\u00a0', ' ')
  expect(words).toContain('Valor das parcelas: R$ 199,90')
  expect(words).toContain('Em Pagamentos você vê quanto é hoje.')
  expect(words).not.toContain('A pagar')
  await at('status', { status: 'approved', status_detail: 'accredited' })
  expect(await harness.payments.creditsOf({ userId: late.viewer.id })).toMatchObject([{ amount: 20_470 }])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('instalments that a customer’s credit would pay have no late charges while it waits for the team', async () => {
  const customer = await harness.customer({ instalments: 4, amount: 9_990, due: dueIn(-20) })
  const { viewer, instalmentIds } = customer
  const { id: userId, documento } = viewer
  const [first = '', second = '', third = ''] = instalmentIds
  const twice = await charged(customer, [first])
  const { reference } = await harness.charge(twice)
  await pay(twice)
  await harness.simulator.act(reference, 'pay-again')
  await harness.payments.settleCharge({ chargeId: twice })

  const lateCharges = async () => {
    const owed = await harness.payments.pendingOf({ userId, documento })
    return owed.map(({ lateFee, interest }) => [lateFee, interest])
  }
  // Twenty days late, it cost 102,57 each time: that covers the second instalment, not the third.
  expect(await lateCharges()).toEqual([
    [0, 0],
    [200, 20],
    [0, 0],
  ])
  const forTeam = async () => {
    const found = await harness.payments.openOf({ userIds: [userId], limit: 10 })
    return found.map(({ due }) => due)
  }
  expect(await forTeam()).toEqual([9_990, 10_210, 9_990])
  expect(await harness.payments.totalsOwed({ userId })).toEqual({
    open: 9_990 + 10_210 + 9_990,
    overdue: 9_990 + 10_210,
  })
  const link = await harness.payments.payerLinkOf({ userId, documento, instalmentId: second })
  expect(link).toMatchObject({ value: { instalment: { total: 9_990 } } })
  const both = await charged(customer, [second, third])
  expect(await linesOf(both)).toMatchObject([{ late_fee: 0, interest: 0 }, { late_fee: 200 }])

  const creditId = await harness.openItem('credit', twice)
  await harness.database.transaction((tx) =>
    harness.payments.refundCredit(tx, { creditId, by: userId, reason: 'pediu de volta' }),
  )
  await harness.work('refunds.issue')
  expect((await lateCharges())[0]).toEqual([200, 43])
  expect(await forTeam()).toEqual([10_233, 10_210, 9_990])
})

test('an instalment whose payment is in review has no late charges, for its customer nor for the team', async () => {
  const customer = await harness.customer({ instalments: 2, amount: 9_990, due: dueIn(-20) })
  const userId = customer.viewer.id
  const chargeId = await charged(customer, customer.instalmentIds.slice(0, 1))
  await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve', { amount: 50 })
  await harness.payments.settleCharge({ chargeId })
  const found = await harness.payments.openOf({ userIds: [userId], limit: 10 })
  expect(found.map(({ due }) => due)).toEqual([9_990, 10_233])
  expect(await harness.payments.totalsOwed({ userId })).toMatchObject({ overdue: 9_990 + 10_233 })
})
