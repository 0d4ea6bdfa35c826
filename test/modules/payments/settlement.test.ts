// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { minute, type Rig, second, startRig, until } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ testDatabase })
})
afterAll(() => rig.close())

async function started({ instalments = 1, method = 'pix' as 'pix' | 'credit_card' } = {}) {
  const customer = await rig.customer({ instalments, method })
  const begun = await rig.payments.startCharge({
    viewer: customer.viewer,
    instalmentIds: customer.instalmentIds,
  })
  if (!begun.ok) throw new Error(begun.code)
  const { chargeId } = begun.value
  return { ...customer, chargeId, ...(await rig.charge(chargeId)) }
}

const events = async (instalmentId: string) =>
  (await rig.events('instalment.paid', 'instalmentId', instalmentId)).length

test('a Pix announced by a signed notice is booked, with its event and date', async () => {
  const { reference, first, chargeId, orderId, viewer, payer } = await started()
  expect(payer).toBeNull()
  await rig.simulator.act(reference, 'approve')
  await until(() => rig.queue.some(({ job }) => job === 'provider-events.process'))
  await rig.work('provider-events.process')
  expect(await rig.statuses([first])).toEqual(['paid'])
  expect((await rig.charge(chargeId)).status).toBe('approved')
  expect(await rig.events('instalment.paid', 'instalmentId', first)).toEqual([
    { payload: { instalmentId: first, orderId, userId: viewer.id, amount: 10_000, paidOn: '2026-11-21' } },
  ])
  expect(await rig.events('charge.settled', 'chargeId', chargeId)).toMatchObject([
    { payload: { purpose: { kind: 'instalments' }, amount: 10_000 } },
  ])
})

test('one notice in five copies with five request ids books once', async () => {
  await rig.simulator.faults({ duplicate: 4 })
  const { reference, first, provider_id } = await started()
  await rig.simulator.act(reference, 'approve')
  await rig.simulator.faults({})
  const rows = () =>
    rig.query<{ delivery_key: string }>('select delivery_key from provider_events where data_id = $1', [
      provider_id,
    ])
  await until(async () => (await rows()).length >= 10)
  for (let turn = 0; turn < 5; turn++) await rig.work('provider-events.process')
  expect(await rig.statuses([first])).toEqual(['paid'])
  expect(await events(first)).toBe(1)
})

test('five copies of one delivery: the unique key decides which is the first', async () => {
  const { reference, provider_id } = await started()
  await rig.simulator.faults({ dropWebhooks: true })
  await rig.simulator.act(reference, 'approve')
  await rig.simulator.faults({})
  const { createHmac } = await import('node:crypto')
  const ts = String(rig.clock.now().getTime())
  const v1 = createHmac('sha256', 'sim-webhook-secret')
    .update(`id:${provider_id};request-id:copy-1;ts:${ts};`)
    .digest('hex')
  const notice = () =>
    rig.payments.receiveWebhook({
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
  await rig.work('provider-events.process')
})

test('notices that come in the wrong order book once and reopen nothing', async () => {
  await rig.simulator.faults({ reorder: true })
  const { reference, first, chargeId, provider_id } = await started()
  await rig.simulator.act(reference, 'approve')
  const rows = () =>
    rig.query<{ action: string }>(
      'select action from provider_events where data_id = $1 order by received_at, id',
      [provider_id],
    )
  await until(async () => (await rows()).length === 2)
  await rig.simulator.faults({})
  expect((await rows()).map(({ action }) => action)).toEqual(['payment.updated', 'payment.created'])
  await rig.work('provider-events.process')
  await rig.work('provider-events.process')
  expect((await rig.charge(chargeId)).status).toBe('approved')
  expect(await events(first)).toBe(1)
})

test('a forged notice is answered 401 and changes nothing', async () => {
  await rig.simulator.faults({ forgeSignature: true })
  const { reference, first, provider_id } = await started()
  const before = rig.deliveries.length
  await rig.simulator.act(reference, 'approve')
  await until(() => rig.deliveries.length > before)
  await rig.simulator.faults({})
  expect(rig.deliveries.at(-1)).toBe(401)
  expect(await rig.query('select 1 from provider_events where data_id = $1', [provider_id])).toEqual([])
  expect(await rig.statuses([first])).toEqual(['pending'])
})

test('a legacy notice is unsigned and refused', async () => {
  const query = new URLSearchParams({ topic: 'payment', id: '1' })
  const refused = await rig.payments.receiveWebhook({
    provider: 'mercado-pago',
    query,
    headers: new Headers(),
    body: '',
  })
  expect(refused).toMatchObject({ ok: false, code: 'legacy' })
})

test('with every notice dropped, reconciliation books the payment within two minutes', async () => {
  await rig.simulator.faults({ dropWebhooks: true })
  const { reference, first, chargeId } = await started()
  rig.clock.advance(20 * second)
  await rig.simulator.act(reference, 'approve')
  for (let run = 0; run < 4 && (await rig.statuses([first]))[0] !== 'paid'; run++) {
    rig.clock.advance(30 * second)
    await rig.payments.reconcile()
  }
  await rig.simulator.faults({})
  expect(await rig.statuses([first])).toEqual(['paid'])
  expect((await rig.charge(chargeId)).status).toBe('approved')
  await rig.payments.reconcile()
  expect(await events(first)).toBe(1)
})

test('more than what was asked pays, and the rest is a credit', async () => {
  const { reference, first, chargeId } = await started()
  await rig.simulator.faults({ wrongAmount: 150.5 })
  await rig.simulator.act(reference, 'approve')
  await rig.simulator.faults({})
  await rig.payments.settleCharge({ chargeId })
  await rig.payments.settleCharge({ chargeId })
  expect(await rig.statuses([first])).toEqual(['paid'])
  expect((await rig.charge(chargeId)).status).toBe('approved')
  expect(await rig.credits(chargeId)).toEqual([{ reason: 'excess', amount: 5_050, status: 'open' }])
  expect(await events(first)).toBe(1)
})

test('less than what was asked: nobody pays again, one letter says why, and a person opens it again', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 2 })
  const begun = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!begun.ok) throw new Error(begun.code)
  const { chargeId } = begun.value
  await rig.simulator.faults({ wrongAmount: true })
  await rig.simulator.act((await rig.charge(chargeId)).reference, 'approve')
  await rig.simulator.faults({})
  await Promise.all([rig.payments.settleCharge({ chargeId }), rig.payments.settleCharge({ chargeId })])
  await rig.payments.settleCharge({ chargeId })
  expect(await rig.statuses([first])).toEqual(['pending'])
  expect((await rig.charge(chargeId)).status).toBe('divergent')
  expect(await rig.credits(chargeId)).toEqual([{ reason: 'partial', amount: 9_999, status: 'open' }])
  expect(await events(first)).toBe(0)

  const letters = rig.outbox.filter(({ userId }) => userId === viewer.id)
  expect(letters).toMatchObject([{ to: viewer.email, channel: 'email', kind: 'charge.divergent' }])
  const text = letters[0]?.text.replace(/\u00a0/g, ' ')
  for (const words of ['R$ 99,99', 'R$ 100,00', 'até 1 dia útil', 'não pague de novo']) {
    expect(text).toContain(words)
  }
  expect(text).toContain('https://exemplo.com.br/payments')

  const flags = async () =>
    (await rig.payments.pendingOf({ userId: viewer.id })).map(({ underReview }) => underReview)
  expect(await flags()).toEqual([true, false])
  for (const ids of [[first], instalmentIds]) {
    const again = await rig.payments.startCharge({ viewer, instalmentIds: ids })
    expect(again).toEqual({ ok: false, code: 'under_review' })
  }
  expect(await rig.payments.renewCharge({ chargeId, viewer })).toMatchObject({ code: 'under_review' })
  const shown = await rig.payments.currentPayment({ chargeId: undefined, userId: viewer.id })
  expect(shown).toMatchObject({ kind: 'charge', charge: { id: chargeId, phase: 'amount_mismatch' } })
  expect((await rig.payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(1) })).ok).toBe(true)

  const credit = await rig.openItem('credit', chargeId)
  await rig.database.transaction((tx) =>
    rig.payments.refundCredit(tx, { creditId: credit, by: viewer.id, reason: 'valor errado' }),
  )
  expect(await flags()).toEqual([true, false])
  await rig.work('refunds.issue')
  expect(await flags()).toEqual([false, false])
  const after = await rig.payments.currentPayment({ chargeId, userId: viewer.id })
  expect(after).toMatchObject({ kind: 'instalment', instalment: { id: first } })
  expect((await rig.payments.startCharge({ viewer, instalmentIds: [first] })).ok).toBe(true)
})

test('a charge to the card leaves out what the desk is looking at, unless it was asked for', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 3, method: 'credit_card' })
  const begun = await rig.payments.startCharge({ viewer, instalmentIds: [first], method: 'pix' })
  if (!begun.ok) throw new Error(begun.code)
  const { chargeId } = begun.value
  await rig.simulator.faults({ wrongAmount: true })
  await rig.simulator.act((await rig.charge(chargeId)).reference, 'approve')
  await rig.simulator.faults({})
  await rig.payments.settleCharge({ chargeId })
  const card = await rig.payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(1, 2) })
  if (!card.ok) throw new Error(card.code)
  const view = await rig.payments.chargeView({ chargeId: card.value.chargeId, userId: viewer.id })
  expect(view?.instalments.map(({ id }) => id)).toEqual(instalmentIds.slice(1))
  const asked = await rig.payments.startCharge({ viewer, instalmentIds })
  expect(asked).toEqual({ ok: false, code: 'under_review' })
})

test('two charges over one instalment, both paid: one books it, the other is a credit', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 2 })
  const one = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  const both = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!one.ok || !both.ok) throw new Error('not started')
  expect(one.value.chargeId).not.toBe(both.value.chargeId)
  for (const { chargeId } of [one.value, both.value]) {
    await rig.simulator.act((await rig.charge(chargeId)).reference, 'approve')
    await rig.payments.settleCharge({ chargeId })
  }
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  expect(await rig.credits(both.value.chargeId)).toEqual([
    { reason: 'duplicate', amount: 10_000, status: 'open' },
  ])
  expect(await events(first)).toBe(1)
})

test('a wider selection withdraws the narrower charge at the provider', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 2 })
  const one = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  await rig.payments.startCharge({ viewer, instalmentIds })
  if (!one.ok) throw new Error(one.code)
  await rig.work('charges.cancel')
  const { status, reference } = await rig.charge(one.value.chargeId)
  expect(status).toBe('cancelled')
  const atProvider = (await rig.simulator.payments()).filter(
    (payment) => payment.external_reference === reference,
  )
  expect(atProvider.map((payment) => payment.status)).toEqual(['cancelled'])
})

test('an approval after expiry is accepted', async () => {
  const { first, chargeId, reference, provider_id } = await started()
  rig.clock.advance(32 * minute)
  const late = rig.saying({ reference, state: 'approved', status: 'approved', providerId: provider_id ?? '' })
  await rig.payments.settleCharge({ chargeId })
  expect((await rig.charge(chargeId)).status).toBe('expired')
  await late.settleCharge({ chargeId })
  expect((await rig.charge(chargeId)).status).toBe('approved')
  expect(await rig.statuses([first])).toEqual(['paid'])
})

test('a late "pending" reopens nothing, and an unknown status pays nothing', async () => {
  const { first, chargeId, reference, provider_id } = await started()
  const saying = (status: string, state: 'pending' | undefined) =>
    rig.saying({ reference, state, status, providerId: provider_id ?? '' })
  await saying('processed', undefined).settleCharge({ chargeId })
  expect(await rig.statuses([first])).toEqual(['pending'])
  const [raw] = await rig.query<{ status: string; concern: string }>(
    'select status, concern from provider_payments where charge_id = $1',
    [chargeId],
  )
  expect(raw).toEqual({ status: 'processed', concern: 'unknown_status' })
  await rig.simulator.act(reference, 'approve')
  await rig.payments.settleCharge({ chargeId })
  await saying('pending', 'pending').settleCharge({ chargeId })
  expect((await rig.charge(chargeId)).status).toBe('approved')
  expect(await rig.statuses([first])).toEqual(['paid'])
})

test('several instalments in one charge are all booked, each with its event', async () => {
  const { instalmentIds, chargeId, reference } = await started({ instalments: 3 })
  expect(reference).toBe(`MULT_${chargeId}_${rig.clock.now().getTime()}`)
  await rig.simulator.act(reference, 'approve')
  await rig.payments.settleCharge({ chargeId })
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid', 'paid'])
  expect(await Promise.all(instalmentIds.map(events))).toEqual([1, 1, 1])
})

test('twenty settlements at once book once', async () => {
  const { first, chargeId, reference } = await started()
  await rig.simulator.act(reference, 'approve')
  await Promise.all(Array.from({ length: 20 }, () => rig.payments.settleCharge({ chargeId })))
  expect(await events(first)).toBe(1)
  const history = await rig.query(`select 1 from charge_history where charge_id = $1 and "to" = 'approved'`, [
    chargeId,
  ])
  expect(history).toHaveLength(1)
})

test('money with a reference of ours that nobody knows becomes a credit, once', async () => {
  const stranger = await startedElsewhere()
  await rig.simulator.act(stranger, 'approve')
  await rig.payments.reconcile()
  await rig.payments.reconcile()
  const found = await rig.query<{ reason: string }>(
    'select reason from credits c join provider_payments p on p.id = c.provider_payment_id where p.reference = $1',
    [stranger],
  )
  expect(found).toEqual([{ reason: 'unmatched' }])
})

/** A charge at the provider whose row we lost. */
async function startedElsewhere(): Promise<string> {
  const { chargeId, reference } = await started()
  await rig.query('delete from charge_payments where charge_id = $1', [chargeId])
  await rig.query('alter table charge_history disable trigger user')
  await rig.query('delete from charge_history where charge_id = $1', [chargeId])
  await rig.query('alter table charge_history enable trigger user')
  await rig.query('delete from charges where id = $1', [chargeId])
  return reference
}

test('money given back: the charge is reversed and the instalment neither owed nor paid', async () => {
  const { first, chargeId, reference } = await started()
  await rig.simulator.act(reference, 'approve')
  await rig.payments.settleCharge({ chargeId })
  const asked = await rig.database.transaction((tx) =>
    rig.payments.refundCharge(tx, { chargeId, origin: 'withdrawal', reason: 'arrependimento' }),
  )
  expect(asked.ok).toBe(true)
  await rig.work('refunds.issue')
  expect((await rig.charge(chargeId)).status).toBe('refunded')
  expect(await rig.statuses([first])).toEqual(['refunded'])
  const again = await rig.database.transaction((tx) =>
    rig.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'de novo' }),
  )
  expect(again).toMatchObject({ ok: false, code: 'too_much' })
})

test('a duplicate given back leaves the instalment paid by the first', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 2 })
  const both = await rig.payments.startCharge({ viewer, instalmentIds })
  const one = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!one.ok || !both.ok) throw new Error('not started')
  for (const { chargeId } of [both.value, one.value]) {
    await rig.simulator.act((await rig.charge(chargeId)).reference, 'approve')
    await rig.payments.settleCharge({ chargeId })
  }
  expect(await rig.credits(one.value.chargeId)).toMatchObject([{ reason: 'duplicate', amount: 10_000 }])
  await rig.database.transaction((tx) =>
    rig.payments.refundCharge(tx, { ...one.value, origin: 'team', reason: 'pago em dobro' }),
  )
  await rig.work('refunds.issue')
  expect((await rig.charge(one.value.chargeId)).status).toBe('refunded')
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid'])
})

test('what arrives for a cancelled order goes back by itself', async () => {
  const { first, chargeId, reference, orderId } = await started()
  await rig.database.transaction((tx) => rig.payments.cancelInstalments(tx, { orderId }))
  await rig.simulator.act(reference, 'approve')
  await rig.payments.settleCharge({ chargeId })
  expect(await rig.statuses([first])).toEqual(['cancelled'])
  expect(await rig.credits(chargeId)).toEqual([{ reason: 'late', amount: 10_000, status: 'refunding' }])
  await rig.work('refunds.issue')
  expect(await rig.credits(chargeId)).toEqual([{ reason: 'late', amount: 10_000, status: 'refunded' }])
  expect((await rig.charge(chargeId)).status).toBe('refunded')
})

test('a charge closed here that can still be paid there is withdrawn as soon as that is seen', async () => {
  const { chargeId, reference, first } = await started()
  const deaf = rig.build({
    cancel: async () => ({ ok: true, value: undefined }),
    paymentsOf: async () => ({ ok: true, value: [] }),
  })
  expect(await deaf.cancelCharge({ chargeId })).toMatchObject({ ok: true })
  const atProvider = async () =>
    (await rig.simulator.payments()).find((payment) => payment.external_reference === reference)?.status
  expect([(await rig.charge(chargeId)).status, await atProvider()]).toEqual(['cancelled', 'pending'])
  await rig.payments.settleCharge({ chargeId })
  await rig.work('charges.cancel')
  expect([(await rig.charge(chargeId)).status, await atProvider()]).toEqual(['cancelled', 'cancelled'])
  expect(await rig.statuses([first])).toEqual(['pending'])
})

test('a provider that says it has never heard of a charge it made is asked again, not believed', async () => {
  const { chargeId } = await started()
  const forgetful = rig.build({ cancel: async () => ({ ok: false, code: 'not_found' }) })
  expect(await forgetful.cancelCharge({ chargeId })).toMatchObject({ ok: false, code: 'unavailable' })
  expect((await rig.charge(chargeId)).status).toBe('pending')
})

test('a charge given up while its making was under way is withdrawn, even when no answer came', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 1 })
  const lost = rig.build({
    async createPix(request) {
      const [charge] = await rig.query<{ id: string }>('select id from charges where reference = $1', [
        request.reference,
      ])
      await rig.payments.cancelCharge({ chargeId: charge?.id ?? '' })
      return { ok: false, code: 'unavailable' }
    },
  })
  expect(await lost.startCharge({ viewer, instalmentIds })).toMatchObject({ ok: false, code: 'unavailable' })
  expect(rig.queue.some(({ job }) => job === 'charges.cancel')).toBe(true)
})

test('who pays twice, and who gets money back, is written to, once each', async () => {
  const { viewer, first } = await rig.customer({ instalments: 1 })
  const begun = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!begun.ok) throw new Error(begun.code)
  const { chargeId } = begun.value
  const { reference } = await rig.charge(chargeId)
  await rig.simulator.act(reference, 'approve')
  await rig.simulator.act(reference, 'pay-again')
  await rig.payments.settleCharge({ chargeId })
  await rig.payments.settleCharge({ chargeId })
  const letters = () => rig.outbox.filter(({ userId }) => userId === viewer.id)
  expect(letters()).toMatchObject([{ kind: 'credit.kept', subject: 'Você tem R$ 100,00 de crédito conosco' }])
  expect(letters()[0]?.text).toContain('por algo que já estava pago')

  const creditId = await rig.openItem('credit', chargeId)
  await rig.database.transaction((tx) =>
    rig.payments.refundCredit(tx, { creditId, by: viewer.id, reason: 'pago em dobro' }),
  )
  await rig.work('refunds.issue')
  await rig.payments.settleCharge({ chargeId })
  expect(letters().map(({ kind }) => kind)).toEqual(['credit.kept', 'refund.done'])
  expect(letters()[1]?.subject).toBe('Devolvemos R$ 100,00')
})
