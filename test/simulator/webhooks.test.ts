import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  latestDeliveries,
  type Notice,
  pixPayment,
  secret,
  startTestSimulator,
  startWebhookReceiver,
  waitUntil,
} from './test-simulator.ts'

const minuteMs = 60_000

test('a notice is signed over the id in its query and keeps the query of its URL', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  const notice = await waitUntil(() => notices[0])
  expect(notice.path).toBe('/webhooks/mercadopago')
  expect(Object.fromEntries(notice.query)).toEqual({
    source_news: 'webhooks',
    'data.id': String(id),
    type: 'payment',
  })
  expect(notice.body).toMatchObject({
    action: 'payment.created',
    api_version: 'v1',
    data: { id: String(id) },
    live_mode: false,
    type: 'payment',
    user_id: 1,
  })
  expect(isSigned(notice)).toBe(true)
})

test('every change of a payment sends a notice', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await waitUntil(() => notices.length === 1)
  await api.control(id, 'approve')
  await waitUntil(() => notices.length === 2)
  await api.post(`/v1/payments/${id}/refunds`, {})
  await waitUntil(() => notices.length === 3)
  const other = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await waitUntil(() => notices.length === 4)
  await api.call('PUT', `/v1/payments/${other.id}`, { status: 'cancelled' })
  await waitUntil(() => notices.length === 5)
  expect(notices.map(({ body }) => body.action)).toEqual([
    'payment.created',
    'payment.updated',
    'payment.updated',
    'payment.created',
    'payment.updated',
  ])
  expect(new Set(notices.map(({ body }) => body.id)).size).toBe(5)
})

test('an overdue pix expires with a notice, without a request and on read', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const date_of_expiration = '2026-11-21T12:31:00.000-03:00'
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url, date_of_expiration })))
    .body
  await waitUntil(() => notices.length === 1)
  clock.advance(31 * minuteMs - 1)
  expect((await api.get(`/v1/payments/${id}`)).body.status).toBe('pending')
  clock.advance(1)
  await waitUntil(() => notices.length === 2)
  expect((await api.get(`/v1/payments/${id}`)).body).toMatchObject({
    status: 'cancelled',
    status_detail: 'expired',
    date_of_expiration,
  })
  expect((await api.control(id, 'approve')).status).toBe(409)
})

test('the expiry of every pix is configurable', async () => {
  const { api, clock } = await startTestSimulator({ pixExpirySeconds: 5 })
  const { body } = await api.post(
    '/v1/payments',
    pixPayment({ date_of_expiration: '2026-11-21T13:00:00.000-03:00' }),
  )
  expect(body.date_of_expiration).toBe('2026-11-21T12:00:05.000-03:00')
  clock.advance(5000)
  expect((await api.get(`/v1/payments/${body.id}`)).body.status_detail).toBe('expired')
})

test('a notice is retried until 200 or 201; a redirect and a timeout count as failures', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver(500, 302, 'no-response', 201)
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  const attempted = (count: number) =>
    waitUntil(async () => (await latestDeliveries(api))[0]?.attempts.length === count)
  await attempted(1)
  clock.advance(1000)
  await attempted(2)
  clock.advance(2000)
  await waitUntil(() => notices.length === 3)
  clock.advance(5000)
  await attempted(3)
  clock.advance(5000)
  await attempted(4)
  const [delivery] = await latestDeliveries(api)
  expect(delivery?.state).toBe('delivered')
  expect(delivery?.attempts.map(({ result }) => result)).toEqual(['500', '302', 'timeout', '201'])
  expect(new Set(notices.map(({ headers }) => headers['x-request-id'])).size).toBe(1)
  expect(notices.every(isSigned)).toBe(true)
})

test('a delivery is abandoned after the last retry', async () => {
  const { api, clock } = await startTestSimulator()
  const { url } = await startWebhookReceiver(500, 500, 500, 500, 500, 500)
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  for (const [at, wait] of [1000, 2000, 5000, 15_000, 30_000].entries()) {
    await waitUntil(async () => (await latestDeliveries(api))[0]?.attempts.length === at + 1)
    clock.advance(wait)
  }
  await waitUntil(async () => (await latestDeliveries(api))[0]?.state === 'abandoned')
  expect((await latestDeliveries(api))[0]?.nextAt).toBeNull()
})

test('notices are sent to this machine only', async () => {
  const { api, lines } = await startTestSimulator()
  await api.post('/v1/payments', pixPayment({ notification_url: 'https://shop.example.com/hook' }))
  expect(await latestDeliveries(api)).toMatchObject([{ state: 'refused', attempts: [] }])
  expect(lines).toHaveLength(1)
})

/** Verifies the signature as the provider documents it. */
function isSigned({ headers, query }: Notice): boolean {
  const parts = /^ts=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature']))
  if (parts === null) return false
  const [, ts, v1] = parts
  const text = `id:${query.get('data.id')};request-id:${headers['x-request-id']};ts:${ts};`
  return createHmac('sha256', secret).update(text).digest('hex') === v1
}
