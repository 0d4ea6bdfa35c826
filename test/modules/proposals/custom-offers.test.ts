// Databases: one
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { createHiringSetup, type HiringSetup, publicUrl } from '../contracting/hiring-setup.ts'
import { withoutOthers } from '../payments/rows.ts'

let server: TestDatabase
let setup: HiringSetup
const by = newId()
const today = '2026-11-21'

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

const text = {
  serviceId: 'clean-name',
  paymentType: 'entrada R$ 400 + 12x R$ 199,90',
  priceText: 'R$ 1.500,00',
  validUntil: '2026-12-01',
}

function send(offer: object & { email: string }) {
  return setup.database.transaction((tx) => setup.proposals.sendCustomOffer(tx, { ...text, by, ...offer }))
}

async function sent(viewer: { email: string }, offer: object = {}): Promise<string> {
  const outcome = await send({ ...offer, email: viewer.email })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value.offerId
}

const withdraw = (offerId: string) =>
  setup.database.transaction((tx) => setup.proposals.withdrawCustomOffer(tx, { offerId, by }))

test('an offer is stored as text and as parsed terms, and its customer is notified', async () => {
  const ana = await setup.createUser()
  const offerId = await sent(
    { email: ` ${ana.email.toUpperCase()}` },
    { title: 'Acordo  com\ntrês bancos', lines: ['Negociação\u200b com o banco A'] },
  )
  const { rows } = await setup.database.execute(sql`select * from custom_offers where id = ${offerId}`)
  expect(rows).toMatchObject([
    {
      user_id: ana.id,
      service_id: 'clean-name',
      title: 'Acordo com três bancos',
      lines: ['Negociação com o banco A'],
      payment_type: text.paymentType,
      price_text: text.priceText,
      terms: { cadence: 'monthly', method: 'pix', entry: 40_000, instalments: Array(12).fill(19_990) },
      total: 279_880,
      cash_price: 150_000,
      valid_until: '2026-12-01',
      status: 'sent',
      created_by: by,
      order_id: null,
    },
  ])
  const { rows: messages } = await setup.database.execute(
    sql`select "to", subject, text, links, extract(epoch from not_after)::float8 * 1000 as not_after
      from messages where user_id = ${ana.id}`,
  )
  expect(messages).toMatchObject([
    {
      to: ana.email,
      // One that had to wait is not sent after its last day in São Paulo.
      not_after: Date.parse('2026-12-02T02:59:59.999Z'),
      subject: 'A proposta que preparamos para você',
      links: [`${publicUrl}/proposta/${offerId}`],
      text: expect.stringContaining(
        'Serviço: Acordo com três bancos\nTotal: R$ 2.798,80\nPagamento: R$ 400,00 ao aceitar + 12 × R$ 199,90, uma por mês',
      ),
    },
  ])
})

test('an offer by card may have the twelve instalments that cards allow', async () => {
  const ana = await setup.createUser()
  const offerId = await sent(ana, { paymentType: 'cartão 12x' })
  expect(await setup.count('custom_offers', sql`id = ${offerId}`)).toBe(1)
})

test("a rollback of the caller's transaction leaves neither offer nor message", async () => {
  const ana = await setup.createUser()
  await expect(
    setup.database.transaction(async (tx) => {
      await setup.proposals.sendCustomOffer(tx, { ...text, by, email: ana.email })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await setup.count('custom_offers', sql`user_id = ${ana.id}`)).toBe(0)
  expect(await setup.count('messages', sql`user_id = ${ana.id}`)).toBe(0)
})

test.each([
  ['the address has no account', { email: 'ninguem@exemplo.com.br' }, 'unknown_customer'],
  ['the service is unknown', { serviceId: 'lottery' }, 'unknown_service'],
  ['the variant is unknown', { variant: 'pf' }, 'unknown_variant'],
  ['the variant is missing', { serviceId: 'credit-rating' }, 'unknown_variant'],
  ['the title is empty', { title: ' ' }, 'invalid_words'],
  ['the title has no letter', { title: '\u200b\u200b' }, 'invalid_words'],
  ['the title contains a CPF', { title: 'Acordo de 529.982.247-25' }, 'invalid_words'],
  ['a line is too long', { lines: ['a'.repeat(201)] }, 'invalid_words'],
  ['the price is not an amount', { paymentType: 'À vista', priceText: 'a combinar' }, 'invalid_price'],
  ['there are too many instalments', { paymentType: '400x' }, 'invalid_count'],
  ['the entry is the whole price', { paymentType: 'mensal, entrada R$ 1.500' }, 'entry_exceeds_price'],
  ['the entry has no amount', { paymentType: 'Entrada + 3x' }, 'entry_unread'],
  ['the instalments are less than the price', { paymentType: '10x R$ 100,00' }, 'invalid_cash_price'],
  ['the cash price is missing', { priceText: 'R$ 400 + 12x R$ 199,90' }, 'invalid_cash_price'],
  [
    'a single payment has a different cash price',
    { paymentType: 'À vista', cashPriceText: 'R$ 1.000' },
    'invalid_cash_price',
  ],
  ['the card has 13 instalments', { paymentType: 'cartão 13x' }, 'too_many_for_card'],
  ['the cadence is not one of ours', { paymentType: '12x R$ 199,90 quinzenal' }, 'cadence_unread'],
  [
    'the total is a typing error',
    { paymentType: 'à vista', priceText: 'R$ 1.000.000,01' },
    'total_out_of_range',
  ],
  ['the total is next to nothing', { paymentType: 'à vista', priceText: 'R$ 0,99' }, 'total_out_of_range'],
  ['it expired yesterday', { validUntil: addDays(today, -1) }, 'invalid_validity'],
  ['it is valid for 61 days', { validUntil: addDays(today, 61) }, 'invalid_validity'],
  ['its last day is not a date', { validUntil: '2026-02-30' }, 'invalid_validity'],
])('sends nothing when %s', async (_why, change, code) => {
  const ana = await setup.createUser()
  expect(await send({ email: ana.email, ...change })).toMatchObject({ ok: false, code })
  expect(await setup.count('messages', sql`user_id = ${ana.id}`)).toBe(0)
})

test.each([
  ['3x sem entrada', 'R$ 900,00', 90_000],
  ['à vista', 'R$ 1,00', 100],
  ['à vista', 'R$ 1.000.000,00', 100_000_000],
])('%s at %s is an offer', (paymentType, priceText, total) => {
  const preview = setup.proposals.previewCustomOffer({ ...text, paymentType, priceText })
  expect(preview).toMatchObject({ ok: true, value: { total } })
})

test('an unconfirmed address is an unknown customer', async () => {
  const ana = await setup.createUser()
  await setup.database.execute(sql`update users set email_confirmed_at = null where id = ${ana.id}`)
  expect(await send({ email: ana.email })).toMatchObject({ ok: false, code: 'unknown_customer' })
})

test('a preview shows an offer with all due dates and stores nothing', async () => {
  const before = await setup.count('custom_offers')
  expect(setup.proposals.previewCustomOffer({ ...text, validUntil: addDays(today, 60) })).toMatchObject({
    ok: true,
    value: {
      serviceTitle: 'Limpeza de Nome',
      paymentTypeText: 'PIX mensal: entrada R$ 400,00 + 12x R$ 199,90',
      total: 279_880,
      cost: { cashPrice: 150_000, difference: { amount: 129_880, percent: 86.6 }, rate: { percent: 14.65 } },
      payments: expect.arrayContaining([
        { number: 0, kind: 'entrada', amount: 40_000, dueDate: today, method: 'pix' },
        { number: 12, kind: 'parcela', amount: 19_990, dueDate: '2027-11-21', method: 'pix' },
      ]),
    },
  })
  expect(setup.proposals.previewCustomOffer({ ...text, paymentType: '0x' })).toMatchObject({
    code: 'invalid_count',
  })
  expect(await setup.count('custom_offers')).toBe(before)
})

test('an offer is visible only to its customer', async () => {
  const [ana, bia] = [await setup.createUser(), await setup.createUser()]
  const offerId = await sent(ana)
  expect(await setup.proposals.customOfferOf({ offerId, userId: ana.id })).toMatchObject({
    id: offerId,
    title: 'Limpeza de Nome',
    currentStatus: 'sent',
  })
  for (const which of [
    { offerId, userId: bia.id },
    { offerId: 'x', userId: ana.id },
    { offerId: newId(), userId: ana.id },
  ]) {
    expect(await setup.proposals.customOfferOf(which)).toBeUndefined()
  }
  expect(await setup.proposals.customOffersOf({ userId: bia.id })).toEqual([])
})

test('a customer sees the offers that can still be accepted, soonest expiry first', async () => {
  const ana = await setup.createUser()
  const late = await sent(ana, { validUntil: '2026-12-10' })
  const soon = await sent(ana, { validUntil: today })
  const gone = await sent(ana)
  await withdraw(gone)
  const open = async () =>
    (await setup.proposals.customOffersOf({ userId: ana.id })).map(({ id, currentStatus }) => [
      id,
      currentStatus,
    ])
  expect(await open()).toEqual([
    [soon, 'sent'],
    [late, 'sent'],
  ])
  // The last minute of the day in São Paulo, and the next minute.
  setup.time.now = '2026-11-22T02:59:00Z'
  expect(await open()).toHaveLength(2)
  setup.time.now = '2026-11-22T03:00:00Z'
  expect(await open()).toEqual([[late, 'sent']])
  expect(await setup.proposals.customOfferOf({ offerId: soon, userId: ana.id })).toMatchObject({
    currentStatus: 'expired',
  })
})

test('an offer is withdrawn once, and the staff member is recorded', async () => {
  const offerId = await sent(await setup.createUser())
  expect(await withdraw(offerId)).toEqual({ ok: true, value: undefined })
  expect(await withdraw(offerId)).toMatchObject({ ok: false, code: 'illegal_move' })
  expect(await withdraw(newId())).toMatchObject({ ok: false, code: 'not_found' })
  const { rows } = await setup.database.execute(
    sql`select status, withdrawn_by from custom_offers where id = ${offerId}`,
  )
  expect(rows).toEqual([{ status: 'withdrawn', withdrawn_by: by }])
})

test('an unaccepted offer is deleted with the proposals, after 180 days', async () => {
  const ana = await setup.createUser()
  await sent(ana)
  const accepted = await sent(ana)
  await setup.database.transaction(async (tx) => {
    await tx.execute(withoutOthers)
    await tx.execute(sql`update custom_offers
      set status = 'accepted', order_id = ${newId()}, accepted_at = now() where id = ${accepted}`)
  })
  const purge = setup.proposals.jobs['proposals.forget'].run
  setup.time.now = '2027-05-20T14:00:00Z'
  await purge()
  expect(await setup.count('custom_offers', sql`user_id = ${ana.id}`)).toBe(2)
  setup.time.now = '2027-05-20T16:00:00Z'
  await purge()
  const { rows } = await setup.database.execute(sql`select id from custom_offers where user_id = ${ana.id}`)
  expect(rows).toEqual([{ id: accepted }])
})
