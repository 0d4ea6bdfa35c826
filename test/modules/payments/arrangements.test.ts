// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type IsoDate, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

const day = 24 * 60 * minute
const evidence = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (Android 14)' }

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({
    testDatabase,
    // A Monday, at 10:00 in São Paulo.
    start: '2026-11-23T13:00:00Z',
    terms: { lateFee: 200, lateInterest: 100, earlyPayoff: true },
  })
})
afterAll(() => harness.close())

const today = () => todayInSaoPaulo(harness.clock.now())
const monthly = { rate: { hundredths: 1_465, period: 'month' as const } }

/** Creates a customer whose second instalment is due in `first` days, the third thirty days later. */
function customerDueIn(first: number, more: Parameters<PaymentsHarness['customer']>[0] = {}) {
  const start = today()
  const due = (index: number) => (index === 0 ? start : addDays(start, first + 30 * (index - 1)))
  return harness.customer({ due, ...more })
}
type Customer = Awaited<ReturnType<typeof customerDueIn>>

const postpone = ({ viewer, instalmentIds }: Customer, to: string, index = 1) =>
  harness.payments.postponeInstalment({
    userId: viewer.id,
    instalmentId: instalmentIds[index] ?? '',
    to,
    evidence,
  })

const dueDates = async ({ orderId }: Customer) =>
  harness.query<{ due: string; from: string | null }>(
    `select due_date::text as due, postponed_from::text as from from payments where order_id = $1 order by number`,
    [orderId],
  )

async function charged({ viewer }: Customer, instalmentIds: string[]): Promise<string> {
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  return started.value.chargeId
}

async function pay(chargeId: string) {
  await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
}

async function balanced() {
  const balances = await harness.payments.balances()
  expect(Object.values(balances).reduce((a, b) => a + b, 0)).toBe(0)
}

test('a postponement moves one due date, and stores evidence, an event and a message', async () => {
  const customer = await customerDueIn(5)
  const [from, to] = [addDays(today(), 5), addDays(today(), 15)]
  expect(await postpone(customer, to)).toEqual({ ok: true, value: { from, to } })

  expect(await dueDates(customer)).toEqual([
    { due: today(), from: null },
    { due: to, from },
    { due: addDays(today(), 35), from: null },
  ])
  const [row] = await harness.query<Record<string, string>>(
    'select from_date::text, to_date::text, ip, user_agent, statement from postponements where order_id = $1',
    [customer.orderId],
  )
  expect(row).toMatchObject({ from_date: from, to_date: to, ip: evidence.ip, user_agent: evidence.userAgent })
  expect(row?.statement).toContain('Adiar a parcela 2')
  const events = await harness.query<{ payload: object }>(
    `select payload from events where type = 'instalment.postponed' and payload->>'orderId' = $1`,
    [customer.orderId],
  )
  expect(events).toMatchObject([{ payload: { from, to, instalmentId: customer.instalmentIds[1] } }])
  expect(harness.outbox.filter(({ userId }) => userId === customer.viewer.id)).toMatchObject([
    { kind: 'instalment.postponed', channel: 'email' },
  ])
  await balanced()
})

test('two clicks at once are one postponement, also on two instalments', async () => {
  const customer = await customerDueIn(5)
  const to = addDays(today(), 8)
  const answers = await Promise.all([postpone(customer, to), postpone(customer, to)])
  expect(answers).toEqual([
    { ok: true, value: { from: addDays(today(), 5), to } },
    { ok: true, value: { from: addDays(today(), 5), to } },
  ])
  expect(await postpone(customer, addDays(today(), 9))).toMatchObject({ code: 'already_used' })
  expect(harness.outbox.filter(({ userId }) => userId === customer.viewer.id)).toHaveLength(1)

  const other = await customerDueIn(5)
  const both = await Promise.all([postpone(other, to), postpone(other, addDays(today(), 40), 2)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: 'already_used' })
  expect((await dueDates(other)).filter(({ from }) => from !== null)).toHaveLength(1)
})

test('refuses dates that were not offered, and the instalments of others', async () => {
  const customer = await customerDueIn(5)
  for (const to of [addDays(today(), 5), addDays(today(), 16), today(), '2026-02-30', '']) {
    expect(await postpone(customer, to)).toMatchObject({ ok: false, code: 'date_not_allowed' })
  }
  const stranger = await customerDueIn(5)
  const theirs = { ...customer, viewer: stranger.viewer }
  expect(await postpone(theirs, addDays(today(), 8))).toMatchObject({ code: 'not_found' })
  expect(await postpone({ ...customer, instalmentIds: ['', newId()] }, addDays(today(), 8))).toMatchObject({
    code: 'not_found',
  })
  expect(await postpone(customer, addDays(today(), 8), 0)).toMatchObject({ code: 'not_postponable' })
  expect((await dueDates(customer)).every(({ from }) => from === null)).toBe(true)
})

test('evidence of a postponement cannot be rewritten', async () => {
  const customer = await customerDueIn(5)
  await postpone(customer, addDays(today(), 8))
  const rewritten = harness.query('update postponements set ip = $2 where order_id = $1', [
    customer.orderId,
    '192.0.2.1',
  ])
  await expect(rewritten).rejects.toThrow(/evidence/)
})

test('a postponement ends the open code of the old date; a payment of that code still counts', async () => {
  const customer = await customerDueIn(5)
  const second = customer.instalmentIds[1] ?? ''
  const chargeId = await charged(customer, [second])
  const offered = await harness.payments.postponementOf({ userId: customer.viewer.id, instalmentId: second })
  expect(offered).toMatchObject({ value: { hasOpenCharge: true } })
  expect(await postpone(customer, addDays(today(), 8))).toMatchObject({ ok: true })
  expect(await harness.charge(chargeId)).toMatchObject({ status: 'cancelled' })
  const current = await harness.payments.chargeView({ chargeId, userId: customer.viewer.id })
  expect(current?.phase).toBe('cancelled')

  // Paid at the last moment, before the postponement is requested: the payment counts, and the postponement is not used.
  const quick = await customerDueIn(5)
  const paidFor = await charged(quick, [quick.instalmentIds[1] ?? ''])
  await harness.simulator.act((await harness.charge(paidFor)).reference, 'approve')
  expect(await postpone(quick, addDays(today(), 8))).toMatchObject({ code: 'not_open' })
  expect(await harness.statuses([quick.instalmentIds[1] ?? ''])).toEqual(['paid'])
  await balanced()
})

test('late charges count from the new date, also in the next code', async () => {
  const customer = await customerDueIn(2, monthly)
  const instalmentId = customer.instalmentIds[1] ?? ''
  await postpone(customer, addDays(today(), 7))
  const totalToday = async () =>
    (await harness.payments.pendingOf({ userId: customer.viewer.id, documento: '52998224725' })).find(
      ({ id }) => id === instalmentId,
    )
  harness.clock.advance(7 * day)
  expect(await totalToday()).toMatchObject({ total: 10_000, postponedFrom: addDays(today(), -5) })
  harness.clock.advance(3 * day)
  const { total = 0 } = (await totalToday()) ?? {}
  expect(total).toBe(10_000 + 200 + 10)
  const chargeId = await charged(customer, [instalmentId])
  await pay(chargeId)
  expect(await harness.statuses([instalmentId])).toEqual(['paid'])
  await balanced()
  harness.clock.advance(-10 * day)
})

test('the list shows which instalments can be postponed, and none once the order used its postponement', async () => {
  const customer = await customerDueIn(5)
  const other = await customerDueIn(5)
  const offered = (userId = customer.viewer.id) =>
    harness.payments.postponableOf({ userId, orderId: customer.orderId })
  expect(await offered(other.viewer.id)).toEqual(new Set())
  expect(await offered()).toEqual(new Set(customer.instalmentIds.slice(1)))
  await postpone(customer, addDays(today(), 6))
  expect(await offered()).toEqual(new Set())
})

// Payment links for another payer.

const tokenOf = (url: string) => url.split('/').at(-1) ?? ''

async function linkFor({ viewer, first }: Customer, instalmentId = first) {
  const created = await harness.payments.createPayerLink({ userId: viewer.id, instalmentId })
  if (!created.ok) throw new Error(created.code)
  return { ...created.value, token: tokenOf(created.value.url) }
}
const pageOf = (token: string) => harness.payments.payerPageOf({ token })
const codeFor = (token: string, ip = '198.51.100.1') => harness.payments.chargeByPayerLink({ token, ip })

test('a link pays one instalment: its code hides the service, and the receipt goes to the owner', async () => {
  const customer = await customerDueIn(5)
  const { token } = await linkFor(customer)
  expect(await pageOf(token)).toEqual({
    state: 'owed',
    firstName: 'Ana',
    userId: customer.viewer.id,
    orderId: customer.orderId,
    amount: 10_000,
    charge: undefined,
  })
  const charging = await codeFor(token)
  if (!charging.ok) throw new Error(charging.code)
  const { chargeId } = charging.value
  const page = await pageOf(token)
  expect(page).toMatchObject({ state: 'waiting', charge: { id: chargeId, amount: 10_000, instalments: [] } })
  expect(JSON.stringify(page)).not.toContain('Limpeza')
  expect(page?.charge?.code).toContain('br.gov.bcb.pix')
  // A second click gets the same code, from any address.
  expect(await codeFor(token, '198.51.100.2')).toEqual({ ok: true, value: { chargeId } })

  await pay(chargeId)
  expect(await pageOf(token)).toMatchObject({ state: 'paid', amount: 10_000, charge: undefined })
  expect(await harness.statuses(customer.instalmentIds)).toEqual(['paid', 'pending', 'pending'])
  const [settled] = await harness.query<{ payload: { userId: string } }>(
    `select payload from events where type = 'charge.settled' and payload->>'chargeId' = $1`,
    [chargeId],
  )
  expect(settled?.payload.userId).toBe(customer.viewer.id)
  await balanced()
})

test('a code that names the service is replaced before another payer sees it; the owner keeps the neutral one', async () => {
  const customer = await customerDueIn(5)
  const { token } = await linkFor(customer)
  const own = await charged(customer, [customer.first])
  expect(await pageOf(token)).toMatchObject({ state: 'owed', charge: undefined })
  const charging = await codeFor(token)
  if (!charging.ok) throw new Error(charging.code)
  expect(charging.value.chargeId).not.toBe(own)
  await harness.work()
  expect(await harness.charge(own)).toMatchObject({ status: 'expired' })
  const view = await harness.payments.chargeView({
    chargeId: charging.value.chargeId,
    userId: customer.viewer.id,
  })
  expect(view?.description).not.toContain('Limpeza')
  expect(await charged(customer, [customer.first])).toBe(charging.value.chargeId)
})

test('an expired code is renewed while the instalment is owed', async () => {
  const customer = await customerDueIn(5)
  const { token } = await linkFor(customer)
  const first = await codeFor(token)
  harness.clock.advance(40 * minute)
  expect(await pageOf(token)).toMatchObject({ state: 'owed' })
  const second = await codeFor(token)
  expect(second.ok && first.ok && second.value.chargeId !== first.value.chargeId).toBe(true)
  expect(await pageOf(token)).toMatchObject({ state: 'waiting' })
})

test('two clicks make one link; its token is not stored; a revoked link answers like an unknown one', async () => {
  const customer = await customerDueIn(5)
  const [one, two] = await Promise.all([linkFor(customer), linkFor(customer)])
  expect(one.token).toBe(two.token)
  const rows = await harness.query<object>('select * from payer_links where payment_id = $1', [
    customer.first,
  ])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(one.token)
  const who = { userId: customer.viewer.id, instalmentId: customer.first }
  const stranger = await customerDueIn(5)
  expect(await harness.payments.revokePayerLink({ ...who, userId: stranger.viewer.id })).toBe(false)
  expect(await harness.payments.revokePayerLink(who)).toBe(true)
  expect(await pageOf(one.token)).toBeUndefined()
  expect(await codeFor(one.token)).toMatchObject({ code: 'not_found' })
  const again = await linkFor(customer)
  expect(again.token).not.toBe(one.token)
  expect(await pageOf(again.token)).toMatchObject({ state: 'owed' })
})

test('a link ends with its time or its instalment, and can be replaced by a new one', async () => {
  const customer = await customerDueIn(5)
  const { token } = await linkFor(customer)
  harness.clock.advance(31 * day)
  expect(await pageOf(token)).toBeUndefined()
  const renewed = await linkFor(customer)
  expect(renewed.token).not.toBe(token)
  await harness.database.transaction((tx) =>
    harness.payments.cancelInstalments(tx, { orderId: customer.orderId }),
  )
  expect(await pageOf(renewed.token)).toBeUndefined()
  expect(await pageOf('x'.repeat(43))).toBeUndefined()
  harness.clock.advance(-31 * day)
})

test('creates no link for another user’s instalments, card instalments or paid ones', async () => {
  const customer = await customerDueIn(5)
  const stranger = await customerDueIn(5)
  const link = (userId: string, instalmentId: string) =>
    harness.payments.createPayerLink({ userId, instalmentId })
  expect(await link(stranger.viewer.id, customer.first)).toMatchObject({ code: 'not_found' })
  expect(await link(customer.viewer.id, 'x')).toMatchObject({ code: 'not_found' })
  await pay(await charged(customer, [customer.first]))
  expect(await link(customer.viewer.id, customer.first)).toMatchObject({ code: 'already_paid' })
  const byCard = await customerDueIn(5, { method: 'credit_card' })
  expect(await link(byCard.viewer.id, byCard.first)).toMatchObject({ code: 'by_card' })
})

test('refuses too many codes of one link; one network does not use up the limit of others', async () => {
  const customer = await customerDueIn(5)
  const { token } = await linkFor(customer)
  const codesOf = async (ip: string) => {
    const codes: Awaited<ReturnType<typeof codeFor>>[] = []
    for (let attempt = 0; attempt < 12; attempt++) codes.push(await codeFor(token, ip))
    expect(codes.at(-1)).toMatchObject({ code: 'too_many' })
    return codes.filter(({ ok }) => ok).length
  }
  expect(await codesOf('198.51.100.1')).toBe(10)
  expect(await codesOf('203.0.113.1')).toBe(10)
  expect(await codeFor(token, '192.0.2.1')).toMatchObject({ code: 'too_many' })
})

// Reminders.

test('a customer who owes something today is reminded once, before the night', async () => {
  const remind = () => harness.payments.jobs['payments.remind'].run()
  const sentTo = ({ viewer }: Customer) =>
    harness.outbox.filter(({ userId, kind }) => userId === viewer.id && kind === 'instalment.due')
  const tomorrow = await customerDueIn(1, { amount: 120_000 })
  const atLimit = await customerDueIn(1, { amount: 100_000 })
  const paid = await customerDueIn(1)
  await pay(await charged(paid, [paid.instalmentIds[1] ?? '']))
  await remind()
  expect(sentTo(tomorrow)).toEqual([])

  harness.clock.advance(day)
  await remind()
  await remind()
  expect(sentTo(tomorrow)).toHaveLength(1)
  expect(sentTo(paid)).toEqual([])
  expect(sentTo(tomorrow)[0]?.text).toContain('antes das 20h')
  expect(sentTo(atLimit)[0]?.text).not.toContain('antes das 20h')
  expect(sentTo(atLimit)).toHaveLength(1)

  // Hired today, and above the night-time limit: reminded in the afternoon.
  const hired = await customerDueIn(30, { amount: 150_000 })
  await remind()
  expect(sentTo(hired)).toEqual([])
  harness.clock.advance(7 * 60 * minute + second)
  await Promise.all([remind(), remind()])
  expect(sentTo(hired)).toHaveLength(1)
})

test('a postponed instalment is reminded on its new date', async () => {
  const remind = () => harness.payments.jobs['payments.remind'].run()
  const customer = await customerDueIn(1)
  const count = () =>
    harness.outbox.filter(({ userId, kind }) => userId === customer.viewer.id && kind === 'instalment.due')
      .length
  await postpone(customer, addDays(today(), 3))
  const tenOClock = (on: IsoDate) => Date.parse(`${on}T13:00:00Z`) - harness.clock.now().getTime()
  harness.clock.advance(tenOClock(addDays(today(), 1)))
  await remind()
  expect(count()).toBe(0)
  harness.clock.advance(2 * day)
  await remind()
  expect(count()).toBe(1)
})

test('a customer who cannot be reminded is retried and does not block other customers', async () => {
  const remind = () => harness.payments.jobs['payments.remind'].run()
  const [broken, other] = [await customerDueIn(1), await customerDueIn(1)]
  const count = ({ viewer }: Customer) =>
    harness.outbox.filter(({ userId, kind }) => userId === viewer.id && kind === 'instalment.due').length
  harness.clock.advance(day)
  // The first of the two that the job processes.
  const [first, second] = broken.viewer.id < other.viewer.id ? [broken, other] : [other, broken]
  // A second try finds the constraint of the first.
  await harness.query(
    `alter table due_reminders drop constraint if exists broken, add constraint broken check (payment_id <> '${first.instalmentIds[1]}')`,
  )
  await expect(remind()).rejects.toThrow('1 customers were not reminded')
  expect([count(first), count(second)]).toEqual([0, 1])
  await harness.query('alter table due_reminders drop constraint broken')
  await remind()
  expect([count(first), count(second)]).toEqual([1, 1])
})

test('a reminder of a day to come states what is due on that day, without the discount for paying today', async () => {
  const customer = await customerDueIn(5, { ...monthly, amount: 19_990 })
  await pay(await charged(customer, customer.instalmentIds.slice(0, 1)))
  // Three days before it, on a Monday at 10:00.
  harness.clock.advance(Date.parse(`${addDays(today(), 2)}T13:00:00Z`) - harness.clock.now().getTime())
  const pending = await harness.payments.pendingOf({ userId: customer.viewer.id })
  const [instalment] = pending.filter(({ id }) => id === customer.instalmentIds[1])
  expect(instalment?.discount).toBeGreaterThan(0)
  await harness.payments.jobs['payments.remind'].run()
  const [sent] = harness.outbox.filter(
    ({ userId, kind }) => userId === customer.viewer.id && kind === 'instalment.coming',
  )
  expect(sent?.text.replaceAll('\u00a0', ' ')).toContain('a parcela 2 do seu pedido, de R$ 199,90')
})

test('nobody is reminded of what a second payment of theirs would pay, until the team has decided about that money', async () => {
  const remind = () => harness.payments.jobs['payments.remind'].run()
  // Until a Monday: messages are sent on business days.
  while (harness.clock.now().getUTCDay() !== 1) harness.clock.advance(day)
  const twice = await customerDueIn(1, { amount: 10_000 })
  const lessThanOwed = await customerDueIn(1, { amount: 10_000 })
  const payAgain = async (customer: Customer, amount: number) => {
    const chargeId = await charged(customer, customer.instalmentIds.slice(0, 1))
    await pay(chargeId)
    await harness.simulator.act((await harness.charge(chargeId)).reference, 'pay-again', { amount })
    harness.clock.advance(second)
    await harness.payments.settleCharge({ chargeId })
    return chargeId
  }
  const chargeId = await payAgain(twice, 100)
  await payAgain(lessThanOwed, 99.99)
  harness.clock.advance(day)
  const sentTo = ({ viewer }: Customer) =>
    harness.outbox.filter(({ userId, kind }) => userId === viewer.id && kind === 'instalment.due')
  await remind()
  expect([sentTo(twice).length, sentTo(lessThanOwed).length]).toEqual([0, 1])
  const creditId = (await harness.openItem('credit', chargeId)) ?? ''
  const refund = { creditId, isOurs: true, by: newId(), reason: 'pago em dobro' }
  await harness.database.transaction((tx) => harness.payments.refundCredit(tx, refund))
  await remind()
  expect(sentTo(twice)).toHaveLength(1)
})
