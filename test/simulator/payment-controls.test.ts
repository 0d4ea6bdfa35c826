import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type Notice,
  pixPayment,
  secret,
  startTestSimulator,
  startWebhookReceiver,
  waitUntil,
} from './test-simulator.ts'

test('the dashboard refunds a part and then the rest, each with a notice, and never more', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  expect((await api.control(id, 'refund')).status).toBe(409)
  await api.control(id, 'approve')
  const part = await api.control('REF_1', 'refund', { amount: 10.5 })
  expect(part.body).toMatchObject({
    status: 'approved',
    status_detail: 'partially_refunded',
    transaction_amount_refunded: 10.5,
    refunds: [
      {
        payment_id: id,
        amount: 10.5,
        status: 'approved',
        date_created: '2026-11-21T12:00:00.000-03:00',
      },
    ],
  })
  expect((await api.control(id, 'refund', { amount: 89.41 })).status).toBe(409)
  expect((await api.control(id, 'refund', { amount: 0 })).status).toBe(400)
  expect((await api.control(id, 'refund')).body).toMatchObject({
    status: 'refunded',
    transaction_amount_refunded: 99.9,
  })
  expect((await api.get(`/v1/payments/${id}/refunds`)).body).toHaveLength(2)
  await waitUntil(() => notices.length === 4)
})

test('paying the same pix again creates another approved payment with its own notice', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const first = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await api.control(first.id, 'approve')
  await waitUntil(() => notices.length === 2)
  const again = await api.control(first.id, 'pay-again')
  expect(again.status).toBe(201)
  expect(again.body.id).not.toBe(first.id)
  expect(again.body).toMatchObject({
    status: 'approved',
    status_detail: 'accredited',
    external_reference: 'REF_1',
    notification_url: url,
    transaction_amount: 99.9,
    date_approved: '2026-11-21T12:00:00.000-03:00',
  })
  expect((await waitUntil(() => notices[2])).query.get('data.id')).toBe(String(again.body.id))
  expect((await api.control(first.id, 'pay-again', { amount: 20 })).body.transaction_amount).toBe(20)
  const { body } = await api.get('/v1/payments/search?external_reference=REF_1&status=approved')
  expect(body.paging.total).toBe(3)
})

test('can set any status, also an unknown one', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  const unknown = { status: 'constructor', status_detail: 'held_by_moonlight' }
  expect((await api.control(id, 'status', unknown)).body).toMatchObject(unknown)
  expect((await api.get(`/v1/payments/${id}`)).body).toMatchObject({ ...unknown, date_approved: null })
  expect((await api.get('/')).text).toContain('>constructor</span>')
  expect((await api.control(id, 'approve')).status).toBe(409)
  expect((await api.call('PUT', `/v1/payments/${id}`, { status: 'cancelled' })).status).toBe(400)
  expect((await api.control(id, 'status', {})).status).toBe(400)
  expect(
    (await api.control(id, 'status', { status: 'approved', status_detail: 'accredited' })).body,
  ).toMatchObject({
    status: 'approved',
    date_approved: '2026-11-21T12:00:00.000-03:00',
  })
  expect((await api.control(id, 'status', { status: 'pending' })).body.status).toBe('pending')
  await waitUntil(() => notices.length === 4)
})

test('an approval accepts an amount other than the requested one', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  expect((await api.control(id, 'approve', { amount: 0.001 })).status).toBe(400)
  expect((await api.control(id, 'approve', '{"amount":')).status).toBe(400)
  expect((await api.control(id, 'approve', { amount: 50.01 })).body).toMatchObject({
    status: 'approved',
    transaction_amount: 50.01,
    transaction_details: { total_paid_amount: 50.01, net_received_amount: 50.01 },
  })
})

test('a control accepts a form too, with a decimal comma', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const paid = await api.call('POST', `/sim/payments/${id}/approve`, 'amount=10%2C50', form)
  expect(paid.body.transaction_amount).toBe(10.5)
  const refunded = await api.call('POST', `/sim/payments/${id}/refund`, '{"amount": 1}', form)
  expect(refunded.body.transaction_amount_refunded).toBe(1)
})

test('a late approval applies only to an expired or cancelled payment', async () => {
  const { api, clock } = await startTestSimulator({ pixExpirySeconds: 5 })
  const expired = (await api.post('/v1/payments', pixPayment())).body
  expect((await api.control(expired.id, 'approve-late')).status).toBe(409)
  clock.advance(6000)
  expect((await api.control(expired.id, 'approve')).status).toBe(409)
  const late = await api.control(expired.id, 'approve-late')
  expect(late.body).toMatchObject({ status: 'approved', date_approved: '2026-11-21T12:00:06.000-03:00' })
  const cancelled = (await api.post('/v1/payments', pixPayment())).body
  await api.call('PUT', `/v1/payments/${cancelled.id}`, { status: 'cancelled' })
  expect((await api.control(cancelled.id, 'approve')).status).toBe(409)
  expect((await api.control(cancelled.id, 'approve-late', { amount: 7 })).body).toMatchObject({
    status: 'approved',
    transaction_amount: 7,
  })
})

test('an unsolicited payment arrives', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const receive = (body: unknown) => api.call('POST', '/sim/payments', body)
  expect((await receive({})).status).toBe(400)
  expect((await receive({ amount: 5, notification_url: 'ftp://127.0.0.1/' })).status).toBe(400)
  const minimal = await receive({ amount: 12.34 })
  expect(minimal.status).toBe(201)
  expect(minimal.body).toMatchObject({
    status: 'approved',
    status_detail: 'accredited',
    transaction_amount: 12.34,
    external_reference: null,
    notification_url: null,
  })
  const named = await receive({
    amount: 5,
    external_reference: 'Other shop: 1',
    notification_url: url,
    status: 'pending',
  })
  expect(named.body).toMatchObject({
    status: 'pending',
    external_reference: 'Other shop: 1',
    date_approved: null,
  })
  await waitUntil(() => notices.length === 1)
  expect((await api.control('Other%20shop%3A%201', 'approve')).body.status).toBe('approved')
  const found = (await api.get('/v1/payments/search?status=approved')).body
  expect(found.paging.total).toBe(2)
})

test('a notice is resent with a new request id and a new timestamp', async () => {
  const { api, clock } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  const first = await waitUntil(() => notices[0])
  clock.advance(1000)
  expect((await api.control(id, 'notify')).status).toBe(200)
  const second = await waitUntil(() => notices[1])
  expect(second.query.get('data.id')).toBe(String(id))
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(verifySignature(second)).toMatchObject({ ts: String(clock.now().getTime()), isValid: true })
  await api.call('POST', '/sim/payments', { amount: 1, external_reference: 'SILENT' })
  expect((await api.control('SILENT', 'notify')).status).toBe(409)
})

test('a notice is forged for any id, with an invalid signature or a given secret', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  const forge = (body: unknown) => api.call('POST', '/sim/notices/forge', body)
  expect((await forge({ id: 1 })).status).toBe(409)
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await waitUntil(() => notices.length === 1)
  expect((await forge({})).status).toBe(400)
  await forge({ id })
  expect(verifySignature(await waitUntil(() => notices[1]))).toMatchObject({ id: String(id), isValid: false })
  await forge({ id: 'x&data.id=1' })
  expect(verifySignature(await waitUntil(() => notices[2]))).toMatchObject({
    id: 'x&data.id=1',
    isValid: false,
  })
  await forge({ id: 42, secret })
  expect(verifySignature(await waitUntil(() => notices[3]))).toMatchObject({ id: '42', isValid: true })
})

test('the fee is deducted at the approval and does not change later', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment({ transaction_amount: 50 }))).body
  await api.faults({ feePercent: 0.99 })
  expect((await api.get(`/v1/payments/${id}`)).body).toMatchObject({
    fee_details: [],
    transaction_details: { net_received_amount: 0, total_paid_amount: 0 },
  })
  await api.control(id, 'approve')
  await api.faults({ feePercent: 5 })
  await api.control(id, 'refund', { amount: 10 })
  await api.control(id, 'mediate')
  await api.control(id, 'approve', { amount: 60 })
  expect((await api.get(`/v1/payments/${id}`)).body).toMatchObject({
    status: 'approved',
    status_detail: 'partially_refunded',
    fee_details: [{ type: 'mercadopago_fee', amount: 0.5, fee_payer: 'collector' }],
    transaction_details: { net_received_amount: 49.5, total_paid_amount: 50 },
  })
  expect((await api.control(id, 'pay-again')).body.fee_details).toMatchObject([{ amount: 2.5 }])
})

/** Verifies a notice as the provider documents it: returns the id of the query, and whether the signature matches. */
function verifySignature({ headers, query }: Notice) {
  const [, ts, v1] = /^ts=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
  const text = `id:${query.get('data.id')};request-id:${headers['x-request-id']};ts:${ts};`
  const isValid = createHmac('sha256', secret).update(text).digest('hex') === v1
  return { id: query.get('data.id'), ts, isValid }
}
