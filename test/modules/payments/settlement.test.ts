// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness, until } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

/** Starts a card charge with its checkout page, and returns it with the provider's data about it. */
async function startedByCard() {
  const { chargeId, reference, viewer, instalmentIds, ...rest } = await started({ method: 'credit_card' })
  const view = await harness.payments.chargeView({ chargeId, userId: viewer.id })
  return {
    ...{ ...rest, chargeId, viewer },
    attempt: (result: 'approve' | 'pending') => harness.simulator.checkout(view?.initPoint ?? '', result),
    async attempts() {
      const all = await harness.simulator.payments()
      const own = all.filter((payment) => payment.external_reference === reference)
      return own.map(({ status }) => status).toSorted()
    },
  }
}

async function started({ instalments = 1, method = 'pix' as 'pix' | 'credit_card' } = {}) {
  const customer = await harness.customer({ instalments, method })
  const result = await harness.payments.startCharge({
    viewer: customer.viewer,
    instalmentIds: customer.instalmentIds,
  })
  if (!result.ok) throw new Error(result.code)
  const { chargeId } = result.value
  return { ...customer, chargeId, ...(await harness.charge(chargeId)) }
}

const events = async (instalmentId: string) =>
  (await harness.events('instalment.paid', 'instalmentId', instalmentId)).length

test('a signed notice settles a Pix and publishes its events with the date', async () => {
  const { reference, first, chargeId, orderId, viewer, payer } = await started()
  expect(payer).toBeNull()
  await harness.simulator.act(reference, 'approve')
  await until(() => harness.queue.some(({ job }) => job === 'provider-events.process'))
  await harness.work('provider-events.process')
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect(await harness.events('instalment.paid', 'instalmentId', first)).toEqual([
    { payload: { instalmentId: first, orderId, userId: viewer.id, amount: 10_000, paidOn: '2026-11-21' } },
  ])
  expect(await harness.events('charge.settled', 'chargeId', chargeId)).toMatchObject([
    { payload: { purpose: { kind: 'instalments' }, amount: 10_000 } },
  ])
})

test('five copies of a notice with five request ids settle once', async () => {
  await harness.simulator.faults({ duplicate: 4 })
  const { reference, first, provider_id } = await started()
  await harness.simulator.act(reference, 'approve')
  await harness.simulator.faults({})
  const rows = () =>
    harness.query<{ delivery_key: string }>('select delivery_key from provider_events where data_id = $1', [
      provider_id,
    ])
  await until(async () => (await rows()).length >= 10)
  for (let turn = 0; turn < 5; turn++) await harness.work('provider-events.process')
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect(await events(first)).toBe(1)
})

test('five concurrent copies of one delivery are stored once', async () => {
  const { reference, provider_id } = await started()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.simulator.act(reference, 'approve')
  await harness.simulator.faults({})
  const { createHmac } = await import('node:crypto')
  const ts = String(harness.clock.now().getTime())
  const v1 = createHmac('sha256', 'sim-webhook-secret')
    .update(`id:${provider_id};request-id:copy-1;ts:${ts};`)
    .digest('hex')
  const notice = () =>
    harness.payments.receiveWebhook({
      provider: 'mercado-pago',
      query: new URLSearchParams({ 'data.id': provider_id ?? '', type: 'payment' }),
      headers: new Headers({ 'x-request-id': 'copy-1', 'x-signature': `ts=${ts},v1=${v1}` }),
      body: '{"action":"payment.updated","type":"payment"}',
    })
  const answers = await Promise.all([notice(), notice(), notice(), notice(), notice()])
  expect(answers.map((answer) => answer.ok && answer.value).sort()).toEqual([
    'repeated',
    'repeated',
    'repeated',
    'repeated',
    'stored',
  ])
  await harness.work('provider-events.process')
})

test('out-of-order notices settle once and reopen nothing', async () => {
  await harness.simulator.faults({ reorder: true })
  const { reference, first, chargeId, provider_id } = await started()
  await harness.simulator.act(reference, 'approve')
  const rows = () =>
    harness.query<{ action: string }>(
      'select action from provider_events where data_id = $1 order by received_at, id',
      [provider_id],
    )
  await until(async () => (await rows()).length === 2)
  await harness.simulator.faults({})
  expect((await rows()).map(({ action }) => action)).toEqual(['payment.updated', 'payment.created'])
  await harness.work('provider-events.process')
  await harness.work('provider-events.process')
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect(await events(first)).toBe(1)
})

test('a forged notice gets 401 and changes nothing', async () => {
  await harness.simulator.faults({ forgeSignature: true })
  const { reference, first, provider_id } = await started()
  const before = harness.deliveries.length
  await harness.simulator.act(reference, 'approve')
  await until(() => harness.deliveries.length > before)
  await harness.simulator.faults({})
  expect(harness.deliveries.at(-1)).toBe('refused')
  expect(await harness.query('select 1 from provider_events where data_id = $1', [provider_id])).toEqual([])
  expect(await harness.statuses([first])).toEqual(['pending'])
})

test('an unsigned legacy notice is refused', async () => {
  const query = new URLSearchParams({ topic: 'payment', id: '1' })
  const refused = await harness.payments.receiveWebhook({
    provider: 'mercado-pago',
    query,
    headers: new Headers(),
    body: '',
  })
  expect(refused).toMatchObject({ ok: false, code: 'legacy' })
})

test('with every notice lost, reconciliation settles the payment within two minutes', async () => {
  await harness.simulator.faults({ dropWebhooks: true })
  const { reference, first, chargeId } = await started()
  harness.clock.advance(20 * second)
  await harness.simulator.act(reference, 'approve')
  for (let run = 0; run < 4 && (await harness.statuses([first]))[0] !== 'paid'; run++) {
    harness.clock.advance(30 * second)
    await harness.payments.reconcile()
  }
  await harness.simulator.faults({})
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect((await harness.charge(chargeId)).status).toBe('approved')
  await harness.payments.reconcile()
  expect(await events(first)).toBe(1)
})

test('an overpayment pays the instalment, and the excess becomes a credit', async () => {
  const { reference, first, chargeId } = await started()
  await harness.simulator.faults({ wrongAmount: 150.5 })
  await harness.simulator.act(reference, 'approve')
  await harness.simulator.faults({})
  await harness.payments.settleCharge({ chargeId })
  await harness.payments.settleCharge({ chargeId })
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect(await harness.credits(chargeId)).toEqual([{ reason: 'excess', amount: 5_050, status: 'open' }])
  expect(await events(first)).toBe(1)
})

test('an underpayment blocks another payment, sends one e-mail, and is payable again once the team resolves it', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 2 })
  const result = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!result.ok) throw new Error(result.code)
  const { chargeId } = result.value
  await harness.simulator.faults({ wrongAmount: true })
  await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
  await harness.simulator.faults({})
  await Promise.all([
    harness.payments.settleCharge({ chargeId }),
    harness.payments.settleCharge({ chargeId }),
  ])
  await harness.payments.settleCharge({ chargeId })
  expect(await harness.statuses([first])).toEqual(['pending'])
  expect((await harness.charge(chargeId)).status).toBe('divergent')
  expect(await harness.credits(chargeId)).toEqual([{ reason: 'partial', amount: 9_999, status: 'open' }])
  expect(await events(first)).toBe(0)

  const emails = harness.outbox.filter(({ userId }) => userId === viewer.id)
  expect(emails).toMatchObject([{ to: viewer.email, channel: 'email', kind: 'charge.amount_mismatch' }])
  const text = emails[0]?.text.replace(/\u00a0/g, ' ')
  for (const words of ['R$ 99,99', 'R$ 100,00', 'até 1 dia útil', 'Não pague de novo']) {
    expect(text).toContain(words)
  }
  expect(text).toContain('https://exemplo.com.br/payments')

  const flags = async () =>
    (await harness.payments.pendingOf({ userId: viewer.id })).map(({ underReview }) => underReview)
  expect(await flags()).toEqual([true, false])
  for (const ids of [[first], instalmentIds]) {
    const again = await harness.payments.startCharge({ viewer, instalmentIds: ids })
    expect(again).toEqual({ ok: false, code: 'under_review' })
  }
  expect(await harness.payments.renewCharge({ chargeId, viewer })).toMatchObject({ code: 'under_review' })
  const shown = await harness.payments.currentPayment({ chargeId: undefined, userId: viewer.id })
  expect(shown).toMatchObject({ kind: 'charge', charge: { id: chargeId, phase: 'amount_mismatch' } })
  expect((await harness.payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(1) })).ok).toBe(
    true,
  )

  const credit = await harness.openItem('credit', chargeId)
  await harness.database.transaction((tx) =>
    harness.payments.refundCredit(tx, { creditId: credit, by: viewer.id, reason: 'valor errado' }),
  )
  expect(await flags()).toEqual([true, false])
  await harness.work('refunds.issue')
  expect(await flags()).toEqual([false, false])
  const after = await harness.payments.currentPayment({ chargeId, userId: viewer.id })
  expect(after).toMatchObject({ kind: 'instalment', instalment: { id: first } })
  expect((await harness.payments.startCharge({ viewer, instalmentIds: [first] })).ok).toBe(true)
})

test('a card charge leaves out instalments under review, unless they are selected', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 3, method: 'credit_card' })
  const result = await harness.payments.startCharge({ viewer, instalmentIds: [first], method: 'pix' })
  if (!result.ok) throw new Error(result.code)
  const { chargeId } = result.value
  await harness.simulator.faults({ wrongAmount: true })
  await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
  await harness.simulator.faults({})
  await harness.payments.settleCharge({ chargeId })
  const card = await harness.payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(1, 2) })
  if (!card.ok) throw new Error(card.code)
  const view = await harness.payments.chargeView({ chargeId: card.value.chargeId, userId: viewer.id })
  expect(view?.instalments.map(({ id }) => id)).toEqual(instalmentIds.slice(1))
  const asked = await harness.payments.startCharge({ viewer, instalmentIds })
  expect(asked).toEqual({ ok: false, code: 'under_review' })
})

test('two paid charges for one instalment: one pays it, the other becomes a credit', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 2 })
  const one = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  const both = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!one.ok || !both.ok) throw new Error('not started')
  expect(one.value.chargeId).not.toBe(both.value.chargeId)
  for (const { chargeId } of [one.value, both.value]) {
    await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
    await harness.payments.settleCharge({ chargeId })
  }
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  expect(await harness.credits(both.value.chargeId)).toEqual([
    { reason: 'duplicate', amount: 10_000, status: 'open' },
  ])
  expect(await events(first)).toBe(1)
})

test('a paid card page is closed, and another attempt under review on it is cancelled', async () => {
  const { chargeId, first, attempt, attempts } = await startedByCard()
  await attempt('pending')
  await harness.payments.settleCharge({ chargeId })
  await attempt('approve')
  await harness.payments.settleCharge({ chargeId })
  expect(await attempts()).toEqual(['approved', 'in_process'])

  await harness.work('charges.cancel')
  expect(await attempts()).toEqual(['approved', 'cancelled'])
  expect(await attempt('approve')).toBe(410)
  expect([(await harness.charge(chargeId)).status, await harness.credits(chargeId)]).toEqual(['approved', []])
  expect(await harness.statuses([first])).toEqual(['paid'])
  await harness.payments.settleCharge({ chargeId })
  expect(harness.queue.filter(({ job }) => job === 'charges.cancel')).toEqual([])
})

test('a card attempt that begins after the page was paid is cancelled once it is reported', async () => {
  const { chargeId, attempt, attempts } = await startedByCard()
  await attempt('approve')
  await harness.payments.settleCharge({ chargeId })
  await attempt('pending')
  harness.queue.splice(0)
  await harness.payments.settleCharge({ chargeId })
  await harness.work('charges.cancel')
  expect(await attempts()).toEqual(['approved', 'cancelled'])
})

test('a provider that refuses to cancel an attempt under review is not asked again until it reports another', async () => {
  const { chargeId, attempt } = await startedByCard()
  await attempt('pending')
  await harness.payments.settleCharge({ chargeId })
  await attempt('approve')
  await harness.payments.settleCharge({ chargeId })
  const refusing = harness.build({ cancel: async () => ({ ok: false, code: 'refused' }) })
  harness.queue.splice(0)
  expect(await refusing.cancelCharge({ chargeId })).toMatchObject({ code: 'already_paid' })
  // The provider's notices arrive when they arrive.
  expect(harness.queue.filter(({ job }) => job === 'charges.cancel')).toEqual([])
})

test('a wider selection cancels the narrower charge at the provider', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 2 })
  const one = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  await harness.payments.startCharge({ viewer, instalmentIds })
  if (!one.ok) throw new Error(one.code)
  await harness.work('charges.cancel')
  const { status, reference } = await harness.charge(one.value.chargeId)
  expect(status).toBe('cancelled')
  const atProvider = (await harness.simulator.payments()).filter(
    (payment) => payment.external_reference === reference,
  )
  expect(atProvider.map((payment) => payment.status)).toEqual(['cancelled'])
})

test('an approval after expiry is accepted', async () => {
  const { first, chargeId, reference, provider_id } = await started()
  harness.clock.advance(32 * minute)
  const late = harness.reporting({
    reference,
    state: 'approved',
    status: 'approved',
    providerId: provider_id ?? '',
  })
  await harness.payments.settleCharge({ chargeId })
  expect((await harness.charge(chargeId)).status).toBe('expired')
  await late.settleCharge({ chargeId })
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect(await harness.statuses([first])).toEqual(['paid'])
})

test('a late "pending" reopens nothing, and an unknown status pays nothing', async () => {
  const { first, chargeId, reference, provider_id } = await started()
  const reporting = (status: string, state: 'pending' | undefined) =>
    harness.reporting({ reference, state, status, providerId: provider_id ?? '' })
  await reporting('processed', undefined).settleCharge({ chargeId })
  expect(await harness.statuses([first])).toEqual(['pending'])
  const [raw] = await harness.query<{ status: string; concern: string }>(
    'select status, concern from provider_payments where charge_id = $1',
    [chargeId],
  )
  expect(raw).toEqual({ status: 'processed', concern: 'unknown_status' })
  await harness.simulator.act(reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
  await reporting('pending', 'pending').settleCharge({ chargeId })
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect(await harness.statuses([first])).toEqual(['paid'])
})

test('a payment with an approval and an unknown status is under review until a person has decided, and nobody pays twice', async () => {
  const { viewer, instalmentIds, first, chargeId, reference, provider_id } = await started({ instalments: 2 })
  const approvedAt = harness.clock.now()
  const said = { reference, state: undefined, status: 'settled', providerId: provider_id ?? '' }
  const unknown = harness.reporting({ ...said, amount: 20_000, approvedAt })
  await unknown.settleCharge({ chargeId })
  harness.clock.advance(60 * minute)
  const seen = async () => ({
    phase: (await harness.payments.chargeView({ chargeId, userId: viewer.id }))?.phase,
    listed: (await harness.payments.phasesOf({ chargeIds: [chargeId] })).get(chargeId),
    current: await harness.payments.currentPayment({ chargeId: undefined, userId: viewer.id }),
  })
  expect(await seen()).toMatchObject({
    ...{ phase: 'review', listed: 'review' },
    current: { kind: 'charge', charge: { id: chargeId, phase: 'review' } },
  })
  const again = { viewer, instalmentIds: [first] }
  expect(await harness.payments.startCharge(again)).toMatchObject({ ok: false, code: 'under_review' })

  const paymentId = await harness.openItem('payment', chargeId)
  const decision = { by: newId(), reason: 'não chegou' }
  await harness.database.transaction((tx) =>
    harness.payments.reviewPayment(tx, { paymentId, reinstateDebt: false, ...decision }),
  )
  expect(await seen()).toMatchObject({ phase: 'expired', current: { kind: 'instalment' } })
  expect(await harness.payments.startCharge({ viewer, instalmentIds })).toMatchObject({ ok: true })
})

test('a charge of several instalments pays all of them, each with its event', async () => {
  const { instalmentIds, chargeId, reference } = await started({ instalments: 3 })
  expect(reference).toBe(`MULT_${chargeId}_${harness.clock.now().getTime()}`)
  await harness.simulator.act(reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid', 'paid'])
  expect(await Promise.all(instalmentIds.map(events))).toEqual([1, 1, 1])
})

test('twenty concurrent settlements record one payment', async () => {
  const { first, chargeId, reference } = await started()
  await harness.simulator.act(reference, 'approve')
  await Promise.all(Array.from({ length: 20 }, () => harness.payments.settleCharge({ chargeId })))
  expect(await events(first)).toBe(1)
  const history = await harness.query(
    `select 1 from charge_history where charge_id = $1 and "to" = 'approved'`,
    [chargeId],
  )
  expect(history).toHaveLength(1)
})

test('a payment with an unknown reference of ours becomes one credit', async () => {
  const reference = await chargeWithoutRow()
  await harness.simulator.act(reference, 'approve')
  await harness.payments.reconcile()
  await harness.payments.reconcile()
  const found = await harness.query<{ reason: string }>(
    'select reason from credits c join provider_payments p on p.id = c.provider_payment_id where p.reference = $1',
    [reference],
  )
  expect(found).toEqual([{ reason: 'unmatched' }])
})

/** Creates a charge at the provider whose row is lost, and returns its reference. */
async function chargeWithoutRow(): Promise<string> {
  const { chargeId, reference } = await started()
  await harness.query('delete from charge_payments where charge_id = $1', [chargeId])
  await harness.query('alter table charge_history disable trigger user')
  await harness.query('delete from charge_history where charge_id = $1', [chargeId])
  await harness.query('alter table charge_history enable trigger user')
  await harness.query('delete from charges where id = $1', [chargeId])
  return reference
}

test('a refund marks charge and instalment as refunded, once', async () => {
  const { first, chargeId, reference } = await started()
  await harness.simulator.act(reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
  const asked = await harness.database.transaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, origin: 'withdrawal', reason: 'arrependimento' }),
  )
  expect(asked.ok).toBe(true)
  await harness.work('refunds.issue')
  expect((await harness.charge(chargeId)).status).toBe('refunded')
  expect(await harness.statuses([first])).toEqual(['refunded'])
  const again = await harness.database.transaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'de novo' }),
  )
  expect(again).toMatchObject({ ok: false, code: 'too_much' })
})

test('refunding a duplicate leaves the instalment paid by the first payment', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 2 })
  const both = await harness.payments.startCharge({ viewer, instalmentIds })
  const one = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!one.ok || !both.ok) throw new Error('not started')
  for (const { chargeId } of [both.value, one.value]) {
    await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
    await harness.payments.settleCharge({ chargeId })
  }
  expect(await harness.credits(one.value.chargeId)).toMatchObject([{ reason: 'duplicate', amount: 10_000 }])
  await harness.database.transaction((tx) =>
    harness.payments.refundCharge(tx, { ...one.value, origin: 'team', reason: 'pago em dobro' }),
  )
  await harness.work('refunds.issue')
  expect((await harness.charge(one.value.chargeId)).status).toBe('refunded')
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
})

test('money received for a cancelled order is refunded automatically', async () => {
  const { first, chargeId, reference, orderId } = await started()
  await harness.database.transaction((tx) => harness.payments.cancelInstalments(tx, { orderId }))
  await harness.simulator.act(reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
  expect(await harness.statuses([first])).toEqual(['cancelled'])
  expect(await harness.credits(chargeId)).toEqual([{ reason: 'late', amount: 10_000, status: 'refunding' }])
  await harness.work('refunds.issue')
  expect(await harness.credits(chargeId)).toEqual([{ reason: 'late', amount: 10_000, status: 'refunded' }])
  expect((await harness.charge(chargeId)).status).toBe('refunded')
})

test('a charge closed in our books but open at the provider is cancelled there', async () => {
  const { chargeId, reference, first } = await started()
  const withoutCancel = harness.build({
    cancel: async () => ({ ok: true, value: undefined }),
    paymentsOf: async () => ({ ok: true, value: [] }),
  })
  expect(await withoutCancel.cancelCharge({ chargeId })).toMatchObject({ ok: true })
  const atProvider = async () =>
    (await harness.simulator.payments()).find((payment) => payment.external_reference === reference)?.status
  expect([(await harness.charge(chargeId)).status, await atProvider()]).toEqual(['cancelled', 'pending'])
  await harness.payments.settleCharge({ chargeId })
  await harness.work('charges.cancel')
  expect([(await harness.charge(chargeId)).status, await atProvider()]).toEqual(['cancelled', 'cancelled'])
  expect(await harness.statuses([first])).toEqual(['pending'])
})

test('a provider that reports its own charge missing is not believed', async () => {
  const { chargeId } = await started()
  const withoutCharge = harness.build({ cancel: async () => ({ ok: false, code: 'not_found' }) })
  expect(await withoutCharge.cancelCharge({ chargeId })).toMatchObject({ ok: false, code: 'unavailable' })
  expect((await harness.charge(chargeId)).status).toBe('pending')
})

test('a charge cancelled while being issued is cancelled at the provider, even without an answer', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  const withLostAnswer = harness.build({
    async createPix(request) {
      const [charge] = await harness.query<{ id: string }>('select id from charges where reference = $1', [
        request.reference,
      ])
      await harness.payments.cancelCharge({ chargeId: charge?.id ?? '' })
      return { ok: false, code: 'unavailable' }
    },
  })
  expect(await withLostAnswer.startCharge({ viewer, instalmentIds })).toMatchObject({
    ok: false,
    code: 'unavailable',
  })
  expect(harness.queue.some(({ job }) => job === 'charges.cancel')).toBe(true)
})

test('payers of a duplicate and of a refund are notified, once each', async () => {
  const { viewer, first } = await harness.customer({ instalments: 1 })
  const result = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!result.ok) throw new Error(result.code)
  const { chargeId } = result.value
  const { reference } = await harness.charge(chargeId)
  await harness.simulator.act(reference, 'approve')
  await harness.simulator.act(reference, 'pay-again')
  await harness.payments.settleCharge({ chargeId })
  await harness.payments.settleCharge({ chargeId })
  const emails = () => harness.outbox.filter(({ userId }) => userId === viewer.id)
  expect(emails()).toMatchObject([{ kind: 'credit.kept', subject: 'Um valor seu está com a gente' }])
  expect(emails()[0]?.text).toContain('de novo: esse valor já tinha sido pago')

  const creditId = await harness.openItem('credit', chargeId)
  await harness.database.transaction((tx) =>
    harness.payments.refundCredit(tx, { creditId, by: viewer.id, reason: 'pago em dobro' }),
  )
  await harness.work('refunds.issue')
  await harness.payments.settleCharge({ chargeId })
  expect(emails().map(({ kind }) => kind)).toEqual(['credit.kept', 'refund.done'])
  expect(emails()[1]?.subject).toBe('Devolvemos um valor para você')
  // Otherwise it reads as if the instalment were to be paid again.
  expect(emails()[1]?.text).toContain('O que voltou: o seu crédito conosco')
})
