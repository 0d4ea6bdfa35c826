import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { reorderHoldMs } from '../../simulator/webhooks.ts'
import {
  latestDeliveries,
  pixPayment,
  secret,
  startTestSimulator,
  startWebhookReceiver,
  waitUntil,
} from './test-simulator.ts'

test('each call replaces the set of faults', async () => {
  const { api } = await startTestSimulator()
  await api.faults({ duplicate: 3, slowMs: 1 })
  await api.faults({ delayMs: 10 })
  expect((await api.get('/sim/faults')).body).toEqual({ delayMs: 10 })
  expect((await api.faults({ nonsense: true })).status).toBe(400)
  expect((await api.faults('{')).status).toBe(400)
  await api.faults({})
  expect((await api.get('/sim/faults')).body).toEqual({})
})

test('duplicates carry the same notice with distinct request ids', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ duplicate: 2 })
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  await waitUntil(() => notices.length === 3)
  expect(new Set(notices.map(({ body }) => body.id)).size).toBe(1)
  expect(new Set(notices.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
})

test('dropped notices are never sent', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ dropWebhooks: true })
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  await api.faults({})
  clock.advance(60_000)
  expect(await latestDeliveries(api)).toMatchObject([{ state: 'dropped', attempts: [] }])
  expect(notices).toEqual([])
})

test('delayed notices are sent after the delay', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ delayMs: 3000 })
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  clock.advance(2999)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(notices).toEqual([])
  clock.advance(1)
  await waitUntil(() => notices.length === 1)
})

test('with reordering, the notice of the approval arrives before the one of the creation', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ reorder: true })
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await api.control(id, 'approve')
  await waitUntil(() => notices.length === 2)
  expect(notices.map(({ body }) => body.action)).toEqual(['payment.updated', 'payment.created'])
})

test('with reordering, notices of different payments are sent newest first after the hold time', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ reorder: true })
  const first = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  const second = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  clock.advance(reorderHoldMs)
  await waitUntil(() => notices.length === 2)
  expect(notices.map(({ body }) => body.data.id)).toEqual([String(second.id), String(first.id)])
})

test.each([
  [true, 99.89],
  [50, 50],
])('with wrongAmount %s the payment is approved with %s reais', async (wrongAmount, paid) => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.faults({ wrongAmount })
  expect((await api.control(id, 'approve')).body).toMatchObject({
    status: 'approved',
    transaction_amount: paid,
  })
})

test('a forged signature does not verify', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ forgeSignature: true })
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  const { headers, query } = await waitUntil(() => notices[0])
  const [, ts, v1] = /^ts=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
  const text = `id:${query.get('data.id')};request-id:${headers['x-request-id']};ts:${ts};`
  expect(v1).not.toBe(createHmac('sha256', secret).update(text).digest('hex'))
})

test('creation fails always, a number of times, or with a given status', async () => {
  const { api } = await startTestSimulator()
  const statuses = async (count: number) => {
    const received: number[] = []
    for (let at = 0; at < count; at++) received.push((await api.post('/v1/payments', pixPayment())).status)
    return received
  }
  await api.faults({ failCreate: true })
  expect(await statuses(3)).toEqual([500, 500, 500])
  await api.faults({ failCreate: 2 })
  expect(await statuses(3)).toEqual([500, 500, 201])
  await api.faults({ failCreate: '503' })
  expect(await statuses(2)).toEqual([503, 503])
  await api.faults({ failCreate: { status: 429, times: 1 } })
  const busy = await api.post('/v1/payments', pixPayment())
  expect(busy.status).toBe(429)
  expect(busy.headers.get('retry-after')).toBe('1')
  expect(await statuses(1)).toEqual([201])
  await api.faults({ failCreate: { status: 400, code: 13253 } })
  expect((await api.post('/v1/payments', pixPayment())).body.cause[0].code).toBe(13253)
})

test('a response is lost after the charge was created, and a retry with the same key finds it', async () => {
  const { api } = await startTestSimulator()
  await api.faults({ failCreate: { status: 500, times: 1, afterCreating: true } })
  expect((await api.post('/v1/payments', pixPayment(), 'k')).status).toBe(500)
  const retried = await api.post('/v1/payments', pixPayment(), 'k')
  expect(retried.status).toBe(201)
  const all = (await api.get('/sim/payments')).body
  expect(all.map((payment: { id: number }) => payment.id)).toEqual([retried.body.id])
})

test('a notice arrives before a slow response', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ slowMs: 4000 })
  let responded = false
  const response = api.post('/v1/payments', pixPayment({ notification_url: url })).then((reply) => {
    responded = true
    return reply
  })
  await waitUntil(() => notices.length === 1)
  expect(responded).toBe(false)
  clock.advance(4000)
  expect((await response).status).toBe(201)
})
