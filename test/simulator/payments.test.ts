import { expect, test } from 'vitest'
import { crc16 } from '../../simulator/br-code.ts'
import { pixPayment, startTestSimulator } from './test-simulator.ts'

test('a pix is created pending with a code for its amount', async () => {
  const { api, url } = await startTestSimulator()
  const { status, body } = await api.post('/v1/payments', pixPayment({ metadata: { order: 'x' } }))
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 'pending',
    status_detail: 'pending_waiting_transfer',
    transaction_amount: 99.9,
    external_reference: 'REF_1',
    currency_id: 'BRL',
    metadata: { order: 'x' },
    date_created: '2026-11-21T12:00:00.000-03:00',
    payer: { email: 'ana@example.com', identification: { type: 'CPF', number: '52998224725' } },
  })
  expect(Number.isInteger(body.id)).toBe(true)
  const { qr_code, ticket_url } = body.point_of_interaction.transaction_data
  expect(qr_code).toContain('540599.90')
  expect(qr_code).toContain(`mpqrinter${body.id}`)
  expect(crc16(qr_code.slice(0, -4))).toBe(qr_code.slice(-4))
  expect(ticket_url.startsWith(url)).toBe(true)
  expect((await api.get(ticket_url.slice(url.length))).text).toContain(qr_code)
  expect((await api.get(`/v1/payments/${body.id}`)).body).toEqual(body)
})

test.each([
  ['TEST-simulator-token', false],
  ['APP_USR-4712-093856-ab31', true],
])('with the token %s, a payment is live: %s', async (accessToken, isLive) => {
  const { url } = await startTestSimulator({ accessToken })
  const answer = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'x-idempotency-key': 'one' },
    body: JSON.stringify(pixPayment()),
  })
  expect(await answer.json()).toMatchObject({ live_mode: isLive })
})

test('a request without the token, the key or a JSON object creates nothing', async () => {
  const { api } = await startTestSimulator()
  expect((await api.call('POST', '/v1/payments', pixPayment(), { authorization: 'Bearer no' })).status).toBe(
    401,
  )
  expect(
    (await api.call('GET', '/v1/payments/search', undefined, { authorization: 'Bearer no' })).status,
  ).toBe(401)
  const keyless = await api.call('POST', '/v1/payments', pixPayment())
  expect(keyless.body).toMatchObject({ error: 'bad_request', status: 400, cause: [{ code: 4292 }] })
  expect((await api.post('/v1/payments', '{"a":')).status).toBe(400)
  expect((await api.post('/v1/payments', '[]')).status).toBe(400)
  expect((await api.post('/v1/payments', pixPayment({ description: 'x'.repeat(70_000) }))).status).toBe(413)
  expect((await api.get('/sim/payments')).body).toEqual([])
})

test.each([
  [
    'a CPF with invalid check digits',
    { payer: { ...pixPayment().payer, identification: { type: 'CPF', number: '12345678900' } } },
    2067,
  ],
  [
    'a CNPJ with invalid check digits',
    { payer: { ...pixPayment().payer, identification: { type: 'CNPJ', number: '12ABC34501DE36' } } },
    2067,
  ],
  ['a malformed e-mail', { payer: { ...pixPayment().payer, email: 'ana' } }, 4050],
  ['a reference of 65 characters', { external_reference: 'x'.repeat(65) }, 4029],
  ['a reference with a colon', { external_reference: 'a:b' }, 4029],
  ['no amount', { transaction_amount: 0 }, 4037],
  ['three decimals', { transaction_amount: 1.001 }, 4037],
  ['an expiry in 29 minutes', { date_of_expiration: '2026-11-21T12:29:00.000-03:00' }, 2061],
  ['an expiry in 31 days', { date_of_expiration: '2026-12-22T12:00:00.000-03:00' }, 2061],
  ['an expiry without milliseconds', { date_of_expiration: '2026-11-21T13:00:00-03:00' }, 23],
  ['an expiry without offset', { date_of_expiration: '2026-11-21T16:00:00.000Z' }, 23],
  ['an ftp address', { notification_url: 'ftp://127.0.0.1/' }, 4020],
  ['another method', { payment_method_id: 'bolbradesco' }, 4033],
])('%s is refused with the provider’s error format', async (_, invalid, code) => {
  const { api } = await startTestSimulator()
  const { status, body } = await api.post('/v1/payments', pixPayment(invalid))
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: 'bad_request', status: 400, cause: [{ code }] })
  expect(body.message).toBe(body.cause[0].description)
})

test('an alphanumeric CNPJ is accepted', async () => {
  const { api } = await startTestSimulator()
  const payer = { ...pixPayment().payer, identification: { type: 'CNPJ', number: '12ABC34501DE35' } }
  expect((await api.post('/v1/payments', pixPayment({ payer }))).status).toBe(201)
})

test('a key returns the same response again, refuses another body, and is not used up by a refusal', async () => {
  const { api } = await startTestSimulator()
  expect((await api.post('/v1/payments', pixPayment({ transaction_amount: 0 }), 'k')).status).toBe(400)
  const first = await api.post('/v1/payments', pixPayment(), 'k')
  await api.control(first.body.id, 'approve')
  const { payer, ...rest } = pixPayment()
  const again = await api.post('/v1/payments', { payer, ...rest }, 'k')
  expect(again).toMatchObject({ status: 201, text: first.text })
  expect((await api.post('/v1/payments', pixPayment({ transaction_amount: 1 }), 'k')).status).toBe(409)
  expect((await api.get('/sim/payments')).body).toHaveLength(1)
})

test('search filters by reference and lists newest first by default', async () => {
  const { api, clock } = await startTestSimulator()
  const ids: number[] = []
  for (const external_reference of ['A', 'B', 'A']) {
    ids.push((await api.post('/v1/payments', pixPayment({ external_reference }))).body.id)
    clock.advance(1000)
  }
  const found = async (query: string) => {
    const { body } = await api.get(`/v1/payments/search?${query}`)
    return body.results.map((payment: { id: number }) => ids.indexOf(payment.id))
  }
  expect(await found('')).toEqual([2, 1, 0])
  expect(await found('external_reference=A&sort=date_created&criteria=desc')).toEqual([2, 0])
  expect(await found('external_reference=A&sort=date_created&criteria=asc')).toEqual([0, 2])
  expect(await found('external_reference=C')).toEqual([])
  expect(await found('limit=1&offset=1')).toEqual([1])
  const begin = encodeURIComponent('2026-11-21T12:00:01.000-03:00')
  expect(await found(`range=date_created&begin_date=${begin}`)).toEqual([2, 1])
  const { body } = await api.get('/v1/payments/search?limit=2')
  expect(body.paging).toEqual({ total: 3, limit: 2, offset: 0 })
  expect((await api.get('/v1/payments/search?sort=constructor')).status).toBe(400)
  expect((await api.get('/v1/payments/search?limit=x')).status).toBe(400)
})

test('the seller can cancel open payments only', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  expect((await api.call('PUT', `/v1/payments/${id}`, { status: 'approved' })).status).toBe(400)
  const cancelled = await api.call('PUT', `/v1/payments/${id}`, { status: 'cancelled' })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', status_detail: 'by_collector' })
  expect((await api.call('PUT', `/v1/payments/${id}`, { status: 'cancelled' })).status).toBe(400)
  expect((await api.call('PUT', '/v1/payments/1', { status: 'cancelled' })).status).toBe(404)
})

test('refunds add up to the payment at most', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  const refunds = `/v1/payments/${id}/refunds`
  expect((await api.post(refunds, {})).status).toBe(400)
  await api.control(id, 'approve')
  const part = await api.post(refunds, { amount: 10.5 }, 'part')
  expect(part).toMatchObject({ status: 201, body: { amount: 10.5, payment_id: id, status: 'approved' } })
  expect((await api.post(refunds, { amount: 10.5 }, 'part')).text).toBe(part.text)
  expect((await api.get(`/v1/payments/${id}`)).body).toMatchObject({
    status: 'approved',
    status_detail: 'partially_refunded',
    transaction_amount_refunded: 10.5,
  })
  expect((await api.post(refunds, { amount: 89.41 })).status).toBe(400)
  expect((await api.post(refunds, { amount: 0 })).status).toBe(400)
  expect((await api.call('POST', refunds, {})).status).toBe(400)
  expect((await api.post(refunds)).body.amount).toBe(89.4)
  expect((await api.get(`/v1/payments/${id}`)).body.status).toBe('refunded')
  const amounts = (await api.get(refunds)).body.map((refund: { amount: number }) => refund.amount)
  expect(amounts).toEqual([10.5, 89.4])
})

test('a pix cannot be refunded after 90 days', async () => {
  const { api, clock } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.control(id, 'approve')
  clock.advance(91 * 24 * 60 * 60 * 1000)
  expect((await api.post(`/v1/payments/${id}/refunds`, {})).status).toBe(400)
})

test('a control finds a payment by id or reference and refuses an invalid transition', async () => {
  const { api } = await startTestSimulator()
  await api.post('/v1/payments', pixPayment())
  expect((await api.control('REF_1', 'approve')).body).toMatchObject({
    status: 'approved',
    status_detail: 'accredited',
  })
  const again = await api.control('REF_1', 'reject')
  expect(again.status).toBe(409)
  expect(again.body.message).toContain('approved')
  expect((await api.control('UNKNOWN', 'approve')).status).toBe(404)
  const second = (await api.post('/v1/payments', pixPayment())).body
  expect((await api.control('REF_1', 'reject')).body).toMatchObject({ id: second.id, status: 'rejected' })
})

test('a reset clears everything and never reuses an id', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.faults({ duplicate: true })
  await api.call('POST', '/sim/reset')
  expect((await api.get('/sim/payments')).body).toEqual([])
  expect((await api.get('/sim/faults')).body).toEqual({})
  expect((await api.post('/v1/payments', pixPayment())).body.id).toBeGreaterThan(id)
})
