import { expect, test } from 'vitest'
import { pixPayment, startTestSimulator, startWebhookReceiver, waitUntil } from './test-simulator.ts'

const preferenceBody = (overrides: Record<string, unknown> = {}) => ({
  items: [{ title: 'Limpeza <de> nome', quantity: 1, unit_price: 1900, currency_id: 'BRL' }],
  payer: { email: 'ana@example.com' },
  back_urls: {
    success: 'http://127.0.0.1:9/ok?a=1',
    failure: 'http://127.0.0.1:9/no',
    pending: 'http://127.0.0.1:9/wait',
  },
  auto_return: 'approved',
  external_reference: 'CARD_1',
  payment_methods: { installments: 6 },
  ...overrides,
})

const formHeaders = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }

test('a card purchase is approved on the checkout page and redirects back with the payment', async () => {
  const { api, url } = await startTestSimulator()
  const { url: notification_url, notices } = await startWebhookReceiver()
  const created = await api.post('/checkout/preferences', preferenceBody({ notification_url }))
  expect(created.status).toBe(201)
  expect(created.body.init_point).toBe(`${url}/checkout/${created.body.id}`)
  expect((await api.get(`/checkout/preferences/${created.body.id}`)).body).toEqual(created.body)

  const path = created.body.init_point.slice(url.length)
  const page = await api.get(path)
  expect(page.text).toContain('Aprovar')
  expect(page.text).toContain('Limpeza &#60;de&#62; nome')
  const back = await api.call('POST', `${path}/approve`, 'installments=6', formHeaders)
  expect(back.status).toBe(303)
  const to = new URL(back.headers.get('location') ?? '')
  expect(to.pathname).toBe('/ok')
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    a: '1',
    status: 'approved',
    external_reference: 'CARD_1',
    preference_id: created.body.id,
  })
  const { body } = await api.get(`/v1/payments/${to.searchParams.get('payment_id')}`)
  expect(body).toMatchObject({
    status: 'approved',
    payment_type_id: 'credit_card',
    external_reference: 'CARD_1',
    transaction_amount: 1900,
    installments: 6,
  })
  await waitUntil(() => notices.length === 1)
})

test('a card is rejected or left in review and redirects to the matching back URL', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/checkout/preferences', preferenceBody())).body
  const rejected = await api.call('POST', `/checkout/${id}/reject`, '', formHeaders)
  expect(rejected.headers.get('location')).toContain('/no?')
  const pending = await api.call('POST', `/checkout/${id}/pending`, '', formHeaders)
  expect(pending.headers.get('location')).toContain('/wait?')
  const { results } = (await api.get('/v1/payments/search?external_reference=CARD_1')).body
  expect(results.map((payment: { status: string }) => payment.status)).toEqual(['in_process', 'rejected'])
  expect((await api.control('CARD_1', 'approve')).body.status).toBe('approved')
})

test('an expired preference refuses payment', async () => {
  const { api, clock } = await startTestSimulator()
  const { id } = (
    await api.post(
      '/checkout/preferences',
      preferenceBody({ expires: true, expiration_date_to: '2026-11-21T12:10:00.000-03:00' }),
    )
  ).body
  expect((await api.get(`/checkout/${id}`)).status).toBe(200)
  clock.advance(10 * 60_000)
  expect((await api.get(`/checkout/${id}`)).status).toBe(410)
  expect((await api.call('POST', `/checkout/${id}/approve`, '', formHeaders)).status).toBe(410)
  expect((await api.get('/sim/payments')).body).toEqual([])
})

test('a preference that is closed early says so and refuses payment', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/checkout/preferences', preferenceBody())).body
  const path = `/checkout/preferences/${id}`
  for (const invalid of [{ expires: 1 }, { expiration_date_to: 'soon' }, { items: [] }]) {
    expect((await api.call('PUT', path, invalid)).status).toBe(400)
  }
  expect((await api.call('PUT', '/checkout/preferences/none', { expires: true })).status).toBe(404)
  expect((await api.get(`/checkout/${id}`)).status).toBe(200)

  const change = { expires: true, expiration_date_to: '2026-11-21T12:00:00.000-03:00' }
  const closed = await api.call('PUT', path, change)
  expect(closed).toMatchObject({ status: 200, body: { id, external_reference: 'CARD_1', ...change } })
  expect((await api.get(path)).body).toEqual(closed.body)
  const page = await api.get(`/checkout/${id}`)
  expect(page.status).toBe(410)
  expect(page.text).toContain('O prazo desta compra terminou')
  expect((await api.call('POST', `/checkout/${id}/approve`, '', formHeaders)).status).toBe(410)
  expect((await api.get('/sim/payments')).body).toEqual([])
})

test.each([
  ['no items', { items: [] }],
  ['a price of zero', { items: [{ title: 'x', quantity: 1, unit_price: 0 }] }],
  ['a fractional quantity', { items: [{ title: 'x', quantity: 0.5, unit_price: 1 }] }],
  ['auto_return without a back URL', { back_urls: {} }],
  ['a script as back URL', { back_urls: { success: 'javascript:alert(1)' } }],
  ['a long reference', { external_reference: 'x'.repeat(65) }],
])('a preference with %s is refused', async (_, invalid) => {
  const { api } = await startTestSimulator()
  expect((await api.post('/checkout/preferences', preferenceBody(invalid))).status).toBe(400)
})

test('the page lists charges newest first and its forms redirect back to it', async () => {
  const { api } = await startTestSimulator()
  await api.post('/v1/payments', pixPayment({ external_reference: 'FIRST' }))
  const { id } = (await api.post('/v1/payments', pixPayment({ external_reference: 'SECOND' }))).body
  const { text, headers } = await api.get('/')
  expect(text).toContain('Simulador — nenhum dinheiro real')
  expect(text.indexOf('SECOND')).toBeLessThan(text.indexOf('FIRST'))
  for (const label of ['Aprovar', 'Recusar', 'Cancelar', 'Expirar']) expect(text).toContain(`>${label}<`)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  const approved = await api.call('POST', `/sim/payments/${id}/approve`, '', formHeaders)
  expect([approved.status, approved.headers.get('location')]).toEqual([303, '/'])
  const refused = await api.call('POST', `/sim/payments/${id}/approve`, '', formHeaders)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Não foi possível')
})

test('a settled charge offers the follow-up actions of a bank or the provider’s dashboard', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.control(id, 'expire')
  expect((await api.get('/')).text).toContain('>Aprovar com atraso<')
  const late = await api.call('POST', `/sim/payments/${id}/approve-late`, '', formHeaders)
  expect([late.status, late.headers.get('location')]).toEqual([303, '/'])
  const { text } = await api.get('/')
  for (const label of ['Devolver no painel', 'Pagar outra vez', 'Avisar outra vez']) {
    expect(text).toContain(`>${label}<`)
  }
})

test('the fault switches of the page set the faults', async () => {
  const { api } = await startTestSimulator()
  const fields =
    'duplicate=2&reorder=on&wrongReais=10%2C50&failCreate=429&failTimes=3&delayMs=&slowMs=' +
    '&feePercent=0%2C99&failRead=503&hang=on&staleReads=on&loseProbability=0%2C5&seed=7'
  expect((await api.call('POST', '/sim/faults', fields, formHeaders)).status).toBe(303)
  expect((await api.get('/sim/faults')).body).toEqual({
    duplicate: 2,
    reorder: true,
    wrongAmount: 10.5,
    failCreate: { status: 429, times: 3, code: null, afterCreating: false },
    feePercent: 0.99,
    failRead: { status: 503, times: null, code: null },
    hang: { times: null },
    staleReads: true,
    loseProbability: 0.5,
    seed: 7,
  })
  expect((await api.get('/')).text).toContain('value="429"')
  await api.call('POST', '/sim/faults', '', formHeaders)
  expect((await api.get('/sim/faults')).body).toEqual({})
})

test('the health check responds, unknown paths get 404 and other methods 405', async () => {
  const { api } = await startTestSimulator()
  expect((await api.get('/healthz')).status).toBe(200)
  expect((await api.get('/nowhere')).status).toBe(404)
  expect((await api.get('/v1/nowhere')).status).toBe(404)
  expect((await api.call('DELETE', '/v1/payments')).status).toBe(405)
})
