// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consultationOf } from '../../../src/modules/catalogue/public.ts'
import { type Consultations, createConsultations } from '../../../src/modules/consultations/index.server.ts'
import { declaration } from '../../../src/modules/consultations/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from '../payments/payments-harness.ts'

let harness: PaymentsHarness
let shop: Consultations
const sent: { to: string; kind: string; text: string }[] = []

beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  shop = createConsultations({
    database: harness.database,
    clock: harness.clock,
    newId,
    cipher: createCipher('ab'.repeat(32)),
    payments: harness.payments,
    send: async (_tx, message) => void sent.push(message),
    signer: createSigner('a secret of the test'),
    links: linksAt('https://recomeco.exemplo'),
    teamEmail: 'equipe@exemplo.com.br',
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
const ask = (change: Partial<Parameters<Consultations['requestConsultation']>[0]> = {}) =>
  shop.requestConsultation({
    kind: 'complete',
    subject,
    method: 'pix',
    declared: true,
    userId: undefined,
    evidence,
    ...change,
  })

/** Hands every stored settlement to the listener, twice, as a queue may. */
async function tellOfSettlements() {
  const events = await harness.query<{ payload: Record<string, unknown> }>(
    "select payload from events where type = 'charge.settled'",
  )
  for (const { payload } of [...events, ...events]) {
    await deliver(harness.database, shop.listeners, { type: 'charge.settled', payload })
  }
}

const referenceOf = async (chargeId: string) => {
  const [charge] = await harness.query<{ reference: string }>(
    `select reference from charges where id = '${chargeId}'`,
  )
  return charge?.reference ?? ''
}

test('without the declaration nothing is written and nobody is charged', async () => {
  expect(await ask({ declared: false })).toMatchObject({ ok: false, code: 'not_declared' })
  expect(await harness.query('select 1 from consultations')).toEqual([])
})

test('a look-up is charged at the price of the catalogue, and a second click is the same look-up', async () => {
  const [first, second] = await Promise.all([ask(), ask()])
  if (!first?.ok || !second?.ok) throw new Error('refused')
  expect(second.value).toEqual(first.value)
  const charges = await harness.query<{ amount: number; reference: string }>(
    'select amount, reference from charges',
  )
  expect(charges).toMatchObject([{ amount: consultationOf('complete').price }])
  expect(charges[0]?.reference).toMatch(/^complete-consult-/)
})

test('the declaration is kept with its words, its moment and where it came from; the CPF is not readable', async () => {
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

test('once paid, the promised time runs and each side is told once, without the CPF', async () => {
  const asked = await ask()
  if (!asked.ok) throw new Error(asked.code)
  const [charge] = await harness.query<{ reference: string }>('select reference from charges')
  await harness.simulator.act(charge?.reference ?? '', 'approve')
  await harness.payments.settleCharge({ chargeId: asked.value.chargeId })
  const paidAt = harness.clock.now()
  await tellOfSettlements()

  expect(await shop.byLink({ key: asked.value.key })).toMatchObject({
    status: 'paid',
    cpf: '***.982.247-**',
    paidAt,
    promisedAt: new Date(paidAt.getTime() + 24 * 60 * minute),
  })
  expect(sent.map(({ kind }) => kind)).toEqual(['consultation.paid', 'consultation.for-team'])
  expect(sent[0]?.text).toContain(`https://recomeco.exemplo/consulta/${asked.value.key}`)
  expect(JSON.stringify(sent)).not.toMatch(/529\.?982/)
})

test('a charge that ran out is followed by another one of the same look-up', async () => {
  const asked = await ask({ kind: 'cpf' })
  if (!asked.ok) throw new Error(asked.code)
  const { consultationId, chargeId } = asked.value
  expect(await shop.payAgain({ consultationId, method: 'pix' })).toMatchObject({
    ok: true,
    value: { chargeId },
  })
  harness.clock.advance(40 * minute)
  const again = await shop.payAgain({ consultationId, method: 'pix' })
  if (!again.ok) throw new Error(again.code)
  expect(again.value.chargeId).not.toBe(chargeId)
  expect(await shop.byLink({ key: asked.value.key })).toMatchObject({ chargeId: again.value.chargeId })
})

test('money that arrived at the last moment is found before another charge is made', async () => {
  const asked = await ask({ kind: 'cpf', subject: { ...subject, name: 'Pagou Ontem' } })
  if (!asked.ok) throw new Error(asked.code)
  const { consultationId, chargeId } = asked.value
  await harness.simulator.act(await referenceOf(chargeId), 'approve')
  expect(await shop.payAgain({ consultationId, method: 'credit_card' })).toMatchObject({
    ok: true,
    value: { chargeId },
  })
})

test('changing to the card withdraws the Pix', async () => {
  const asked = await ask({ kind: 'cpf', subject: { ...subject, name: 'Trocou de Ideia' } })
  if (!asked.ok) throw new Error(asked.code)
  const { consultationId, chargeId } = asked.value
  const again = await shop.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  const phases = await harness.payments.phasesOf({ chargeIds: [chargeId, again.value.chargeId] })
  expect([...phases.values()].sort()).toEqual(['cancelled', 'waiting'])
})

test('a look-up paid twice keeps its first payment; the second is given back and the team is told', async () => {
  const asked = await ask({
    kind: 'bacen',
    subject: { ...subject, name: 'Pagou Duas Vezes' },
    method: 'pix',
  })
  if (!asked.ok) throw new Error(asked.code)
  const { consultationId, chargeId: first, key } = asked.value
  const again = await shop.payAgain({ consultationId, method: 'credit_card' })
  if (!again.ok) throw new Error(again.code)
  const card = await harness.payments.chargeView({ chargeId: again.value.chargeId, userId: undefined })
  await fetch(`${card?.initPoint}/approve`, { method: 'POST', redirect: 'manual' })
  await harness.payments.settleCharge({ chargeId: again.value.chargeId })
  await tellOfSettlements()

  // The bank delivers the withdrawn code's money all the same.
  await harness.simulator.act(await referenceOf(first), 'approve-late')
  await harness.payments.settleCharge({ chargeId: first })
  await tellOfSettlements()

  expect(await shop.byLink({ key })).toMatchObject({ status: 'paid', chargeId: again.value.chargeId })
  const refunds = await harness.query('select charge_id, amount, reason from refunds')
  expect(refunds).toEqual([{ charge_id: first, amount: consultationOf('bacen').price, reason: 'duplicate' }])
  expect(sent.filter(({ kind }) => kind === 'consultation.paid-twice')).toHaveLength(1)
})

test('a link asks for a new charge only so many times an hour', async () => {
  const asked = await ask({ kind: 'cpf', subject: { ...subject, name: 'Muita Pressa' } })
  if (!asked.ok) throw new Error(asked.code)
  const { consultationId } = asked.value
  const answers: boolean[] = []
  for (let times = 0; times < 21; times++) {
    answers.push((await shop.payAgain({ consultationId, method: 'pix' })).ok)
  }
  expect(answers.indexOf(false)).toBe(20)
})

test('by card, the look-up opens a page of the provider', async () => {
  const asked = await ask({ kind: 'rating', method: 'credit_card' })
  if (!asked.ok) throw new Error(asked.code)
  const view = await harness.payments.chargeView({ chargeId: asked.value.chargeId, userId: undefined })
  expect(view?.initPoint).toMatch(/^http/)
})

test.each([
  ['another look-up’s id', (key: string) => `${newId()}.${key.split('.')[1]}`],
  ['a changed signature', (key: string) => `${key.slice(0, -2)}xx`],
  ['no signature', (key: string) => key.split('.')[0] ?? ''],
  ['nothing', () => ''],
])('a link with %s opens nothing', async (_what, forge) => {
  const asked = await ask({ kind: 'bacen' })
  if (!asked.ok) throw new Error(asked.code)
  expect(await shop.byLink({ key: asked.value.key })).toBeDefined()
  expect(shop.keyOf({ consultationId: asked.value.consultationId })).toBe(asked.value.key)
  expect(await shop.byLink({ key: forge(asked.value.key) })).toBeUndefined()
})
