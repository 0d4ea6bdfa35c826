// Databases: postgres
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { formatBRL } from '../../../src/core/money.ts'
import { newId } from '../../../src/platform/ids.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { testDatabase } from '../../support/database.ts'
import { type PaymentsHarness, second, startPaymentsHarness, webhookSecret } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  await harness.simulator.faults({ dropWebhooks: true })
})
afterAll(() => harness.close())

const decision = { by: newId(), reason: 'conferido' }

async function settle(payments = harness.payments) {
  harness.clock.advance(31 * second)
  await payments.reconcile()
  await harness.work()
}

test('999 instalments are scheduled, listed, charged at once, paid, closed and refunded to the centavo', async () => {
  const count = 999
  const amount = 3_000_003
  const { viewer, orderId, instalmentIds } = await harness.customer({
    ...{ instalments: count, amount },
    due: (index) => addDays('2026-11-21', 7 * index),
  })
  expect(new Set(instalmentIds).size).toBe(count)
  const pending = await harness.payments.pendingOf({ userId: viewer.id })
  expect(JSON.stringify(pending).match(/"amount":3000003/g)?.length).toBeGreaterThanOrEqual(count)
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
  expect(new Set(await harness.statuses(instalmentIds))).toEqual(new Set(['paid']))
  expect(await harness.payments.checkBooks()).toEqual([])
  const total = count * amount
  expect(total).toBeGreaterThan(2 ** 31)
  const day = harness.clock.now().toISOString().slice(0, 10)
  expect(await harness.closeDay(day)).toMatchObject({
    value: [{ status: 'agrees', theirs: total, ours: total }],
  })
  const refund = await harness.database.transaction((tx) =>
    harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' }),
  )
  expect(refund).toEqual({ requested: total, held: 0 })
  await harness.work()
  expect(new Set(await harness.statuses(instalmentIds))).toEqual(new Set(['refunded']))
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('the largest amount and one centavo in one day: totals, close and ledger are exact', async () => {
  harness.clock.advance(24 * 60 * 60 * second)
  const before = (await harness.payments.balances()).get('provider:mercado-pago') ?? 0
  const largest = 999_999_999_999
  for (const amount of [largest, largest, 1]) await harness.simulator.stray({ amount: amount / 100 })
  await settle()
  const total = 2 * largest + 1
  const day = harness.clock.now().toISOString().slice(0, 10)
  expect(await harness.closeDay(day)).toMatchObject({
    value: [{ status: 'agrees', theirs: total, ours: total }],
  })
  expect((await harness.payments.balances()).get('provider:mercado-pago')).toBe(before + total)
  expect(await harness.payments.checkBooks()).toEqual([])
})

/** Starts an account with one bare Pix, whose id and refund id are too large for a JavaScript number. */
async function startHugeIds({ id, refundId }: { id: string; refundId: string }) {
  let refunded: string | undefined
  const asked: string[] = []
  const at = () => harness.clock.now().toISOString().replace('Z', '-00:00')
  const created = at()
  const payment =
    () => `{"id":${id},"status":"${refunded ? 'refunded' : 'approved'}","status_detail":"accredited",
    "currency_id":"BRL","transaction_amount":10.01,"transaction_amount_refunded":${refunded ? '10.01' : '0'},
    "external_reference":null,"payment_method_id":"pix","date_created":"${created}","date_approved":"${created}",
    "date_last_updated":"${refunded ?? created}","fee_details":[],
    "refunds":[${refunded ? `{"id":${refundId},"payment_id":${id},"amount":10.01,"status":"approved"}` : ''}]}`
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    const isSearch = request.url?.startsWith('/v1/payments/search')
    if (request.method === 'POST') refunded = at()
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    if (isSearch) response.end(`{"paging":{"total":1,"limit":50,"offset":0},"results":[${payment()}]}`)
    else if (request.method === 'POST')
      response.end(`{"id":${refundId},"payment_id":${id},"amount":10.01,"status":"approved"}`)
    else response.end(payment())
    request.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test.each([
  { id: '9007199254740993', refundId: '9007199254740995' },
  { id: '18446744073709551615', refundId: '18446744073709551613' },
])('payment $id and refund $refundId keep every digit in a round trip', async ({ id, refundId }) => {
  harness.clock.advance(24 * 60 * 60 * second)
  const provider = await startHugeIds({ id, refundId })
  try {
    const payments = harness.build(harness.providerAt(provider.url))
    await settle(payments)
    const [credit] = await harness.query<{ id: string }>(
      'select c.id from credits c join provider_payments p on p.id = c.provider_payment_id where p.provider_id = $1',
      [id],
    )
    const creditId = credit?.id ?? ''
    await harness.database.transaction((tx) => payments.refundCredit(tx, { creditId, ...decision }))
    const [row] = await harness.query<{ id: string }>('select id from refunds where credit_id = $1', [
      creditId,
    ])
    await payments.jobs['refunds.issue'].run({ refundId: row?.id ?? '' })
    harness.queue.length = 0
    expect(provider.asked).toContain(`POST /v1/payments/${id}/refunds`)
    expect(
      await harness.query(
        'select status, provider_refund_id, amount::text from refunds where credit_id = $1',
        [creditId],
      ),
    ).toEqual([{ status: 'done', provider_refund_id: refundId, amount: '1001' }])
    // The provider's list contains the same refund: it is not taken for another one.
    await settle(payments)
    expect(await harness.query('select 1 from refunds where credit_id = $1', [creditId])).toHaveLength(1)
    expect(await payments.checkBooks()).toEqual([])
  } finally {
    await provider.close()
  }
})

/** Starts an account whose only Pix is created by us, with an id that is too large for a JavaScript number. */
async function startHugeCharge(id: string) {
  const asked: string[] = []
  let status = 'pending'
  let created: { external_reference?: string; transaction_amount?: number; date_of_expiration?: string } = {}
  const payment = () => {
    const now = harness.clock.now().toISOString().replace('Z', '-00:00')
    const code = buildBrCode({
      ...{ key: 'loja@exemplo.com.br', merchantName: 'Loja', city: 'Florianopolis' },
      amount: Math.round((created.transaction_amount ?? 0) * 100),
    })
    const rest = JSON.stringify({
      ...{ status, status_detail: status === 'approved' ? 'accredited' : status, currency_id: 'BRL' },
      ...created,
      ...{ transaction_amount_refunded: 0, payment_method_id: 'pix', fee_details: [], refunds: [] },
      ...{ date_created: now, date_last_updated: now, date_approved: status === 'approved' ? now : null },
      point_of_interaction: { transaction_data: { qr_code: code } },
    })
    return `{"id":${id},${rest.slice(1)}`
  }
  const server = createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    asked.push(`${request.method} ${path}`)
    const body = await text(request)
    if (request.method === 'POST') {
      const { external_reference, transaction_amount, date_of_expiration } = JSON.parse(body)
      created = { external_reference, transaction_amount, date_of_expiration }
    }
    if (request.method === 'PUT') status = JSON.parse(body).status
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    if (path === '/v1/payments/search')
      response.end(`{"paging":{"total":1,"limit":50,"offset":0},"results":[${payment()}]}`)
    else response.end(payment())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    approve: () => {
      status = 'approved'
    },
    status: () => status,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test.each(['9007199254740997', '18446744073709551599'])(
  'the id %s of our charge keeps every digit when created, cancelled, and announced by a notice',
  async (id) => {
    harness.clock.advance(24 * 60 * 60 * second)
    harness.queue.length = 0
    for (const end of ['cancelled', 'paid'] as const) {
      const own = end === 'paid' ? id : `${id.slice(0, -1)}1`
      const provider = await startHugeCharge(own)
      try {
        const payments = harness.build(harness.providerAt(provider.url))
        const { viewer, first } = await harness.customer({ instalments: 1 })
        const started = await payments.startCharge({ viewer, instalmentIds: [first] })
        if (!started.ok) throw new Error(started.code)
        const { chargeId } = started.value
        expect(await harness.charge(chargeId)).toMatchObject({ status: 'pending', provider_id: own })
        if (end === 'cancelled') {
          expect(await payments.cancelCharge({ chargeId })).toMatchObject({ ok: true })
          expect(provider.asked).toContain(`PUT /v1/payments/${own}`)
          expect(provider.status()).toBe('cancelled')
          expect((await harness.charge(chargeId)).status).toBe('cancelled')
          continue
        }
        provider.approve()
        const ts = String(harness.clock.now().getTime())
        const v1 = createHmac('sha256', webhookSecret)
          .update(`id:${own};request-id:${own};ts:${ts};`)
          .digest('hex')
        const received = await payments.receiveWebhook({
          provider: 'mercado-pago',
          query: new URLSearchParams({ 'data.id': own, type: 'payment' }),
          headers: new Headers({ 'x-request-id': own, 'x-signature': `ts=${ts},v1=${v1}` }),
          body: `{"type":"payment","action":"payment.updated","data":{"id":${own}}}`,
        })
        expect(received).toMatchObject({ ok: true })
        await harness.work(undefined, payments)
        expect(provider.asked).toContain(`GET /v1/payments/${own}`)
        expect(await harness.statuses([first])).toEqual(['paid'])
        expect(
          await harness.query('select provider_id from provider_payments where charge_id = $1', [chargeId]),
        ).toEqual([{ provider_id: own }])
        expect(await payments.checkBooks()).toEqual([])
      } finally {
        await provider.close()
      }
    }
  },
)

test('reports a ledger breach beyond 2^53 centavos digit by digit', async () => {
  const id = newId()
  await harness.query(
    `with sold as (insert into ledger_transactions (id, key, kind, day, created_at)
       values ($1, $2, 'sale', '2026-11-21', now()) returning id)
     insert into ledger_entries (transaction_id, line, account, amount)
     select id, line, account, amount from sold, (values (0, 'credits', -9007199254740991), (1, 'credits', -9007199254740990),
       (2, 'cash', 18014398509481981)) as entry (line, account, amount)`,
    [id, `huge:${id}`],
  )
  const [{ open = '' } = {}] = await harness.query<{ open: string }>(
    `select coalesce(sum(amount), 0) as open from credits where status = 'open'`,
  )
  const amounts = [18_014_398_509_481_981n + BigInt(open), BigInt(open)].map(formatBRL)
  expect(await harness.payments.checkBooks()).toEqual([
    `o crédito dos clientes é a soma dos créditos em aberto: credits, ${amounts.join(' e ')}`,
  ])
})
