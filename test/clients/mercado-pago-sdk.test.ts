// The official SDK drives the simulator: its requests must be accepted, and the responses must match the types that it declares.
import { join } from 'node:path'
import {
  MercadoPagoConfig,
  MPAuthenticationError,
  MPBadRequestError,
  MPIdempotencyError,
  MPNotFoundError,
  MPRateLimitError,
  Payment,
  PaymentRefund,
  Preference,
  WebhookSignatureValidator,
} from 'mercadopago'
import { expect, test } from 'vitest'
import { parseBrCode } from '../../src/core/br-code.ts'
import {
  pixPayment,
  secret,
  startTestSimulator,
  startWebhookReceiver,
  token,
  waitUntil,
} from '../simulator/test-simulator.ts'
import { readDeclaredTypes } from './declared-types.ts'
import { divertFetch } from './loopback.ts'

const host = 'https://api.mercadopago.com'

async function startWithSdk(accessToken = token) {
  const simulator = await startTestSimulator()
  const sent = divertFetch(host, simulator.url)
  const config = new MercadoPagoConfig({ accessToken, options: { initialDelay: 1, maxDelay: 1 } })
  return {
    ...simulator,
    sent,
    payments: new Payment(config),
    refunds: new PaymentRefund(config),
    preferences: new Preference(config),
    /** State of the simulator, independent of the responses of its API. */
    truth: async () => (await simulator.api.get('/sim/truth.json')).body,
    control: async (id: number | undefined, action: string, body?: object) => {
      expect((await simulator.api.control(id ?? 0, action, body)).status).toBe(200)
    },
  }
}

const folder = join(import.meta.dirname, '../../node_modules/mercadopago/dist/clients')
/** Types of the same name differ between clients, so each file is read together with its imports. */
const typesOf = (...files: string[]) => readDeclaredTypes(files.map((file) => join(folder, `${file}.d.ts`)))
const paymentTypes = typesOf('payment/commonTypes', 'paymentRefund/commonTypes', 'commonTypes')
const searchTypes = typesOf('payment/search/types', 'commonTypes')
const preferenceTypes = typesOf('preference/commonTypes', 'preference/search/types', 'commonTypes')

/** Returns a response without the property that the SDK adds to it. */
function bodyOf<T extends object>(answer: T): Omit<T, 'api_response'> {
  const { api_response: _, ...body } = answer as T & { api_response?: unknown }
  return body
}

/**
 * Differences of a search that are errors in the declarations: the API lists each payment in full, and ids are numbers as in the
 * payment itself (domain facts, section 1).
 */
const isKnown = (departure: string) =>
  departure.endsWith(': not declared') || /\.(id|collector_id): number, not string$/.test(departure)

test('a pix goes through its whole life in the SDK: created, read, paid, refunded in part and in full', async () => {
  const { payments, refunds, control, truth, sent } = await startWithSdk()
  const created = await payments.create({ body: pixPayment({ external_reference: 'SDK_1' }) })
  expect(created).toMatchObject({
    status: 'pending',
    status_detail: 'pending_waiting_transfer',
    transaction_amount: 99.9,
    api_response: { status: 201 },
  })
  const code = created.point_of_interaction?.transaction_data?.qr_code ?? ''
  expect(parseBrCode(code)).toMatchObject({ value: { amount: 9_990 } })

  const id = created.id ?? 0
  await control(id, 'approve')
  const approved = await payments.get({ id })
  expect(approved).toMatchObject({ status: 'approved', status_detail: 'accredited' })

  const part = await refunds.create({ payment_id: id, body: { amount: 10.5 } })
  expect(part).toMatchObject({ payment_id: id, amount: 10.5, status: 'approved' })
  expect(await payments.get({ id })).toMatchObject({
    status: 'approved',
    status_detail: 'partially_refunded',
    transaction_amount_refunded: 10.5,
  })
  expect(await refunds.get({ payment_id: id, refund_id: part.id ?? 0 })).toMatchObject(bodyOf(part))
  const rest = await refunds.total({ payment_id: id })
  expect(rest.amount).toBe(89.4)
  const all = await refunds.list({ payment_id: id })
  expect(all.map(({ amount }) => amount)).toEqual([10.5, 89.4])
  const refunded = await payments.get({ id })
  expect(refunded).toMatchObject({ status: 'refunded', transaction_amount_refunded: 99.9 })
  expect((await truth()).payments).toMatchObject([{ amount: 9_990, refunded: 9_990 }])

  for (const answer of [created, approved, refunded]) {
    expect(paymentTypes.departures(bodyOf(answer), 'PaymentResponse')).toEqual([])
  }
  for (const answer of [part, rest, ...all]) {
    expect(paymentTypes.departures(bodyOf(answer), 'RefundResponse')).toEqual([])
  }
  // Two paths of the SDK end in '/', and the list of refunds is one of them.
  expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toContain(
    `GET /v1/payments/${id}/refunds/`,
  )
})

test('answers every payment field that the SDK declares, with listed exceptions', async () => {
  const { payments, control } = await startWithSdk()
  const { id = 0 } = await payments.create({ body: pixPayment() })
  await control(id, 'approve')
  const payment = bodyOf(await payments.get({ id }))
  expect(paymentTypes.absent(payment, 'PaymentResponse')).toEqual([
    // Only with an account feature that the shop does not use.
    ...['money_release_status', 'build_version', 'three_ds_info', 'coupon_code', 'net_amount'],
    ...['payment_method_option_id', 'taxes', 'internal_metadata', 'expanded'],
  ])
  // Values that the domain facts state.
  expect(payment).toMatchObject({
    id: expect.any(Number),
    currency_id: 'BRL',
    payment_method_id: 'pix',
    external_reference: 'REF_1',
    date_approved: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/),
  })
})

test('a search finds payments by reference and time of change, in pages, with the SDK’s own parameters', async () => {
  const { payments, clock, control } = await startWithSdk()
  for (const external_reference of ['A', 'A', 'B']) {
    const { id } = await payments.create({ body: pixPayment({ external_reference }) })
    clock.advance(1000)
    await control(id, 'approve')
  }
  const both = await payments.search({ options: { external_reference: 'A', sort: 'date_created' } })
  expect(both.paging).toEqual({ total: 2, limit: 30, offset: 0 })
  expect(both.results?.map((payment) => payment.external_reference)).toEqual(['A', 'A'])
  const page = { sort: 'date_last_updated', criteria: 'asc', range: 'date_last_updated' } as const
  const changed = { ...page, begin_date: 'NOW-1DAYS', end_date: 'NOW' }
  const second = await payments.search({ options: { ...changed, limit: 1, offset: 1 } })
  expect(second).toMatchObject({
    paging: { total: 3, limit: 1, offset: 1 },
    results: [{ external_reference: 'A' }],
  })
  const released = await payments.search({ options: { sort: 'money_release_date', criteria: 'desc' } })
  expect(released.results?.[0]).toMatchObject({ external_reference: 'B' })
  const departures = searchTypes.departures(bodyOf(both), 'PaymentSearch')
  expect(departures.filter((departure) => !isKnown(departure))).toEqual([])
  await expect(payments.search({ options: { ...page, begin_date: 'yesterday' } })).rejects.toBeInstanceOf(
    MPBadRequestError,
  )
})

test('a payment is cancelled once; the second time the SDK gives the reason', async () => {
  const { payments, truth } = await startWithSdk()
  const { id = 0 } = await payments.create({ body: pixPayment() })
  const cancelled = await payments.cancel({ id })
  expect(cancelled).toMatchObject({ id, status: 'cancelled', status_detail: 'by_collector' })
  const again = await payments.cancel({ id }).catch((error: unknown) => error)
  expect(again).toBeInstanceOf(MPBadRequestError)
  expect(again).toMatchObject({ status: 400, error: 'bad_request', causes: [{ code: 2063 }] })
  expect((await truth()).payments).toMatchObject([{ status: 'cancelled' }])
})

test('a card purchase is created, found, changed, closed, and paid under the payer’s name', async () => {
  const { preferences, payments, url } = await startWithSdk()
  const back = 'https://loja.exemplo.com.br/payment'
  const created = await preferences.create({
    body: {
      items: [{ id: 'limpeza', title: 'Limpeza de Nome', quantity: 2, unit_price: 950, currency_id: 'BRL' }],
      payer: {
        name: 'Ana',
        surname: 'Souza',
        email: 'ana@exemplo.com.br',
        identification: { type: 'CPF', number: '52998224725' },
      },
      back_urls: { success: back, pending: back, failure: back },
      auto_return: 'approved',
      external_reference: 'PARC_1',
      payment_methods: { installments: 6 },
    },
  })
  const id = created.id ?? ''
  expect(created).toMatchObject({
    init_point: `${url}/checkout/${id}`,
    items: [{ id: 'limpeza', title: 'Limpeza de Nome', quantity: 2, unit_price: 950 }],
    payer: { name: 'Ana', surname: 'Souza', identification: { type: 'CPF', number: '52998224725' } },
  })
  expect(bodyOf(await preferences.get({ preferenceId: id }))).toEqual(bodyOf(created))
  expect(preferenceTypes.departures(bodyOf(created), 'PreferenceResponse')).toEqual([])

  const items = [{ id: 'limpeza', title: 'Limpeza de Nome', quantity: 1, unit_price: 1900 }]
  const changed = await preferences.update({ id, updatePreferenceRequest: { items } })
  expect(changed).toMatchObject({
    id,
    items: [{ quantity: 1, unit_price: 1900 }],
    external_reference: 'PARC_1',
  })
  expect(changed.payer).toEqual(created.payer)

  const found = await preferences.search({ options: { external_reference: 'PARC_1' } })
  expect(found).toMatchObject({
    total: 1,
    next_offset: 1,
    elements: [{ id, payer_email: 'ana@exemplo.com.br' }],
  })
  expect(preferenceTypes.departures(bodyOf(found), 'PreferenceSearchResponse')).toEqual([])

  expect((await press(`${url}/checkout/${id}/approve`)).status).toBe(303)
  const { results } = await payments.search({ options: { external_reference: 'PARC_1' } })
  expect(results).toMatchObject([{ payment_type_id: 'credit_card', transaction_amount: 1900 }])
  const payment = await payments.get({ id: results?.[0]?.id ?? '' })
  expect(payment.payer).toMatchObject({ first_name: 'Ana', last_name: 'Souza' })
  expect(paymentTypes.departures(bodyOf(payment), 'PaymentResponse')).toEqual([])

  const expiration_date_to = '2026-11-21T11:00:00.000-03:00'
  const closing = { items, expires: true, expiration_date_to }
  await preferences.update({ id, updatePreferenceRequest: closing })
  expect((await press(`${url}/checkout/${id}/approve`)).status).toBe(410)
})

test('a failed request is retried under the same key and carried out once', async () => {
  const { payments, refunds, api, control, truth, sent } = await startWithSdk()
  await api.faults({ failCreate: { status: 500, times: 2, afterCreating: true } })
  const { id = 0 } = await payments.create({ body: pixPayment() })
  await control(id, 'approve')
  await api.faults({ failRefund: { status: 503, times: 2, afterRefunding: true } })
  await refunds.create({ payment_id: id, body: { amount: 1 } })
  const keys = sent.map(({ headers }) => headers.get('x-idempotency-key'))
  expect(keys.length).toBe(6)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys.slice(3)).size).toBe(1)
  expect((await truth()).payments).toMatchObject([{ amount: 9_990, refunded: 100 }])
})

test('every refusal reaches the SDK’s caller as the matching error', async () => {
  const { payments, refunds, api } = await startWithSdk()
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    )
  const payer = { email: 'ana@exemplo.com.br', identification: { type: 'CPF', number: '12345678900' } }
  const invalid = await errorOf(payments.create({ body: pixPayment({ payer }) }))
  expect(invalid).toBeInstanceOf(MPBadRequestError)
  expect(invalid).toMatchObject({ status: 400, causes: [{ code: 2067 }] })

  const requestOptions = { idempotencyKey: 'the-same' }
  await payments.create({ body: pixPayment(), requestOptions })
  const other = { body: pixPayment({ transaction_amount: 1 }), requestOptions }
  expect(await errorOf(payments.create(other))).toBeInstanceOf(MPIdempotencyError)
  expect(await errorOf(payments.get({ id: 1 }))).toBeInstanceOf(MPNotFoundError)
  expect(await errorOf(refunds.get({ payment_id: 1, refund_id: 2 }))).toBeInstanceOf(MPNotFoundError)

  await api.faults({ failRead: '429' })
  const limited = await errorOf(payments.get({ id: 1, requestOptions: { maxRetries: 0 } }))
  expect(limited).toBeInstanceOf(MPRateLimitError)
  expect(limited).toMatchObject({ retryAfter: 1 })
})

test('accepts everything else an integration sends: optional headers, and fields without effect here', async () => {
  const { payments, sent } = await startWithSdk()
  const requestOptions = {
    ...{ idempotencyKey: 'ours', platformId: 'p', integratorId: 'i', corporationId: 'c', meliSessionId: 's' },
    ...{ expandResponseNodes: 'gateway.reference', cardValidation: 'none', testToken: true },
  }
  const created = await payments.create({
    body: {
      ...pixPayment(),
      ...{ installments: 1, capture: true, binary_mode: false, statement_descriptor: 'RECOMECO', token: '' },
      additional_info: {
        ip_address: '203.0.113.7',
        items: [
          { id: '1', title: 'Limpeza de Nome', quantity: 1, unit_price: 99.9, category_id: 'services' },
        ],
        payer: {
          first_name: 'Ana',
          phone: { area_code: '48', number: '999991234' },
          address: { zip_code: '88000000' },
        },
      },
      point_of_interaction: { type: 'CHECKOUT' },
      metadata: { order: { id: 7, lines: ['a', 'b'] } },
    },
    requestOptions,
  })
  expect(created).toMatchObject({ status: 'pending', metadata: { order: { id: 7, lines: ['a', 'b'] } } })
  expect(paymentTypes.departures(bodyOf(created), 'PaymentResponse')).toEqual([])
  expect(sent[0]?.headers.get('x-idempotency-key')).toBe('ours')
  expect(sent[0]?.headers.get('x-test-token')).toBe('true')
})

test('refuses another seller’s token', async () => {
  const { payments } = await startWithSdk('TEST-another')
  await expect(payments.create({ body: pixPayment() })).rejects.toBeInstanceOf(MPAuthenticationError)
})

test('the SDK recognizes the simulator’s notices, and no others', async () => {
  const shop = await startWebhookReceiver()
  const { payments, api } = await startWithSdk()
  const { id } = await payments.create({ body: pixPayment({ notification_url: shop.url }) })
  await waitUntil(() => shop.notices.length === 1)
  await api.faults({ forgeSignature: true })
  await api.control(id ?? 0, 'approve')
  await waitUntil(() => shop.notices.length === 2)
  const validated = shop.notices.map(({ headers, query }) => {
    const signature = { xSignature: headers['x-signature'], xRequestId: headers['x-request-id'] }
    try {
      WebhookSignatureValidator.validate({ ...signature, dataId: query.get('data.id'), secret })
      return 'valid'
    } catch (error) {
      return String(error)
    }
  })
  expect(validated).toEqual(['valid', expect.stringContaining('SignatureMismatch')])
})

/** Acts as the payer's browser on the provider's page. */
const press = (url: string) => fetch(url, { method: 'POST', redirect: 'manual' })

test('detects an answer that differs from its declaration', () => {
  const wrong = {
    id: '1',
    refunds: [{ amount: '10.50', source: { id: '1', type: 'collector' } }],
    paid: true,
  }
  expect(paymentTypes.departures(wrong, 'PaymentResponse')).toEqual([
    '$.id: string, not number',
    '$.refunds[0].amount: string, not number',
    '$.refunds[0].source.name: missing',
    '$.paid: not declared',
  ])
})
