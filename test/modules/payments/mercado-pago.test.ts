import { expect, test } from 'vitest'
import { createMercadoPago } from '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
import { isReadable } from '../../../src/modules/payments/ports.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { inTurn, type Reply, startScriptedServer } from './scripted-server.ts'

const request = {
  reference: 'PARC_1',
  idempotencyKey: 'key-of-the-charge',
  amount: 9990,
  description: 'Limpeza de Nome',
  payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
  expiresAt: new Date('2026-11-21T13:31:00Z'),
}
const payment = {
  id: 123456,
  status: 'pending',
  status_detail: 'pending_waiting_transfer',
  transaction_amount: 99.9,
  currency_id: 'BRL',
  external_reference: 'PARC_1',
  payment_method_id: 'pix',
  date_of_expiration: '2026-11-21T10:31:00.000-03:00',
  point_of_interaction: { transaction_data: { qr_code: '00020101', ticket_url: 'https://exemplo.com.br/t' } },
}

/** Starts a provider with scripted replies that records its requests. */
const startScriptedProvider = (...replies: Reply[]) => startProviderAs('TEST-token', ...replies)

async function startProviderAs(accessToken: string, ...replies: Reply[]) {
  const { baseUrl, asked } = await startScriptedServer(inTurn(replies))
  const waits: number[] = []
  const client = createMercadoPago({
    baseUrl,
    accessToken,
    links: linksAt('https://recomeco.exemplo.com.br'),
    webhookSecret: 'test-secret',
    clock: fixedClock('2026-11-21T13:00:00Z'),
    timeout: 5_000,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    random: () => 0.5,
  })
  return { client, asked, waits }
}

test('the call carries token, stored key, reais, the real payer, a full ISO date and our address', async () => {
  const { client, asked } = await startScriptedProvider({ status: 201, body: payment })
  const issued = await client.createPix(request)
  expect(issued).toMatchObject({ ok: true, value: { providerId: '123456', code: '00020101' } })
  expect(issued.ok && issued.value.expiresAt).toEqual(request.expiresAt)
  expect(asked[0]?.path).toBe('POST /v1/payments')
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer TEST-token',
    'x-idempotency-key': 'key-of-the-charge',
  })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    transaction_amount: 99.9,
    payment_method_id: 'pix',
    description: 'Limpeza de Nome',
    external_reference: 'PARC_1',
    notification_url: 'https://recomeco.exemplo.com.br/webhooks/mercadopago?source_news=webhooks',
    date_of_expiration: '2026-11-21T10:31:00.000-03:00',
    payer: {
      email: 'ana@exemplo.com.br',
      first_name: 'Ana',
      last_name: 'Souza',
      identification: { type: 'CPF', number: '52998224725' },
    },
    metadata: {},
  })
})

test.each([
  [`APP_USR-1234567890123456-112233-${'a1'.repeat(8)}-987654`, '987654'],
  ['TEST-token', undefined],
  ['APP_USR-4712-093856-ab31', undefined],
])('knows the account of the token %s', (accessToken, account) => {
  const provider = createMercadoPago({
    ...{ baseUrl: 'https://mercado-pago.exemplo.com.br', accessToken, webhookSecret: 'test-secret' },
    links: linksAt('https://recomeco.exemplo.com.br'),
    clock: fixedClock('2026-11-21T13:00:00Z'),
  })
  expect(provider.collectorId).toBe(account)
})

const approved = { ...payment, status: 'approved', status_detail: 'accredited' }

test.each([
  ['no money of an account whose token is live', 'APP_USR-4712-093856-ab31', false, 'visa', 'unreadable'],
  ['no money as text either', 'APP_USR-4712-093856-ab31', 'false', 'visa', 'unreadable'],
  ['money where it is live', 'APP_USR-4712-093856-ab31', true, 'visa', undefined],
  ['money where the mode is not stated', 'APP_USR-4712-093856-ab31', undefined, 'visa', undefined],
  ['money where the mode is null', 'APP_USR-4712-093856-ab31', null, 'visa', undefined],
  ['money of an account whose token is of its test mode', 'TEST-token', false, 'visa', undefined],
  ['money by Pix, which a bank has paid', 'APP_USR-4712-093856-ab31', false, 'pix', undefined],
])('a payment of the test mode is %s', async (_, accessToken, live_mode, payment_method_id, code) => {
  const said = { ...approved, live_mode, payment_method_id }
  const page = { paging: { total: 1, offset: 0 }, results: [said] }
  const replies = [said, page].map((body) => ({ status: 200, body }))
  const { client } = await startProviderAs(accessToken, ...replies)
  const fetched = await client.get('123456')
  expect(fetched.ok ? undefined : fetched.code).toBe(code)
  const listed = await client.list({ by: 'change', from: new Date(0), to: new Date(1), offset: 0 })
  expect(listed.ok && listed.value.map(isReadable)).toEqual([code === undefined])
  if (code) expect(listed.ok && listed.value[0]).toMatchObject({ unreadable: ['live_mode'], amount: 9_990 })
})

test('retries server errors under the same key', async () => {
  const { client, asked, waits } = await startScriptedProvider(
    { status: 500 },
    { status: 502 },
    { status: 201, body: payment },
  )
  expect((await client.createPix(request)).ok).toBe(true)
  expect(asked.map(({ headers }) => headers['x-idempotency-key'])).toEqual(Array(3).fill('key-of-the-charge'))
  expect(waits).toEqual([200, 400])
})

test('waits for a rate limit as long as Retry-After asks', async () => {
  const { client, waits } = await startScriptedProvider(
    { status: 429, headers: { 'retry-after': '2' } },
    { status: 201, body: payment },
  )
  expect((await client.createPix(request)).ok).toBe(true)
  expect(waits).toEqual([2000])
})

test.each([
  [3, [3000]],
  [4, []],
])('waits for a rate limit of %i seconds up to three seconds', async (seconds, waited) => {
  const limited = { status: 429, headers: { 'retry-after': String(seconds) } }
  const { client, waits } = await startScriptedProvider(limited, { status: 200, body: payment })
  await client.get('123456')
  expect(waits).toEqual(waited)
})

test('does not wait for a long rate limit', async () => {
  const { client, waits } = await startScriptedProvider({ status: 429, headers: { 'retry-after': '60' } })
  expect(await client.createPix(request)).toMatchObject({ code: 'rate_limited', retryAfter: 60 })
  expect(waits).toEqual([])
})

test.each([
  [400, 2067, 'invalid_payer'],
  [400, 13253, 'no_pix_key'],
  [400, 4037, 'refused'],
  [404, 2000, 'not_found'],
  [409, 4293, 'refused'],
])('%i with cause %i is %s and is not retried', async (status, code, refusal) => {
  const body = { message: 'x', error: 'bad_request', status, cause: [{ code, description: 'y' }] }
  const { client, asked } = await startScriptedProvider({ status, body })
  const detail = `${status} cause ${code}`
  expect(await client.createPix(request)).toEqual({ ok: false, code: refusal, detail })
  expect(asked).toHaveLength(1)
})

test.each([401, 403, 407])(
  '%i says nothing about a charge or a refund, and is not retried at once',
  async (status) => {
    const { client, asked } = await startScriptedProvider({ status, body: { cause: [{ code: 2067 }] } })
    const unauthorised = { ok: false, code: 'unavailable', detail: `unauthorised: ${status}` }
    expect(await client.createPix(request)).toEqual(unauthorised)
    expect(await client.refund({ providerId: '1', idempotencyKey: 'k', amount: 1 })).toEqual(unauthorised)
    expect(asked).toHaveLength(2)
  },
)

test.each([301, 302, 304, 408, 421, 423, 425])('%i is no refusal and is retried', async (status) => {
  const { client, asked } = await startScriptedProvider({ status }, { status: 200, body: payment })
  expect(await client.get('123456')).toMatchObject({ ok: true })
  expect(asked).toHaveLength(2)
})

test.each<[name: string, body: object]>([
  ['no cause', {}],
  ['a cause that is no list', { cause: { code: 2067 } }],
  ['a cause without a code', { cause: [{ description: 'CPF' }] }],
  ['a word', { cause: [{ code: 'constructor' }] }],
  ['digits and words', { cause: [{ code: '2067 do CPF' }] }],
  ['words and digits', { cause: [{ code: 'CPF 2067' }] }],
  ['too many digits', { cause: [{ code: '52998224725' }] }],
])('ignores a refusal’s cause that is %s', async (_, body) => {
  const { client } = await startScriptedProvider({ status: 400, body })
  expect(await client.createPix(request)).toEqual({ ok: false, code: 'refused', detail: '400' })
})

test('a server error is unavailable, whatever cause it names', async () => {
  const { client, asked } = await startScriptedProvider({ status: 500, body: { cause: [{ code: 2067 }] } })
  expect(await client.createPix(request)).toEqual({ ok: false, code: 'unavailable', detail: '500' })
  expect(asked).toHaveLength(3)
})

test('sends JSON; read requests have no body', async () => {
  const { client, asked } = await startScriptedProvider({ status: 200, body: payment })
  await client.createPix(request)
  await client.get('123456')
  expect(asked.map(({ headers }) => headers['content-type'])).toEqual(['application/json', undefined])
  expect(asked[1]?.body).toBe('')
  expect(client.methods).toEqual(['pix', 'credit_card'])
})

test.each<[name: string, other: object]>([
  ['another charge', { external_reference: 'PARC_2' }],
  ['another amount', { transaction_amount: 99.91 }],
])('never shows a code for %s', async (_, other) => {
  const { client } = await startScriptedProvider({ status: 201, body: { ...payment, ...other } })
  expect(await client.createPix(request)).toMatchObject({ code: 'unavailable' })
})

test.each<[name: string, other: object, detail: string]>([
  ['an amount', { transaction_amount: 'x' }, 'unreadable: transaction_amount'],
  [
    'an amount and its currency',
    { transaction_amount: 'x', currency_id: undefined },
    'unreadable: transaction_amount currency_id',
  ],
  ['a code', { point_of_interaction: undefined }, 'a pix without a code'],
])('refuses a Pix answer without %s', async (_, other, detail) => {
  const { client } = await startScriptedProvider({ status: 201, body: { ...payment, ...other } })
  expect(await client.createPix(request)).toEqual({ ok: false, code: 'unavailable', detail })
})

test.each([
  [{ status: 'rejected', status_detail: 'rejected_high_risk' }, 'rejected rejected_high_risk'],
  [{ status: 'rejected', status_detail: undefined }, 'rejected'],
])('a Pix that is rejected on creation is refused and not requested again', async (other, detail) => {
  const rejected = { ...payment, point_of_interaction: undefined, ...other }
  const { client } = await startScriptedProvider({ status: 201, body: rejected })
  expect(await client.createPix(request)).toEqual({ ok: false, code: 'refused', detail })
})

test('redirects a card payer to the page that was made for the charge', async () => {
  const body = {
    ...{
      id: 'pref-1',
      init_point: 'https://exemplo.com.br/pay?pref_id=pref-1',
      external_reference: 'PARC_1',
    },
    items: [{ quantity: 1, unit_price: 99.9, currency_id: 'BRL' }],
  }
  const made = async (change: object) => {
    const { client, asked } = await startScriptedProvider({ status: 201, body: { ...body, ...change } })
    const answer = await client.createCard({ ...request, maxInstalments: 6 })
    return { answer, asked }
  }
  const { answer, asked } = await made({})
  expect(answer).toEqual({ ok: true, value: { preferenceId: 'pref-1', initPoint: body.init_point } })
  expect(asked[0]).toMatchObject({
    path: 'POST /checkout/preferences',
    headers: { 'x-idempotency-key': 'key-of-the-charge' },
  })
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
    notification_url: 'https://recomeco.exemplo.com.br/webhooks/mercadopago?source_news=webhooks',
    ...{ external_reference: 'PARC_1', payment_methods: { installments: 6 } },
  })
  for (const [change, detail] of [
    [{ init_point: 'https://exemplo.com.br/pay?pref_id=pref-2' }, 'unreadable: init_point'],
    [{ external_reference: 'PARC_2' }, 'unreadable: another preference'],
  ] as const)
    expect((await made(change)).answer).toEqual({ ok: false, code: 'unavailable', detail })
})

test.each(['pref 1', ' pref-1', 'pref-1/', 'x'.repeat(101)])(
  '%s is not a valid id of a card page',
  async (id) => {
    const body = { id, init_point: `https://exemplo.com.br/${id}` }
    const { client } = await startScriptedProvider({ status: 201, body })
    expect(await client.createCard({ ...request, maxInstalments: 1 })).toEqual({
      ...{ ok: false, code: 'unavailable', detail: 'unreadable: id' },
    })
  },
)

test('a missing answer, or one that is no payment, is unavailable', async () => {
  for (const body of [{}, [], 'Bad gateway', { ...payment, id: 654321 }]) {
    const { client } = await startScriptedProvider({ status: 200, body })
    expect(await client.get('123456')).toMatchObject({ code: 'unavailable' })
  }
  const silent = await startScriptedProvider()
  expect(await silent.client.get('1')).toMatchObject({ code: 'unavailable' })
  expect(silent.asked).toHaveLength(3)
})

test('a payment with unreadable money is refused as unreadable, with its readable fields', async () => {
  const { client } = await startScriptedProvider({
    status: 200,
    body: { ...payment, transaction_amount: 99.999 },
  })
  const unreadable = {
    providerId: '123456',
    amount: 10000,
    currency: 'BRL',
    unreadable: ['transaction_amount'],
  }
  expect(await client.get('123456')).toMatchObject({ ok: false, code: 'unreadable', payment: unreadable })
})

test.each([
  ['pending', 'pending_waiting_transfer', 'pending'],
  ['in_process', 'pending_contingency', 'in_process'],
  ['authorized', 'pending_capture', 'in_process'],
  ['approved', 'accredited', 'approved'],
  ['approved', 'partially_refunded', 'approved'],
  ['rejected', 'cc_rejected_other_reason', 'rejected'],
  ['cancelled', 'expired', 'expired'],
  ['cancelled', 'by_payer', 'cancelled'],
  ['in_mediation', 'pending', 'in_mediation'],
  ['refunded', 'by_admin', 'refunded'],
  ['charged_back', 'in_process', 'charged_back'],
  ['charged_back', 'settled', 'charged_back'],
  ['charged_back', 'reimbursed', 'approved'],
  ['processed', 'accredited', undefined],
])('%s (%s) maps to %s and is passed on raw', async (status, status_detail, state) => {
  const body = { ...payment, status, status_detail, transaction_amount_refunded: 0 }
  const { client } = await startScriptedProvider({ status: 200, body })
  expect(await client.get('123456')).toMatchObject({ ok: true, value: { status, state } })
})

test('the fee is the sum of what the seller is charged', async () => {
  const fee_details = [
    { type: 'mercadopago_fee', amount: 0.99, fee_payer: 'collector' },
    { type: 'application_fee', amount: 0.1, fee_payer: 'collector' },
    { type: 'financing_fee', amount: 5, fee_payer: 'payer' },
  ]
  const { client } = await startScriptedProvider({ status: 200, body: { ...payment, fee_details } })
  expect(await client.get('123456')).toMatchObject({ value: { fee: 109 } })
})

const charge = { method: 'pix', reference: 'PARC_1', providerId: null, preferenceId: null } as const

test('lists an unreadable payment with the others', async () => {
  const { client } = await startScriptedProvider({ status: 200, body: { results: [{ id: 1 }, payment] } })
  const found = await client.paymentsOf(charge)
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual(['1', '123456'])
  expect(found.ok && found.value.map(isReadable)).toEqual([false, true])
})

test('an unanswered search gives no result for a charge', async () => {
  const { client } = await startScriptedProvider({ status: 403 })
  expect(await client.paymentsOf(charge)).toEqual({
    ...{ ok: false, code: 'unavailable', detail: 'unauthorised: 403' },
  })
})

test('finds all payments of a charge, over any number of pages', async () => {
  const page = (...ids: number[]) => ({
    status: 200,
    body: { paging: { total: 3 }, results: ids.map((id) => ({ ...payment, id })) },
  })
  const whole = await startScriptedProvider(page(9, 8), page(7))
  const found = await whole.client.paymentsOf({ ...charge, providerId: '7' })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual(['9', '8', '7'])
  const offsets = whole.asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('offset'))
  expect(offsets).toEqual(['0', '2'])
  const one = await startScriptedProvider(page(9), page(8), page(7))
  expect(await one.client.paymentsOf(charge)).toMatchObject({ ok: true, value: { length: 3 } })
  const broken = await startScriptedProvider(page(9, 8), page())
  expect(await broken.client.paymentsOf(charge)).toMatchObject({ code: 'unavailable' })
  expect(broken.asked).toHaveLength(2)
  // A page that repeats the previous one is not one of the missing ones.
  const repeats = await startScriptedProvider(page(9, 8), page(9, 8), page(7))
  const all = await repeats.client.paymentsOf(charge)
  expect(all.ok && all.value.map(({ providerId }) => providerId)).toEqual(['9', '8', '7'])
  const stuck = await startScriptedProvider(page(9, 8))
  expect(await stuck.client.paymentsOf(charge)).toMatchObject({ code: 'unavailable' })
  const other = await startScriptedProvider({
    status: 200,
    body: { paging: { total: 1, offset: 50 }, results: [] },
  })
  expect(await other.client.paymentsOf(charge)).toMatchObject({ code: 'unavailable' })
})

test('reads on after a full page without a total; stops when pages never end', async () => {
  const page = (from: number, count: number) => ({
    status: 200,
    body: { results: Array.from({ length: count }, (_, index) => ({ ...payment, id: from + index })) },
  })
  const { client, asked } = await startScriptedProvider(page(1, 50), page(51, 50), page(101, 1))
  const found = await client.paymentsOf(charge)
  expect(found.ok && found.value.map(({ providerId }) => providerId).slice(-2)).toEqual(['100', '101'])
  expect(asked).toHaveLength(3)
  const exact = await startScriptedProvider(page(1, 50), page(51, 0))
  expect(await exact.client.paymentsOf(charge)).toMatchObject({ ok: true, value: { length: 50 } })
  const endless = await startScriptedProvider(page(1, 50))
  expect(await endless.client.paymentsOf(charge)).toMatchObject({
    ...{ code: 'unavailable', detail: 'unreadable: more pages than a charge can have' },
  })
  expect(endless.asked).toHaveLength(20)
})

test.each<[name: string, listed: object[], answer: Reply, expected: object]>([
  ['known by its id', [{ ...payment, id: 9 }], { status: 200, body: payment }, { ids: ['9', '123456'] }],
  [
    'known by its id, though its money cannot be read',
    [],
    { status: 200, body: { ...payment, transaction_amount: 'x' } },
    { ids: ['123456'] },
  ],
  [
    'known by its id beside others, though its money cannot be read',
    [{ ...payment, id: 9 }],
    { status: 200, body: { ...payment, transaction_amount: 'x' } },
    { ids: ['9', '123456'] },
  ],
  ['issued under another id', [{ ...payment, id: 9 }], { status: 404 }, { ids: ['9'] }],
  [
    'of another charge and left out',
    [{ ...payment, id: 9 }],
    { status: 200, body: { ...payment, external_reference: 'PARC_2' } },
    { ids: ['9'] },
  ],
  [
    'of another charge and left out, though its money cannot be read',
    [{ ...payment, id: 9 }],
    { status: 200, body: { ...payment, external_reference: 'PARC_2', transaction_amount: 'x' } },
    { ids: ['9'] },
  ],
  [
    'of another charge and gives no result for this one',
    [],
    { status: 200, body: { ...payment, external_reference: 'PARC_2' } },
    { code: 'unavailable' },
  ],
  [
    'known by its id, without a reference',
    [],
    { status: 200, body: { ...payment, external_reference: null } },
    { ids: ['123456'] },
  ],
  ['not known at all', [], { status: 404 }, { code: 'not_found' }],
  ['not answered for', [{ ...payment, id: 9 }], { status: 409 }, { code: 'refused' }],
])('a payment missing from the search is %s', async (_, listed, answer, expected) => {
  const { client } = await startScriptedProvider({ status: 200, body: { results: listed } }, answer)
  const found = await client.paymentsOf({ ...charge, providerId: '123456' })
  const said = found.ok ? { ids: found.value.map(({ providerId }) => providerId) } : { code: found.code }
  expect(said).toEqual(expected)
})

test('fetches a charge by its id when the search does not return it yet', async () => {
  const { client, asked } = await startScriptedProvider(
    { status: 200, body: { results: [] } },
    { status: 200, body: payment },
  )
  const found = await client.paymentsOf({ ...charge, providerId: '123456' })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual(['123456'])
  expect(asked[1]?.path).toBe('GET /v1/payments/123456')
})

const day = { from: new Date('2026-11-20T03:00:00Z'), to: new Date('2026-11-21T03:00:00Z') }
const pageOf = (count: number, paging: object | undefined) => ({
  status: 200,
  body: {
    ...(paging && { paging }),
    results: Array.from({ length: count }, (_, id) => ({ ...payment, id: id + 1 })),
  },
})

test('requests a page by time, oldest first, with an exclusive end', async () => {
  const { client, asked } = await startScriptedProvider(pageOf(3, { total: 53, limit: 50, offset: 50 }))
  const found = await client.list({ by: 'approval', ...day, offset: 50 })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual(['1', '2', '3'])
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.path.split('?')[1]))).toEqual({
    range: 'date_approved',
    begin_date: '2026-11-20T00:00:00.000-03:00',
    end_date: '2026-11-20T23:59:59.999-03:00',
    sort: 'date_approved',
    criteria: 'asc',
    limit: '50',
    offset: '50',
  })
})

test('a page beyond the last is empty', async () => {
  const { client } = await startScriptedProvider(pageOf(0, { total: 40 }))
  expect(await client.list({ by: 'change', ...day, offset: 50 })).toEqual({ ok: true, value: [] })
})

test.each<[name: string, reply: Reply]>([
  ['an error page with status 200', { status: 200, text: '<html>Manutenção</html>' }],
  ['half a page', { status: 200, text: JSON.stringify(pageOf(3, { total: 3 }).body).slice(0, -9) }],
  ['a page without results', { status: 200, body: { paging: { total: 0 } } }],
  ['results that are not a list', { status: 200, body: { paging: { total: 1 }, results: { 0: payment } } }],
  ['a page shorter than its total', pageOf(3, { total: 4 })],
  ['a page longer than its total', pageOf(3, { total: 2 })],
  ['a short page without a total', pageOf(3, undefined)],
  ['a total that is not a number', pageOf(3, { total: 'muitos' })],
  ['a page other than the requested one', pageOf(3, { total: 3, offset: 50 })],
  ['a page whose offset is not a number', pageOf(3, { total: 3, offset: '0' })],
  ['an empty body', { status: 200, text: '' }],
])('%s is unavailable, never the last page', async (_, reply) => {
  const { client } = await startScriptedProvider(reply)
  expect(await client.list({ by: 'change', ...day, offset: 0 })).toMatchObject({ code: 'unavailable' })
})

test('closes a card page before reading its payments', async () => {
  const preference = { id: 'pref-1', init_point: 'https://exemplo.com.br/pref-1' }
  const { client, asked } = await startScriptedProvider(
    { status: 200, body: preference },
    { status: 200, body: { results: [{ ...payment, status: 'approved' }] } },
  )
  const card = { ...charge, method: 'credit_card', preferenceId: 'pref-1' } as const
  expect(await client.cancel(card)).toMatchObject({ ok: false, code: 'refused' })
  expect(asked[0]?.path).toBe('PUT /checkout/preferences/pref-1')
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    expires: true,
    expiration_date_to: '2026-11-21T10:00:00.000-03:00',
  })
  expect(asked).toHaveLength(2)
})

const preference = { id: 'pref-1', init_point: 'https://exemplo.com.br/pref-1' }
const card = { ...charge, method: 'credit_card', preferenceId: 'pref-1' } as const
const searched = (...results: object[]): Reply => ({ status: 200, body: { results } })

test.each<[name: string, replies: Reply[], expected: object]>([
  ['its page cannot be closed', [{ status: 409 }], { code: 'unavailable', detail: 'not closed: 409' }],
  ['its page is unknown', [{ status: 404 }], { code: 'not_found' }],
  ['closing its page is not allowed', [{ status: 403 }], { code: 'unavailable' }],
  [
    'the answer is about another page',
    [{ status: 200, body: { ...preference, id: 'pref-2' } }],
    { code: 'unavailable' },
  ],
  [
    'its payments cannot be listed',
    [{ status: 200, body: preference }, { status: 404 }],
    { code: 'not_found' },
  ],
  [
    'one of its payments cannot be read',
    [{ status: 200, body: preference }, searched({ ...payment, transaction_amount: 'x' })],
    { code: 'unreadable' },
  ],
  [
    'one of its payments has an unknown status',
    [{ status: 200, body: preference }, searched(payment, { ...payment, id: 9, status: 'processed' })],
    { code: 'unreadable', detail: 'a payment of the charge' },
  ],
])('does not cancel a card charge while %s', async (_, replies, expected) => {
  const { client, asked } = await startScriptedProvider(...replies)
  expect(await client.cancel(card)).toMatchObject({ ok: false, ...expected })
  expect(asked).toHaveLength(replies.length)
})

test('cancels each open payment of a charge, and no other', async () => {
  const closed = (id: number) => ({ status: 200, body: { ...payment, id, status: 'cancelled' } })
  const { client, asked } = await startScriptedProvider(
    searched(
      { ...payment, id: 1 },
      { ...payment, id: 2, status: 'in_process' },
      { ...payment, id: 3, status: 'rejected' },
    ),
    closed(1),
    { status: 200, body: { ...payment, id: 2, status: 'cancelled', status_detail: 'expired' } },
  )
  expect(await client.cancel(charge)).toEqual({ ok: true, value: undefined })
  expect(asked.slice(1).map(({ path }) => path)).toEqual(['PUT /v1/payments/1', 'PUT /v1/payments/2'])
})

test('does not cancel a paid charge, but cancels its other open payments', async () => {
  const { client, asked } = await startScriptedProvider(
    searched({ ...payment, id: 1 }, { ...payment, id: 2, status: 'approved' }),
    { status: 200, body: { ...payment, id: 1, status: 'cancelled' } },
  )
  expect(await client.cancel(charge)).toEqual({ ok: false, code: 'refused' })
  expect(asked.slice(1).map(({ path }) => path)).toEqual(['PUT /v1/payments/1'])
})

test('does not cancel a charge without open payments', async () => {
  const { client } = await startScriptedProvider(searched({ ...payment, status: 'rejected' }))
  expect(await client.cancel(charge)).toMatchObject({ ok: false, code: 'refused' })
})

test.each<[name: string, answer: Reply, expected: object]>([
  ['refuses', { status: 400 }, { code: 'unavailable', detail: 'not closed: 400' }],
  [
    'answers that it is still pending',
    { status: 200, body: payment },
    { code: 'unavailable', detail: 'not cancelled' },
  ],
  [
    'answers about another payment',
    { status: 200, body: { ...payment, id: 9, status: 'cancelled' } },
    { code: 'unavailable', detail: 'unreadable: another payment' },
  ],
])('does not take a payment as cancelled when the provider %s', async (_, answer, expected) => {
  const { client } = await startScriptedProvider(searched(payment), answer)
  expect(await client.cancel(charge)).toMatchObject({ ok: false, ...expected })
})

test.each<[name: string, answer: Reply, expected: object]>([
  [
    'of its amount',
    { status: 201, body: { id: 5, amount: 9.9 } },
    { ok: true, value: { providerRefundId: '5', amount: 990 } },
  ],
  [
    'of another amount',
    { status: 201, body: { id: 5, amount: 9.91 } },
    { ok: false, code: 'unavailable', detail: 'unreadable: another refund' },
  ],
  [
    'of its payment',
    { status: 201, body: { id: 5, payment_id: 123456, amount: 9.9 } },
    { ok: true, value: { providerRefundId: '5', amount: 990 } },
  ],
  [
    'of another payment',
    { status: 201, body: { id: 5, payment_id: 123457, amount: 9.9 } },
    { ok: false, code: 'unavailable', detail: 'unreadable: another refund' },
  ],
  ['refused', { status: 400 }, { ok: false, code: 'refused', detail: '400' }],
])('answer to a refund: %s', async (_, answer, expected) => {
  const { client, asked } = await startScriptedProvider(answer)
  const refund = { providerId: '123456', idempotencyKey: 'key-of-the-refund', amount: 990 }
  expect(await client.refund(refund)).toEqual(expected)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    ...{ path: 'POST /v1/payments/123456/refunds', body: '{"amount":9.9}' },
    headers: { 'x-idempotency-key': 'key-of-the-refund' },
  })
})

const refund = { providerId: '123456', idempotencyKey: 'key-of-the-refund', amount: 990 }
const refundSaid = (status: string, change: object = {}) => ({
  status: 201,
  body: { id: 5, amount: 9.9, status, ...change },
})
const isDone = { ok: true, value: { providerRefundId: '5', amount: 990 } }
const isInProcess = { ok: false, code: 'in_process', detail: 'in_process' }

test.each<[name: string, answers: Reply[], expected: object]>([
  ['is still in process', [refundSaid('in_process')], isInProcess],
  ['was in process and is done', [refundSaid('in_process'), refundSaid('approved')], isDone],
  ['is authorized', [refundSaid('authorized')], { ...isInProcess, detail: 'authorized' }],
  [
    'was in process and was rejected',
    [refundSaid('in_process'), refundSaid('rejected')],
    { ok: false, code: 'refused', detail: 'rejected', isKeySpent: true },
  ],
  [
    'was cancelled',
    [refundSaid('cancelled')],
    { ok: false, code: 'refused', detail: 'cancelled', isKeySpent: true },
  ],
  ['is in process and cannot be looked up', [refundSaid('in_process'), { status: 404 }], isInProcess],
  [
    'is in process while another one is shown',
    [refundSaid('in_process'), refundSaid('approved', { id: 6 })],
    isInProcess,
  ],
  [
    'is shown with another amount',
    [refundSaid('in_process'), refundSaid('approved', { amount: 9 })],
    { ok: false, code: 'unavailable', detail: 'unreadable: another refund' },
  ],
])('a refund that %s is reported as done only when it is approved', async (_, answers, expected) => {
  const { client, asked } = await startScriptedProvider(...answers)
  expect(await client.refund(refund)).toEqual(expected)
  expect(asked.map(({ path }) => path)).toEqual([
    ...['POST /v1/payments/123456/refunds', 'GET /v1/payments/123456/refunds/5'],
  ])
  for (const { headers } of asked) expect(headers).toMatchObject({ 'x-render-in-process-refunds': 'true' })
})
