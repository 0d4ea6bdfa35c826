// Databases: both
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { type House, openHouse, publicUrl } from '../contracting/house.ts'

let server: TestDatabase
let house: House
const by = newId()
const today = '2026-11-21'

beforeAll(async () => {
  server = await testDatabase()
  house = openHouse(server.url)
})
beforeEach(() => {
  house.time.now = '2026-11-21T15:00:00Z'
})
afterAll(async () => {
  await house.database.$client.end()
  await server.close()
})

const text = {
  serviceId: 'clean-name',
  paymentType: 'entrada R$ 400 + 12x R$ 199,90',
  priceText: 'R$ 1.500,00',
  validUntil: '2026-12-01',
}

function send(offer: object & { email: string }) {
  return house.database.transaction((tx) => house.proposals.sendCustomOffer(tx, { ...text, by, ...offer }))
}

async function sent(viewer: { email: string }, offer: object = {}): Promise<string> {
  const outcome = await send({ ...offer, email: viewer.email })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value.offerId
}

const withdraw = (offerId: string) =>
  house.database.transaction((tx) => house.proposals.withdrawCustomOffer(tx, { offerId, by }))

test('an offer is stored as it was written and as it was read, and its customer hears of it', async () => {
  const ana = await house.person()
  const offerId = await sent(
    { email: ` ${ana.email.toUpperCase()}` },
    { title: 'Acordo  com\ntrês bancos', lines: ['Negociação com o banco A'] },
  )
  const { rows } = await house.database.execute(sql`select * from custom_offers where id = ${offerId}`)
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
  const { rows: messages } = await house.database.execute(
    sql`select "to", subject, text, links from messages where user_id = ${ana.id}`,
  )
  expect(messages).toMatchObject([
    {
      to: ana.email,
      subject: 'Sua proposta: Acordo com três bancos',
      links: [`${publicUrl}/proposta/${offerId}`],
      text: expect.stringContaining(
        'Entrada de R$ 400,00 no dia em que aceitar no Pix, depois 12 parcelas de R$ 199,90 no Pix, uma por mês. Total: R$ 2.798,80.',
      ),
    },
  ])
})

test('the caller who goes back on it leaves neither offer nor message', async () => {
  const ana = await house.person()
  await expect(
    house.database.transaction(async (tx) => {
      await house.proposals.sendCustomOffer(tx, { ...text, by, email: ana.email })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await house.count('custom_offers', sql`user_id = ${ana.id}`)).toBe(0)
  expect(await house.count('messages', sql`user_id = ${ana.id}`)).toBe(0)
})

test.each([
  ['nobody has the address', { email: 'ninguem@exemplo.com.br' }, 'unknown_customer'],
  ['there is no such service', { serviceId: 'lottery' }, 'unknown_service'],
  ['the service has no such variant', { variant: 'pf' }, 'unknown_variant'],
  ['the variant is not said', { serviceId: 'credit-rating' }, 'unknown_variant'],
  ['the title says nothing', { title: ' ' }, 'invalid_words'],
  ['the title has a CPF in it', { title: 'Acordo de 529.982.247-25' }, 'invalid_words'],
  ['a line is a page', { lines: ['a'.repeat(201)] }, 'invalid_words'],
  ['the price is no money', { paymentType: 'À vista', priceText: 'a combinar' }, 'invalid_price'],
  ['there are too many instalments', { paymentType: '400x' }, 'invalid_count'],
  ['the entry is all of it', { paymentType: 'mensal, entrada R$ 1.500' }, 'entry_exceeds_price'],
  ['the entry has no amount', { paymentType: 'Entrada + 3x' }, 'entry_unread'],
  ['the parts are less than the price', { paymentType: '10x R$ 100,00' }, 'invalid_cash_price'],
  ['no price at once is written', { priceText: 'R$ 400 + 12x R$ 199,90' }, 'invalid_cash_price'],
  ['one payment has two prices', { paymentType: 'À vista', cashPriceText: 'R$ 1.000' }, 'invalid_cash_price'],
  ['the card would take 13', { paymentType: 'cartão 13x' }, 'too_many_for_card'],
  ['it ended yesterday', { validUntil: addDays(today, -1) }, 'invalid_validity'],
  ['it waits for 61 days', { validUntil: addDays(today, 61) }, 'invalid_validity'],
  ['it ends on no day', { validUntil: '2026-02-30' }, 'invalid_validity'],
])('nothing is sent when %s', async (_why, change, code) => {
  const ana = await house.person()
  expect(await send({ email: ana.email, ...change })).toMatchObject({ ok: false, code })
  expect(await house.count('messages', sql`user_id = ${ana.id}`)).toBe(0)
})

test('an address that was not confirmed is nobody yet', async () => {
  const ana = await house.person()
  await house.database.execute(sql`update users set email_confirmed_at = null where id = ${ana.id}`)
  expect(await send({ email: ana.email })).toMatchObject({ ok: false, code: 'unknown_customer' })
})

test('what an offer would be is shown, with every date, and nothing is kept', async () => {
  const before = await house.count('custom_offers')
  expect(house.proposals.previewCustomOffer({ ...text, validUntil: addDays(today, 60) })).toMatchObject({
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
  expect(house.proposals.previewCustomOffer({ ...text, paymentType: '0x' })).toMatchObject({
    code: 'invalid_count',
  })
  expect(await house.count('custom_offers')).toBe(before)
})

test('an offer is for one customer; another person with its id finds none', async () => {
  const [ana, bia] = [await house.person(), await house.person()]
  const offerId = await sent(ana)
  expect(await house.proposals.customOfferOf({ offerId, userId: ana.id })).toMatchObject({
    id: offerId,
    title: 'Limpeza de Nome',
    standing: 'sent',
  })
  for (const which of [
    { offerId, userId: bia.id },
    { offerId: 'x', userId: ana.id },
    { offerId: newId(), userId: ana.id },
  ]) {
    expect(await house.proposals.customOfferOf(which)).toBeUndefined()
  }
  expect(await house.proposals.customOffersOf({ userId: bia.id })).toEqual([])
})

test('a customer sees what may still be accepted, what ends first at the top', async () => {
  const ana = await house.person()
  const late = await sent(ana, { validUntil: '2026-12-10' })
  const soon = await sent(ana, { validUntil: today })
  const gone = await sent(ana)
  await withdraw(gone)
  const open = async () =>
    (await house.proposals.customOffersOf({ userId: ana.id })).map(({ id, standing }) => [id, standing])
  expect(await open()).toEqual([
    [soon, 'sent'],
    [late, 'sent'],
  ])
  // The last minute of the day in São Paulo, and the one after it.
  house.time.now = '2026-11-22T02:59:00Z'
  expect(await open()).toHaveLength(2)
  house.time.now = '2026-11-22T03:00:00Z'
  expect(await open()).toEqual([[late, 'sent']])
  expect(await house.proposals.customOfferOf({ offerId: soon, userId: ana.id })).toMatchObject({
    standing: 'expired',
  })
})

test('an offer is withdrawn once, by a person', async () => {
  const offerId = await sent(await house.person())
  expect(await withdraw(offerId)).toEqual({ ok: true, value: undefined })
  expect(await withdraw(offerId)).toMatchObject({ ok: false, code: 'illegal_move' })
  expect(await withdraw(newId())).toMatchObject({ ok: false, code: 'not_found' })
  const { rows } = await house.database.execute(
    sql`select status, withdrawn_by from custom_offers where id = ${offerId}`,
  )
  expect(rows).toEqual([{ status: 'withdrawn', withdrawn_by: by }])
})

test('an offer that became no order is erased with the other proposals', async () => {
  const ana = await house.person()
  await sent(ana)
  const forget = house.proposals.jobs['proposals.forget'].run
  house.time.now = '2027-05-20T14:00:00Z'
  await forget()
  expect(await house.count('custom_offers', sql`user_id = ${ana.id}`)).toBe(1)
  house.time.now = '2027-05-20T16:00:00Z'
  await forget()
  expect(await house.count('custom_offers', sql`user_id = ${ana.id}`)).toBe(0)
})
