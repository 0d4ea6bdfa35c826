import { expect, test } from 'vitest'
import { pixPayment, startTestSimulator, startWebhookReceiver, waitUntil } from './test-simulator.ts'

test('the ground truth has every payment, preference and notice, regardless of the API’s faults', async () => {
  const { api } = await startTestSimulator()
  const { url } = await startWebhookReceiver()
  await api.faults({ feePercent: 1 })
  const paid = (await api.post('/v1/payments', pixPayment({ notification_url: url }), 'create-1')).body
  await api.control(paid.id, 'approve')
  const apiRefund = (await api.post(`/v1/payments/${paid.id}/refunds`, { amount: 10.5 }, 'refund-1')).body
  const dashboardRefund = (await api.control(paid.id, 'refund', { amount: 0.4 })).body.refunds[1]
  const unsolicited = (await api.call('POST', '/sim/payments', { amount: 5, status: 'in_process' })).body
  const items = [{ title: 'x', quantity: 1, unit_price: 1 }]
  const open = (await api.post('/checkout/preferences', { items, external_reference: 'OPEN' })).body
  const closed = (await api.post('/checkout/preferences', { items, external_reference: 'OVER' })).body
  const expiration_date_to = '2026-11-21T11:59:00.000-03:00'
  await api.call('PUT', `/checkout/preferences/${closed.id}`, { expires: true, expiration_date_to })
  await waitUntil(async () => (await api.get('/sim/truth.json')).body.notices.delivered === 4)
  await api.faults({ staleReads: true, failRead: true, dropWebhooks: true, hang: true })
  await api.control(paid.id, 'notify')

  const date_created = '2026-11-21T12:00:00.000-03:00'
  expect((await api.get('/sim/truth.json')).body).toEqual({
    money: 'centavos',
    payments: [
      {
        id: unsolicited.id,
        external_reference: null,
        status: 'in_process',
        status_detail: 'in_process',
        amount: 500,
        refunded: 0,
        fee: 0,
        net: 0,
        approved_at: null,
        refunds: [],
        idempotency_key: null,
      },
      {
        id: paid.id,
        external_reference: 'REF_1',
        status: 'approved',
        status_detail: 'partially_refunded',
        amount: 9990,
        refunded: 1090,
        fee: 100,
        net: 9890,
        approved_at: date_created,
        refunds: [
          { id: apiRefund.id, amount: 1050, date_created, idempotency_key: 'refund-1' },
          { id: dashboardRefund.id, amount: 40, date_created, idempotency_key: null },
        ],
        idempotency_key: 'create-1',
      },
    ],
    preferences: [
      { id: open.id, external_reference: 'OPEN', closed: false },
      { id: closed.id, external_reference: 'OVER', closed: true },
    ],
    notices: { waiting: 0, delivered: 4, abandoned: 0, dropped: 1, refused: 0 },
  })
})
