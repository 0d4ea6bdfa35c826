// Databases: one
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consultationOf } from '../../../src/modules/catalogue/public.ts'
import { manualBureau } from '../../../src/modules/consultations/adapters/manual.ts'
import { type Consultations, createConsultations } from '../../../src/modules/consultations/index.server.ts'
import { declaration } from '../../../src/modules/consultations/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from '../payments/payments-harness.ts'

let harness: PaymentsHarness
let module: Consultations
const sent: { to: string; kind: string; text: string }[] = []

beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  module = createConsultations({
    database: harness.database,
    clock: harness.clock,
    newId,
    cipher: createCipher('ab'.repeat(32)),
    payments: harness.payments,
    storage: memoryStore(),
    bureau: manualBureau(),
    enqueue: async () => {},
    send: async (_tx, message) => void sent.push(message),
    signer: createSigner('a secret of the test'),
    links: linksAt('https://recomeco.exemplo'),
    teamEmail: () => 'equipe@exemplo.com.br',
  })
})
afterAll(() => harness.close())

const subject = {
  cpf: '52998224725',
  name: 'Joana Pereira',
  phone: '+5548999991234',
  email: 'joana@exemplo.com.br',
}
const evidence = { ip: '127.0.0.9', userAgent: 'test' }
const request = (change: Partial<Parameters<Consultations['requestConsultation']>[0]> = {}) =>
  module.requestConsultation({
    kind: 'complete',
    subject,
    method: 'pix',
    declared: true,
    userId: undefined,
    evidence,
    ...change,
  })

/** Delivers every stored `charge.settled` event, or those of one look-up, to the listener twice, as a queue may. */
async function deliverSettlements(consultationId?: string) {
  const events = await harness.query<{ payload: Record<string, unknown> }>(
    `select payload from events where type = 'charge.settled'
     and coalesce($1, payload -> 'purpose' ->> 'id') = payload -> 'purpose' ->> 'id'`,
    [consultationId ?? null],
  )
  for (const { payload } of [...events, ...events]) {
    await deliver(harness.database, module.listeners, { type: 'charge.settled', payload })
  }
}

const referenceOf = async (chargeId: string) => {
  const [charge] = await harness.query<{ reference: string }>(
    `select reference from charges where id = '${chargeId}'`,
  )
  return charge?.reference ?? ''
}

test('without the declaration nothing is stored and nothing is charged', async () => {
  expect(await request({ declared: false })).toMatchObject({ ok: false, code: 'not_declared' })
  expect(await harness.query('select 1 from consultations')).toEqual([])
})

test('a look-up is charged at the catalogue price, and a double click creates one look-up', async () => {
  const [first, second] = await Promise.all([request(), request()])
  if (!first?.ok || !second?.ok) throw new Error('refused')
  expect(second.value).toEqual(first.value)
  const charges = await harness.query<{ amount: number; reference: string }>(
    'select amount, reference from charges',
  )
  expect(charges).toMatchObject([{ amount: consultationOf('complete').price }])
  expect(charges[0]?.reference).toMatch(/^complete-consult-/)
})

test('the declaration is stored with its version and origin; the CPF is not readable', async () => {
  const [row] = await harness.query<{ subject: Buffer }>(
    'select subject, declaration_version, declared_ip, declared_user_agent from consultations',
  )
  expect(row).toMatchObject({
    declaration_version: declaration.version,
    declared_ip: evidence.ip,
    declared_user_agent: evidence.userAgent,
  })
  expect(row?.subject.toString('latin1')).not.toContain(subject.cpf)
})

test('a paid look-up gets its deadline, and buyer and team are notified once, without the CPF', async () => {
  const requested = await request()
  if (!requested.ok) throw new Error(requested.code)
  const [charge] = await harness.query<{ reference: string }>('select reference from charges')
  await harness.simulator.act(charge?.reference ?? '', 'approve')
  await harness.payments.settleCharge({ chargeId: requested.value.chargeId })
  const paidAt = harness.clock.now()
  await deliverSettlements()

  expect(await module.byLink({ key: requested.value.key })).toMatchObject({
    status: 'paid',
    cpf: '***.982.247-**',
    paidAt,
    promisedAt: new Date(paidAt.getTime() + 24 * 60 * minute),
  })
  expect(sent.map(({ kind }) => kind)).toEqual(['consultation.paid', 'consultation.for-team'])
  expect(sent[0]?.text).toContain(`https://recomeco.exemplo/consulta/${requested.value.key}`)
  expect(JSON.stringify(sent)).not.toMatch(/529\.?982/)
})

test('an expired charge is followed by a new one for the same look-up', async () => {
  const requested = await request({ kind: 'cpf' })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId } = requested.value
  expect(await module.payAgain({ consultationId, method: 'pix' })).toMatchObject({
    ok: true,
    value: { chargeId },
  })
  harness.clock.advance(40 * minute)
  const again = await module.payAgain({ consultationId, method: 'pix' })
  if (!again.ok) throw new Error(again.code)
  expect(again.value.chargeId).not.toBe(chargeId)
  expect(await module.byLink({ key: requested.value.key })).toMatchObject({ chargeId: again.value.chargeId })
})

test('a payment just received is found before a new charge is created', async () => {
  const requested = await request({ kind: 'cpf', subject: { ...subject, name: 'Pagou Ontem' } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId } = requested.value
  await harness.simulator.act(await referenceOf(chargeId), 'approve')
  expect(await module.payAgain({ consultationId, method: 'credit_card' })).toMatchObject({
    ok: true,
    value: { chargeId },
  })
})

test('changing to card cancels the Pix charge', async () => {
  const requested = await request({ kind: 'cpf', subject: { ...subject, name: 'Trocou de Ideia' } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId } = requested.value
  const again = await module.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  await harness.work('charges.cancel')
  const phases = await harness.payments.phasesOf({ chargeIds: [chargeId, again.value.chargeId] })
  expect([...phases.values()].sort()).toEqual(['cancelled', 'waiting'])
})

const phaseOf = async (chargeId: string) =>
  (await harness.payments.phasesOf({ chargeIds: [chargeId] })).get(chargeId)

test('a replaced charge that the provider does not cancel at once is cancelled as soon as it can be', async () => {
  const requested = await request({ kind: 'cpf', subject: { ...subject, name: 'Provedor Fora' } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId } = requested.value
  await harness.simulator.faults({ failCancel: { status: 503 } })
  const again = await module.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  await harness.work('charges.cancel')
  expect(await phaseOf(chargeId)).toBe('waiting')
  await harness.simulator.faults({})
  await harness.work('charges.cancel')
  expect([await phaseOf(chargeId), await phaseOf(again.value.chargeId)]).toEqual(['cancelled', 'waiting'])
})

test('a look-up that is paid by its replaced code closes the charge that replaced it', async () => {
  const requested = await request({ kind: 'cpf', subject: { ...subject, name: 'Pagou o Código Antigo' } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId, key } = requested.value
  const again = await module.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  await harness.simulator.act(await referenceOf(chargeId), 'approve')
  await harness.payments.settleCharge({ chargeId })
  await deliverSettlements(consultationId)
  expect(await module.byLink({ key })).toMatchObject({ status: 'paid', chargeId })
  await harness.work('charges.cancel')
  expect([await phaseOf(chargeId), await phaseOf(again.value.chargeId)]).toEqual(['approved', 'cancelled'])
})

test('a look-up paid twice keeps the first payment; the second is refunded and the team is notified', async () => {
  const requested = await request({
    kind: 'bacen',
    subject: { ...subject, name: 'Pagou Duas Vezes' },
    method: 'pix',
  })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId: first, key } = requested.value
  const again = await module.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  await harness.work('charges.cancel')
  const card = await harness.payments.chargeView({ chargeId: again.value.chargeId, userId: undefined })
  await fetch(`${card?.initPoint}/approve`, { method: 'POST', redirect: 'manual' })
  await harness.payments.settleCharge({ chargeId: again.value.chargeId })
  await deliverSettlements()

  // The bank still settles a payment made with the cancelled code.
  await harness.simulator.act(await referenceOf(first), 'approve-late')
  await harness.payments.settleCharge({ chargeId: first })
  await deliverSettlements()

  expect(await module.byLink({ key })).toMatchObject({ status: 'paid', chargeId: again.value.chargeId })
  const refunds = await harness.query('select charge_id, amount, reason from refunds')
  expect(refunds).toEqual([{ charge_id: first, amount: consultationOf('bacen').price, reason: 'duplicate' }])
  expect(sent.filter(({ kind }) => kind === 'consultation.paid-twice')).toHaveLength(1)
})

const day = 24 * 60 * minute
const decision = { by: newId(), reason: 'conferido' }
const within = <T>(work: Parameters<typeof harness.database.transaction<T>>[0]) =>
  harness.database.transaction(work)

const erase = (person: Parameters<Consultations['erasureBlocks']>[1]) =>
  within(async (tx) => {
    for (const source of module.personal) await source.erase?.(tx, person, harness.clock.now())
  })

/** Returns a look-up that was paid by card after its Pix code was replaced, and the events that can happen to it. */
async function paidByCard({ name, email = subject.email }: { name: string; email?: string }) {
  const requested = await request({ kind: 'bacen', subject: { ...subject, name, email } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId: pix, key } = requested.value
  const again = await module.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  await harness.work('charges.cancel')
  const card = again.value.chargeId
  const delivered = new Set<string>()
  const person = { userId: undefined, email, phone: undefined }

  /** Delivers the stored events about the look-up, in their order; with `repeated` those about returned money again. */
  async function follow({ repeated = false } = {}) {
    const events = await harness.query<{ id: string; type: string; payload: Record<string, unknown> }>(
      "select id, type, payload from events where payload -> 'purpose' ->> 'id' = $1 order by id",
      [consultationId],
    )
    for (const { id, ...event } of events) {
      if (delivered.has(id) && !(repeated && event.type === 'charge-money.changed')) continue
      delivered.add(id)
      await deliver(harness.database, module.listeners, event)
    }
  }
  async function settle(chargeId: string) {
    await harness.payments.settleCharge({ chargeId })
    await follow()
  }
  async function bank(chargeId: string, action: string, body: object = {}) {
    harness.clock.advance(minute)
    await harness.simulator.act(await referenceOf(chargeId), action, body)
    await settle(chargeId)
  }
  const { initPoint = '' } = (await harness.payments.chargeView({ chargeId: card, userId: undefined })) ?? {}
  await harness.simulator.checkout(initPoint, 'approve')
  await settle(card)
  return {
    ...{ consultationId, pix, card, follow, bank },
    current: async () => {
      const { status, chargeId } = (await module.byLink({ key })) ?? {}
      return { status, chargeId }
    },
    /** The bank still settles a payment made with the replaced code. */
    payOldCode: () => bank(pix, 'approve-late'),
    dispute: (chargeId: string) => bank(chargeId, 'mediate'),
    takeBack: (chargeId: string) => bank(chargeId, 'chargeback'),
    loseDispute: (chargeId: string) =>
      bank(chargeId, 'status', { status: 'charged_back', status_detail: 'settled' }),
    winDispute: (chargeId: string) =>
      bank(chargeId, 'status', { status: 'approved', status_detail: 'accredited' }),
    decideLate: (refund: boolean) =>
      within((tx) => module.decideLateRefund(tx, { consultationId, refund, ...decision })),
    async deliverResult() {
      const prepared = await module.prepareResult({ consultationId, text: 'Nada consta.', source: 'team' })
      const resultId = prepared.ok ? prepared.value : ''
      return within((tx) => module.deliverResult(tx, { consultationId, resultId, seenVersion: 0 }))
    },
    refundOf: async (chargeId: string) =>
      (
        await harness.query<{ id: string; status: string; amount: number }>(
          'select id, status, amount::float8 from refunds where charge_id = $1 order by id desc limit 1',
          [chargeId],
        )
      )[0],
    async refuse(refundId: string) {
      const refusing = harness.build({ refund: async () => ({ ok: false, code: 'refused' }) })
      await refusing.jobs['refunds.issue'].run({ refundId })
    },
    async issueRefunds() {
      await harness.work('refunds.issue')
      for (const chargeId of [pix, card]) await settle(chargeId)
    },
    async decideRefund(refundId: string, retry: boolean) {
      const decided = await within((tx) => harness.payments.decideRefund(tx, { refundId, retry }))
      expect(decided.ok).toBe(true)
      await follow()
    },
    async duties() {
      const sources = module.obligations.map((source) => source.among({ ids: [consultationId] }))
      return (await Promise.all(sources)).flat().map(({ kind }) => kind)
    },
    /** Items that wait for the team about the refunds of its charges. */
    async waiting() {
      const own = await harness.query<{ id: string }>('select id from refunds where charge_id in ($1, $2)', [
        ...[pix, card],
      ])
      const items = await harness.payments.openItems({ limit: 1000 })
      const isOwn = (id: string) => own.some((refund) => refund.id === id)
      return items.filter(({ id }) => isOwn(id)).map(({ reason, amount }) => `${reason} ${amount}`)
    },
    blocks: async () => [
      ...(await module.erasureBlocks(harness.database, person)),
      ...(await harness.payments.erasureBlocks(harness.database, person)),
    ],
  }
}

const price = consultationOf('bacen').price

test('a look-up whose money a bank took need not be delivered until the dispute is won', async () => {
  const requested = await request({ kind: 'bacen', subject: { ...subject, name: 'Tomado Antes' } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId, key } = requested.value
  const reference = await referenceOf(chargeId)
  const handle = async (type: string) => {
    const events = await harness.query<{ type: string; payload: Record<string, unknown> }>(
      "select type, payload from events where type = $1 and payload -> 'purpose' ->> 'id' = $2 order by id",
      [type, consultationId],
    )
    for (const event of events) await deliver(harness.database, module.listeners, event)
  }
  const before = sent.length
  await harness.simulator.act(reference, 'approve')
  await harness.simulator.act(reference, 'chargeback')
  await harness.payments.settleCharge({ chargeId })
  for (const type of ['charge-money.changed', 'charge.settled']) await handle(type)
  expect(await module.byLink({ key })).toMatchObject({ status: 'cancelled', chargeId })
  expect(sent.slice(before)).toEqual([])

  harness.clock.advance(minute)
  await harness.simulator.act(reference, 'status', { status: 'approved', status_detail: 'accredited' })
  await harness.payments.settleCharge({ chargeId })
  await handle('charge-money.changed')
  expect(await module.byLink({ key })).toMatchObject({ status: 'paid', chargeId })
})

test('a look-up refunded for being late and paid again by its older code must be delivered', async () => {
  const lookup = await paidByCard({ name: 'Pagou Depois de Devolvido' })
  harness.clock.advance(3 * day)
  expect(await lookup.decideLate(true)).toEqual({ ok: true, value: price })
  await lookup.issueRefunds()
  expect(await lookup.current()).toEqual({ status: 'cancelled', chargeId: lookup.card })
  expect(await lookup.duties()).toEqual([])

  await lookup.payOldCode()
  expect(await lookup.current()).toEqual({ status: 'paid', chargeId: lookup.pix })
  expect(await lookup.duties()).toEqual(['lookup.deliver'])
  harness.clock.advance(3 * day)
  expect(await lookup.duties()).toEqual(['lookup.deliver', 'lookup.refund'])
  expect(await lookup.deliverResult()).toEqual({ ok: true, value: 1 })
})

test('when a dispute is won after the look-up was paid again, its price waits for a person once', async () => {
  const lookup = await paidByCard({ name: 'Contestou e Pagou de Novo' })
  await lookup.takeBack(lookup.card)
  const paymentId = await harness.openItem('payment', lookup.card)
  const review = { paymentId, reinstateDebt: false, ...decision }
  expect((await within((tx) => harness.payments.reviewPayment(tx, review))).ok).toBe(true)
  await lookup.payOldCode()
  expect(await lookup.current()).toEqual({ status: 'paid', chargeId: lookup.pix })
  expect(await lookup.waiting()).toEqual([])

  await lookup.winDispute(lookup.card)
  expect(await lookup.current()).toEqual({ status: 'paid', chargeId: lookup.pix })
  const item = [`dispute_won ${price}`]
  expect(await lookup.waiting()).toEqual(item)
  await lookup.winDispute(lookup.card)
  await lookup.follow({ repeated: true })
  expect(await lookup.waiting()).toEqual(item)

  await lookup.decideRefund((await lookup.refundOf(lookup.card))?.id ?? '', true)
  await lookup.issueRefunds()
  await lookup.follow({ repeated: true })
  expect(await lookup.waiting()).toEqual([])
  expect(await lookup.refundOf(lookup.card)).toMatchObject({ status: 'done', amount: price })
  expect(await lookup.current()).toEqual({ status: 'paid', chargeId: lookup.pix })
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a look-up charged back twice: the money of the first dispute won waits for a person', async () => {
  const lookup = await paidByCard({ name: 'Contestou Duas Vezes' })
  await lookup.takeBack(lookup.card)
  await lookup.payOldCode()
  await lookup.takeBack(lookup.pix)
  expect(await lookup.current()).toEqual({ status: 'cancelled', chargeId: lookup.pix })
  await lookup.winDispute(lookup.card)
  expect(await lookup.current()).toEqual({ status: 'cancelled', chargeId: lookup.pix })
  expect(await lookup.waiting()).toEqual([`dispute_won ${price}`])
})

test('money that a buyer of a charged-back, delivered look-up pays by an older code is kept', async () => {
  const lookup = await paidByCard({ name: 'Pagou Depois de Contestar' })
  await lookup.deliverResult()
  await lookup.takeBack(lookup.card)
  expect(await lookup.current()).toEqual({ status: 'delivered', chargeId: lookup.card })
  const before = sent.length
  await lookup.payOldCode()
  await lookup.follow({ repeated: true })
  expect(await lookup.current()).toEqual({ status: 'delivered', chargeId: lookup.pix })
  expect(await lookup.refundOf(lookup.pix)).toBeUndefined()
  expect(sent.slice(before).map(({ kind, text }) => [kind, text.includes('pagou de novo')])).toEqual([
    ['consultation.money-changed', true],
  ])
  await lookup.winDispute(lookup.card)
  expect(await lookup.waiting()).toEqual([`dispute_won ${price}`])
})

test.each([
  ['delivered', true],
  ['to be delivered', false],
] as const)(
  'a look-up %s and paid again during a dispute: the second payment waits, and pays if a bank takes the first',
  async (_, isDelivered) => {
    const lookup = await paidByCard({ name: 'Pagou Durante a Disputa' })
    if (isDelivered) await lookup.deliverResult()
    const status = isDelivered ? 'delivered' : 'paid'
    await lookup.dispute(lookup.card)
    const before = sent.length
    await lookup.payOldCode()
    await lookup.follow({ repeated: true })
    expect(await lookup.current()).toEqual({ status, chargeId: lookup.card })
    expect(await lookup.waiting()).toEqual([`paid_in_dispute ${price}`])
    await lookup.loseDispute(lookup.card)
    await lookup.follow({ repeated: true })
    expect(await lookup.current()).toEqual({ status, chargeId: lookup.pix })
    expect(await lookup.waiting()).toEqual([])
    expect(await lookup.refundOf(lookup.pix)).toMatchObject({ status: 'given_up' })
    expect(
      sent.slice(before).map(({ kind, text }) => [kind, /em disputa|pagou de novo/.exec(text)?.[0]]),
    ).toEqual([
      ['consultation.paid-twice', 'em disputa'],
      ['consultation.money-changed', 'pagou de novo'],
    ])
    await lookup.winDispute(lookup.card)
    expect(await lookup.waiting()).toEqual([`dispute_won ${price}`])
    expect(await harness.payments.checkBooks()).toEqual([])
  },
)

test.each([
  ['after the dispute was won', ['win', 'refund']],
  ['while it is disputed, and a bank takes the first', ['refund', 'lose']],
] as const)('a person refunds the second payment of a disputed look-up, %s', async (_, steps) => {
  const lookup = await paidByCard({ name: 'Devolvida Por Alguém' })
  await lookup.dispute(lookup.card)
  await lookup.payOldCode()
  const item = (await lookup.refundOf(lookup.pix))?.id ?? ''
  for (const step of steps) {
    if (step === 'win') await lookup.winDispute(lookup.card)
    if (step === 'lose') await lookup.loseDispute(lookup.card)
    if (step !== 'refund') continue
    expect(await lookup.waiting()).toEqual([`paid_in_dispute ${price}`])
    await lookup.decideRefund(item, true)
    await lookup.issueRefunds()
  }
  expect(await lookup.refundOf(lookup.pix)).toMatchObject({ id: item, status: 'done', amount: price })
  const status = steps.at(-1) === 'lose' ? 'cancelled' : 'paid'
  expect(await lookup.current()).toEqual({ status, chargeId: lookup.card })
  expect(await lookup.waiting()).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a look-up paid again during a dispute, with a given-up refund, stays paid when a bank takes the first payment', async () => {
  const lookup = await paidByCard({ name: 'Ficou com o Segundo' })
  await lookup.dispute(lookup.card)
  await lookup.payOldCode()
  await lookup.decideRefund((await lookup.refundOf(lookup.pix))?.id ?? '', false)
  await lookup.loseDispute(lookup.card)
  expect(await lookup.current()).toEqual({ status: 'paid', chargeId: lookup.pix })
})

test('a look-up paid again by money that a bank takes first is unpaid when the first payment goes too', async () => {
  const lookup = await paidByCard({ name: 'Contestou os Dois' })
  await lookup.dispute(lookup.card)
  await lookup.payOldCode()
  await lookup.takeBack(lookup.pix)
  await lookup.loseDispute(lookup.card)
  expect(await lookup.current()).toEqual({ status: 'cancelled', chargeId: lookup.card })
})

test('a charged-back delivered look-up, paid again by money that a bank takes at once, is unpaid', async () => {
  const lookup = await paidByCard({ name: 'Pagou e Contestou de Novo' })
  await lookup.deliverResult()
  await lookup.takeBack(lookup.card)
  const before = sent.length
  const reference = await referenceOf(lookup.pix)
  await harness.simulator.act(reference, 'approve-late')
  await lookup.bank(lookup.pix, 'chargeback')
  expect(await lookup.current()).toEqual({ status: 'delivered', chargeId: lookup.card })
  expect(sent.slice(before)).toEqual([])
})

test('money by an older code is refunded when the team refunded the delivered look-up’s price', async () => {
  const lookup = await paidByCard({ name: 'Recebeu de Volta' })
  await lookup.deliverResult()
  const what = { chargeId: lookup.card, amount: price, origin: 'team' as const, ...decision }
  expect(await within((tx) => harness.payments.refundCharge(tx, what))).toMatchObject({ ok: true })
  await lookup.issueRefunds()
  await lookup.follow()
  await lookup.payOldCode()
  expect(await lookup.current()).toEqual({ status: 'delivered', chargeId: lookup.card })
  expect(await lookup.refundOf(lookup.pix)).toMatchObject({ amount: price })
})

test('a late look-up whose refund is refused and given up must be delivered, or decided again', async () => {
  const lookup = await paidByCard({ name: 'Devolução Recusada', email: 'recusada@exemplo.com.br' })
  harness.clock.advance(3 * day)
  await lookup.decideLate(false)
  await lookup.decideLate(true)
  const first = (await lookup.refundOf(lookup.card))?.id ?? ''
  await lookup.refuse(first)
  expect(await lookup.waiting()).toEqual([`refund_refused ${price}`])
  expect(await lookup.blocks()).toEqual(['lookup', 'money'])
  expect(await lookup.duties()).toEqual([])

  await lookup.decideRefund(first, false)
  expect(await lookup.duties()).toEqual(['lookup.deliver', 'lookup.refund'])
  expect(await lookup.decideLate(true)).toEqual({ ok: true, value: price })
  expect(await lookup.duties()).toEqual([])
  const second = (await lookup.refundOf(lookup.card))?.id ?? ''
  await lookup.refuse(second)
  await lookup.decideRefund(second, false)
  expect(await lookup.deliverResult()).toEqual({ ok: true, value: 1 })
  expect(await lookup.blocks()).toEqual([])
})

test('a guest is not erased while a code can be paid; money settled after the erasure is refunded', async () => {
  const email = 'apressada@exemplo.com.br'
  const requested = await request({ kind: 'bacen', subject: { ...subject, name: 'Apressada', email } })
  if (!requested.ok) throw new Error(requested.code)
  const { chargeId, consultationId, key } = requested.value
  const person = { userId: undefined, email, phone: undefined }
  const blocks = () => module.erasureBlocks(harness.database, person)
  expect(await blocks()).toEqual(['money'])
  harness.clock.advance(day)
  await harness.payments.settleCharge({ chargeId })
  expect(await blocks()).toEqual([])

  await erase(person)
  await harness.simulator.act(await referenceOf(chargeId), 'approve-late')
  await harness.payments.settleCharge({ chargeId })
  const before = sent.length
  await deliverSettlements(consultationId)
  expect((await module.byLink({ key }))?.status).toBe('cancelled')
  expect(
    await harness.query('select amount::float8, reason from refunds where charge_id = $1', [chargeId]),
  ).toEqual([{ amount: price, reason: 'late' }])
  expect(sent).toHaveLength(before)
})

test('a guest is not erased while an earlier charge of the look-up is refunded or disputed', async () => {
  const lookup = await paidByCard({ name: 'Convidada', email: 'convidada@exemplo.com.br' })
  expect(await lookup.blocks()).toEqual(['lookup'])
  await lookup.deliverResult()
  expect(await lookup.blocks()).toEqual([])
  await lookup.payOldCode()
  const refund = await lookup.refundOf(lookup.pix)
  expect(refund?.status).toBe('requested')
  expect(await lookup.blocks()).toEqual(['money'])
  await lookup.refuse(refund?.id ?? '')
  expect(await lookup.blocks()).toEqual(['money'])
  await lookup.bank(lookup.pix, 'mediate')
  expect(await lookup.blocks()).toEqual(['money', 'dispute'])
})

test('an upgrade returns stuck look-ups of an earlier release to the team, except those with a refund under way', async () => {
  const stuck = await paidByCard({ name: 'Presa' })
  const underWay = await paidByCard({ name: 'Devolvida' })
  const ids = [stuck.consultationId, underWay.consultationId]
  await harness.query('update consultations set refund_requested_at = now() where id = any($1)', [ids])
  await harness.database.transaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId: underWay.card, origin: 'team', reason: 'fora do prazo' }),
  )
  await harness.query(readFileSync('migrations/0047_reopened_lookups.sql', 'utf8'))
  const rows = await harness.query<{ id: string }>(
    'select id from consultations where id = any($1) and refund_requested_at is null',
    [ids],
  )
  expect(rows).toEqual([{ id: stuck.consultationId }])
})

test('an erasure removes the payer of every charge of a look-up', async () => {
  const lookup = await paidByCard({ name: 'Esquecida', email: 'esquecida@exemplo.com.br' })
  const payer = { firstName: 'Esquecida', lastName: 'Da Silva', document: subject.cpf }
  const charges = [lookup.pix, lookup.card]
  await harness.query('update charges set payer = $2 where id = any($1)', [charges, payer])
  await erase({ userId: undefined, email: 'esquecida@exemplo.com.br', phone: undefined })
  expect(
    await harness.query('select id from charges where id = any($1) and payer is not null', [charges]),
  ).toEqual([])
})

test('new charges of a look-up are rate-limited', async () => {
  const requested = await request({ kind: 'cpf', subject: { ...subject, name: 'Muita Pressa' } })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId } = requested.value
  const answers: boolean[] = []
  for (let times = 0; times < 21; times++) {
    answers.push((await module.payAgain({ consultationId, method: 'pix' })).ok)
  }
  expect(answers.indexOf(false)).toBe(20)
  // One more every three minutes.
  const after = async (seconds: number) => {
    harness.clock.advance(seconds * 1000)
    return (await module.payAgain({ consultationId, method: 'pix' })).ok
  }
  expect([await after(150), await after(30), await after(1)]).toEqual([false, true, false])
})

test("by card, the look-up opens the provider's payment page", async () => {
  const requested = await request({ kind: 'rating', method: 'credit_card' })
  if (!requested.ok) throw new Error(requested.code)
  const view = await harness.payments.chargeView({ chargeId: requested.value.chargeId, userId: undefined })
  expect(view?.initPoint).toMatch(/^http/)
})

test.each([
  ['another look-up’s id', (key: string) => `${newId()}.${key.split('.')[1]}`],
  ['a changed signature', (key: string) => `${key.slice(0, -2)}xx`],
  ['no signature', (key: string) => key.split('.')[0] ?? ''],
  ['an empty key', () => ''],
])('a link with %s is not found', async (_what, forge) => {
  const requested = await request({ kind: 'bacen' })
  if (!requested.ok) throw new Error(requested.code)
  expect(await module.byLink({ key: requested.value.key })).toBeDefined()
  expect(module.keyOf({ consultationId: requested.value.consultationId })).toBe(requested.value.key)
  expect(await module.byLink({ key: forge(requested.value.key) })).toBeUndefined()
})
