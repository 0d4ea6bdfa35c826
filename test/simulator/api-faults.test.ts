import { expect, test } from 'vitest'
import { newDataDir, pixPayment, startTestSimulator, waitUntil } from './test-simulator.ts'

test('reads and searches fail always, a number of times, or with a given status', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  const read = async () => (await api.get(`/v1/payments/${id}`)).status
  const search = async () => (await api.get('/v1/payments/search')).status
  await api.faults({ failRead: true })
  expect([await read(), await search(), await read()]).toEqual([500, 500, 500])
  expect((await api.post('/v1/payments', pixPayment())).status).toBe(201)
  await api.faults({ failRead: 2 })
  expect([await read(), await search(), await read()]).toEqual([500, 500, 200])
  await api.faults({ failRead: { status: 429, times: 1 } })
  expect([await search(), await search()]).toEqual([429, 200])
  expect((await api.faults({ failRead: { status: 200 } })).status).toBe(400)
})

test('a refund fails, or succeeds with its response lost: a retry with the same key finds it', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.control(id, 'approve')
  const refunds = `/v1/payments/${id}/refunds`
  await api.faults({ failRefund: '503' })
  expect((await api.post(refunds, { amount: 1 }, 'k')).status).toBe(503)
  expect((await api.get(refunds)).body).toEqual([])
  await api.faults({ failRefund: { status: 500, times: 2, afterRefunding: true } })
  expect((await api.post(refunds, { amount: 1 }, 'k')).status).toBe(500)
  expect((await api.get(refunds)).body).toHaveLength(1)
  expect((await api.post(refunds, { amount: 1 }, 'k')).status).toBe(500)
  const done = await api.post(refunds, { amount: 1 }, 'k')
  expect(done.status).toBe(201)
  expect((await api.get(refunds)).body).toEqual([done.body])
})

test('a slow refund is in process until its time or a decision; meanwhile its money is neither refunded nor available', async () => {
  const { api, clock } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.control(id, 'approve')
  const refund = (amount: number, key: string, headers = { 'x-render-in-process-refunds': 'true' }) =>
    api.call('POST', `/v1/payments/${id}/refunds`, { amount }, { 'x-idempotency-key': key, ...headers })
  const payment = async () => {
    const { status, transaction_amount_refunded, refunds } = (await api.get(`/v1/payments/${id}`)).body
    return [status, transaction_amount_refunded, refunds.map((one: { status: string }) => one.status)]
  }
  await api.faults({ slowRefunds: 1000 })
  const withoutHeader = { 'x-idempotency-key': 'k', 'x-render-in-process-refunds': '' }
  expect((await refund(60, 'k', withoutHeader)).status).toBe(400)
  const asked = await refund(60, 'k')
  expect(asked).toMatchObject({ status: 201, body: { status: 'in_process', amount: 60 } })
  expect((await refund(40, 'other')).status).toBe(400)
  expect(await payment()).toEqual(['approved', 0, ['in_process']])
  clock.advance(1000)
  expect(await payment()).toEqual(['approved', 60, ['approved']])
  // A repeated request gets the first answer; the refund is looked up by its id.
  expect((await refund(60, 'k')).body).toEqual(asked.body)
  expect((await api.get(`/v1/payments/${id}/refunds/${asked.body.id}`)).body.status).toBe('approved')

  await api.faults({ slowRefunds: true, rejectRefunds: true })
  await refund(39.9, 'last')
  clock.advance(9e8)
  expect(await payment()).toEqual(['approved', 60, ['approved', 'in_process']])
  expect((await api.control(id, 'end-refund', { status: 'in_process' })).status).toBe(409)
  await api.control(id, 'end-refund', { status: 'rejected' })
  expect(await payment()).toEqual(['approved', 60, ['approved', 'rejected']])
  expect((await api.control(id, 'end-refund', { status: 'approved' })).status).toBe(409)
  await api.faults({ slowRefunds: 5, rejectRefunds: true })
  await refund(39.9, 'again')
  clock.advance(5)
  expect(await payment()).toEqual(['approved', 60, ['approved', 'rejected', 'rejected']])
  await api.faults({ slowRefunds: 5 })
  await refund(39.9, 'done')
  clock.advance(5)
  expect((await payment()).slice(0, 2)).toEqual(['refunded', 99.9])
})

test('a slow refund of money that a bank takes meanwhile is rejected', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.control(id, 'approve')
  await api.faults({ slowRefunds: true })
  await api.call(
    'POST',
    `/v1/payments/${id}/refunds`,
    {},
    {
      ...{ 'x-idempotency-key': 'k', 'x-render-in-process-refunds': 'true' },
    },
  )
  await api.control(id, 'chargeback')
  await api.control(id, 'end-refund', { status: 'approved' })
  const { status, refunds } = (await api.get(`/v1/payments/${id}`)).body
  expect([status, refunds[0].status]).toEqual(['charged_back', 'rejected'])
})

test('a cancellation fails, or succeeds with its response lost', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  const cancel = async () => (await api.call('PUT', `/v1/payments/${id}`, { status: 'cancelled' })).status
  const status = async () => (await api.get(`/v1/payments/${id}`)).body.status
  await api.faults({ failCancel: 1 })
  expect([await cancel(), await status()]).toEqual([500, 'pending'])
  await api.faults({ failCancel: { status: 502, times: 1, afterCancelling: true } })
  expect([await cancel(), await status()]).toEqual([502, 'cancelled'])
  expect(await cancel()).toBe(400)
})

test('a hanging API accepts the request, does nothing and never responds', async () => {
  const { api, close } = await startTestSimulator()
  await api.faults({ hang: 1 })
  let outcome = 'waiting'
  void api.post('/v1/payments', pixPayment()).then(
    () => {
      outcome = 'response'
    },
    () => {
      outcome = 'connection closed'
    },
  )
  await waitUntil(async () => (await api.get('/sim/faults')).body.hang === undefined)
  expect((await api.get('/v1/payments/search')).body.paging.total).toBe(0)
  expect(outcome).toBe('waiting')
  await close()
  await waitUntil(() => outcome === 'connection closed')
})

test('an API that hangs until switched off does not affect the controls', async () => {
  const { api } = await startTestSimulator()
  await api.faults({ hang: true })
  const calls = [api.get('/v1/payments/search'), api.get('/v1/payments/search')]
  const first = await Promise.race([
    ...calls,
    new Promise((resolve) => setTimeout(resolve, 50, 'no-response')),
  ])
  expect(first).toBe('no-response')
  expect((await api.faults({})).status).toBe(200)
  expect((await api.get('/v1/payments/search')).status).toBe(200)
  for (const call of calls) call.catch(() => {})
})

test('stale reads return each payment as it was before its last change, also after two restarts', async () => {
  const dataDir = newDataDir()
  const before = await startTestSimulator({ dataDir })
  const { id } = (await before.api.post('/v1/payments', pixPayment())).body
  const fresh = (await before.api.post('/v1/payments', pixPayment({ external_reference: 'NEW' }))).body
  await before.api.control(id, 'approve')
  await before.api.control(id, 'refund', { amount: 1 })
  await before.api.faults({ staleReads: true })
  await before.close()
  await (await startTestSimulator({ dataDir })).close()

  const { api } = await startTestSimulator({ dataDir })
  expect((await api.get(`/v1/payments/${id}`)).body).toMatchObject({
    status_detail: 'accredited',
    refunds: [],
  })
  expect((await api.get(`/v1/payments/${id}/refunds`)).body).toEqual([])
  const { results } = (await api.get('/v1/payments/search')).body
  expect(results.map((payment: { status_detail: string }) => payment.status_detail)).toEqual([
    'pending_waiting_transfer',
    'accredited',
  ])
  expect((await api.get(`/v1/payments/${fresh.id}`)).status).toBe(200)
  await api.faults({})
  expect((await api.get(`/v1/payments/${id}`)).body.refunds).toHaveLength(1)
})

test('a replica lagging by milliseconds does not return newer changes', async () => {
  const { api, clock } = await startTestSimulator()
  await api.faults({ staleReads: 1000 })
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  const read = async () => (await api.get(`/v1/payments/${id}`)).body.status
  expect(await read()).toBe(404)
  clock.advance(1000)
  expect(await read()).toBe('pending')
  await api.control(id, 'approve')
  clock.advance(999)
  expect(await read()).toBe('pending')
  clock.advance(1)
  expect(await read()).toBe('approved')
})

test('a search returns a change only after the lag, a read at once', async () => {
  const { api, clock } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  clock.advance(5000)
  await api.faults({ searchLag: 3000 })
  await api.control(id, 'approve')
  const approved = async () => (await api.get('/v1/payments/search?status=approved')).body.paging.total
  expect((await api.get(`/v1/payments/${id}`)).body.status).toBe('approved')
  expect(await approved()).toBe(0)
  expect((await api.get('/v1/payments/search?status=pending')).body.paging.total).toBe(1)
  clock.advance(3000)
  expect(await approved()).toBe(1)
})
