// Databases: one
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { ana, createHiringSetup, evidence, type HiringSetup, ticked, weekly } from './hiring-setup.ts'

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

type Viewer = Awaited<ReturnType<HiringSetup['createUser']>>

/** Creates a user with a custom offer whose terms are not in the catalogue. */
async function createOffer(change: object = {}) {
  const viewer = await setup.createUser()
  const sent = await setup.database.transaction((tx) =>
    setup.proposals.sendCustomOffer(tx, {
      email: viewer.email,
      by: newId(),
      serviceId: 'clean-name',
      title: 'Acordo com três bancos',
      lines: ['Negociação com o banco A'],
      paymentType: 'entrada R$ 400 + 3x R$ 500,00',
      priceText: 'R$ 1.500,00',
      validUntil: '2026-12-01',
      ...change,
    }),
  )
  if (!sent.ok) throw new Error(sent.code)
  return { viewer, offerId: sent.value.offerId }
}

async function createDraft(viewer: Viewer, offerId: string): Promise<string> {
  const started = await setup.contracting.startHiring({ ...ana, customOfferId: offerId, viewer })
  if (!started.ok) throw new Error(started.code)
  return started.value.draftId
}

async function renderDraft(draftId: string, viewer: Viewer) {
  const reading = await setup.contracting.readDraft({ draftId, viewer })
  if (reading.state !== 'open') throw new Error(reading.state)
  const rendered = setup.contracting.renderContract({ draft: reading.draft })
  if (!rendered.ok) throw new Error(rendered.code)
  return rendered.value
}

const accept = (draftId: string, viewer: Viewer) =>
  setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })

const withdraw = (offerId: string) =>
  setup.database.transaction((tx) => setup.proposals.withdrawCustomOffer(tx, { offerId, by: newId() }))

test('the contract of an offer has its title, lines, plan and cost, and the steps of the service', async () => {
  const { viewer, offerId } = await createOffer()
  const { offer, text } = await renderDraft(await createDraft(viewer, offerId), viewer)
  expect(offer).toMatchObject({
    serviceId: 'clean-name',
    serviceTitle: 'Acordo com três bancos',
    planId: 'proposta',
    paymentType: 'PIX mensal: entrada R$ 400,00 + 3x R$ 500,00',
    cashPrice: 150_000,
    total: 190_000,
    difference: { amount: 40_000, percent: 26.7 },
    rate: { period: 'month' },
  })
  expect(offer.steps).toHaveLength(5)
  for (const part of [
    '- Negociação com o banco A',
    'Preço à vista (total sem financiamento): R$ 1.500,00',
    'Número e intervalo das parcelas: 3, uma por mês',
    'Diferença para o preço à vista: R$ 400,00 (26,7%)',
    'Taxa de juros embutida: 17,',
    'Parcela 3 de 3: R$ 500,00, em 21/02/2027, Pix',
  ]) {
    expect(text).toContain(part)
  }
})

test('accepting creates the order of the offer, closes the offer, and counts due dates from that day', async () => {
  const { viewer, offerId } = await createOffer()
  setup.time.now = '2026-12-01T15:00:00Z'
  const draftId = await createDraft(viewer, offerId)
  const accepted = await accept(draftId, viewer)
  if (!accepted.ok) throw new Error(accepted.code)
  const { orderId } = accepted.value
  expect(accepted.value).toEqual({ orderId, payments: 4, first: true })
  expect(await setup.orders.orderOf({ userId: viewer.id, orderId })).toMatchObject({
    serviceTitle: 'Acordo com três bancos',
    servicePrice: 190_000,
    paymentType: 'PIX mensal: entrada R$ 400,00 + 3x R$ 500,00',
  })
  const { rows } = await setup.database.execute(
    sql`select amount, due_date from payments where order_id = ${orderId} order by number`,
  )
  expect(rows).toEqual([
    { amount: 40_000, due_date: '2026-12-01' },
    { amount: 50_000, due_date: '2027-01-01' },
    { amount: 50_000, due_date: '2027-02-01' },
    { amount: 50_000, due_date: '2027-03-01' },
  ])
  expect(await setup.proposals.customOfferOf({ offerId, userId: viewer.id })).toMatchObject({
    currentStatus: 'accepted',
    orderId,
  })
  expect(await setup.proposals.customOffersOf({ userId: viewer.id })).toEqual([])
  expect(await withdraw(offerId)).toMatchObject({ ok: false, code: 'illegal_move' })
})

test('two drafts of one offer, each accepted five times concurrently, create one order', async () => {
  const { viewer, offerId } = await createOffer()
  const drafts = [await createDraft(viewer, offerId), await createDraft(viewer, offerId)]
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => accept(drafts[turn % 2] ?? '', viewer)),
  )
  const accepted = all.map((outcome) => (outcome.ok ? outcome.value : undefined))
  expect(new Set(accepted.map((value) => value?.orderId)).size).toBe(1)
  expect(accepted.filter((value) => value?.first)).toHaveLength(1)
  expect(accepted.every((value) => value?.payments === 4)).toBe(true)
  expect(await setup.count('orders', sql`user_id = ${viewer.id}`)).toBe(1)
  expect(await setup.count('payments', sql`user_id = ${viewer.id}`)).toBe(4)
  for (const draftId of drafts) {
    expect(await setup.contracting.readDraft({ draftId, viewer })).toEqual({
      state: 'accepted',
      orderId: accepted[0]?.orderId,
    })
  }
})

test('of a concurrent acceptance and withdrawal exactly one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { viewer, offerId } = await createOffer()
    const draftId = await createDraft(viewer, offerId)
    const [accepted, withdrawn] = await Promise.all([accept(draftId, viewer), withdraw(offerId)])
    expect(accepted.ok).toBe(!withdrawn.ok)
    expect(await setup.count('orders', sql`user_id = ${viewer.id}`)).toBe(accepted.ok ? 1 : 0)
  }
})

test.each([
  ['expired', 'offer_expired'],
  ['was withdrawn', 'offer_withdrawn'],
])('an offer that %s while its contract was shown creates no order', async (_how, code) => {
  const { viewer, offerId } = await createOffer()
  const draftId = await createDraft(viewer, offerId)
  if (code === 'offer_withdrawn') await withdraw(offerId)
  else setup.time.now = '2026-12-02T15:00:00Z'
  expect(await setup.contracting.readDraft({ draftId, viewer })).toEqual({ state: code })
  // No page reminds of it any more, on this browser or another.
  for (const here of [draftId, undefined]) {
    expect(await setup.contracting.openHiring({ draftId: here, viewer })).toBeUndefined()
  }
  expect(await accept(draftId, viewer)).toMatchObject({ ok: false, code })
  expect(await setup.count('orders', sql`user_id = ${viewer.id}`)).toBe(0)
  expect(await setup.contracting.startHiring({ ...ana, customOfferId: offerId, viewer })).toMatchObject({
    ok: false,
    code: 'unknown_plan',
  })
})

test('refuses another user who hires, reads or signs a customer’s offer', async () => {
  const { viewer, offerId } = await createOffer()
  const draftId = await createDraft(viewer, offerId)
  const otherUser = await setup.createUser()
  for (const who of [otherUser, null]) {
    expect(
      await setup.contracting.startHiring({ ...ana, customOfferId: offerId, viewer: who }),
    ).toMatchObject({ ok: false, code: 'unknown_plan' })
    expect(await setup.contracting.readDraft({ draftId, viewer: who })).toEqual({ state: 'not_found' })
  }
  expect(await accept(draftId, otherUser)).toMatchObject({ ok: false, code: 'not_found' })
})

test('a draft can switch between an offer and a catalogue plan; the last choice is signed', async () => {
  const { viewer, offerId } = await createOffer()
  const draftId = await createDraft(viewer, offerId)
  await setup.contracting.startHiring({ ...weekly, viewer, draftId })
  expect((await renderDraft(draftId, viewer)).offer.planId).toBe('semanal-20x')
  await setup.contracting.startHiring({ ...ana, customOfferId: offerId, viewer, draftId })
  expect((await renderDraft(draftId, viewer)).offer.planId).toBe('proposta')
  await setup.contracting.startHiring({ ...weekly, viewer, draftId })
  expect(await accept(draftId, viewer)).toMatchObject({ ok: true, value: { payments: 21 } })
  expect(await setup.proposals.customOfferOf({ offerId, userId: viewer.id })).toMatchObject({
    currentStatus: 'sent',
  })
})

test('of two offers chosen on two devices the later counts, and the customer is informed of the other', async () => {
  const { viewer, offerId } = await createOffer()
  const other = await createOffer({ email: viewer.email, title: 'Acordo com um banco' })
  const draftId = await createDraft(viewer, offerId)
  setup.time.now = '2026-11-21T15:01:00Z'
  await createDraft(viewer, other.offerId)
  expect(await setup.contracting.claimHiring({ draftIds: [draftId], viewer })).toMatchObject({
    hiring: { draft: { custom: { id: other.offerId } } },
    superseded: { draft: { custom: { id: offerId } } },
  })
})

test('an order that cannot be written leaves the offer open', async () => {
  const { viewer, offerId } = await createOffer()
  const draftId = await createDraft(viewer, offerId)
  const broken = setup.contractingWith({
    scheduleInstalments: () => Promise.reject(new Error('no payments')),
  })
  expect(await broken.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: false,
    code: 'instalments_failed',
  })
  expect(await setup.proposals.customOfferOf({ offerId, userId: viewer.id })).toMatchObject({
    currentStatus: 'sent',
    orderId: null,
  })
  expect(await accept(draftId, viewer)).toMatchObject({ ok: true })
})

test('a single payment has no difference and no rate; a company gets the lines for companies', async () => {
  const { viewer, offerId } = await createOffer({
    serviceId: 'credit-rating',
    variant: 'pj',
    title: undefined,
    paymentType: 'À vista',
    priceText: 'R$ 2.900',
  })
  const { offer, text } = await renderDraft(await createDraft(viewer, offerId), viewer)
  expect(offer).toMatchObject({
    serviceTitle: 'Rating de Crédito',
    variant: 'pj',
    total: 290_000,
    difference: { amount: 0 },
    rate: null,
    payments: [{ kind: 'a-vista', amount: 290_000, dueDate: '2026-11-21' }],
  })
  expect(text).toContain('12 meses')
})
