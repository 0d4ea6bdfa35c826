import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { completeReturn, createReceivedPix, requestReturn } from '../../simulator/api-pix/pix.ts'
import { brCode, crc16 } from '../../simulator/br-code.ts'
import { providerDate, readProviderDate, systemClock } from '../../simulator/clock.ts'
import { html } from '../../simulator/html.ts'
import { centavosOf, percentOf } from '../../simulator/money.ts'
import { parseFaults } from '../../simulator/parse-faults.ts'
import { onePixelPng } from '../../simulator/payment-view.ts'
import {
  applyAction,
  type Payment,
  type PaymentStatus,
  paymentActions,
  transitions,
} from '../../simulator/payments.ts'
import { retryScheduleOf } from '../../simulator/retry-schedule.ts'
import { sign } from '../../simulator/signature.ts'
import { isCnpj, isCpf } from '../../simulator/tax-ids.ts'
import { isLoopback } from '../../simulator/webhook-post.ts'
import { createNotices } from '../../simulator/whatsapp/notices.ts'
import { startWebhookReceiver, waitUntil } from './test-simulator.ts'

test.each([
  ['123456', '9183876b0461ce2d229394a1feef35d6e4c76e09358e7d4583705b7d14183a6a'],
  ['ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', 'ac74da4a7e8a1f1784dcde2b7546f4b3e695bdfb6b7793b9081f29830423de2f'],
  ['ord01jq4s4ky8hwq6na5pxb65b3d3', 'b411944faa5c6a07e50afc3be4cd56e34f21c54c6ffc0a1827af719b4a064129'],
])('the signature for %s is the published one', (dataId, expected) => {
  const requestId = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e'
  expect(sign({ secret: 'test-secret', dataId, requestId, ts: '1742505638683' })).toBe(expected)
})

test('the checksum of a BR Code is the published one', () => {
  expect(crc16('123456789')).toBe('29B1')
  const expected =
    '00020126470014br.gov.bcb.pix0125financeiro@exemplo.com.br520400005303986540599.905802BR5920EMPRESA EXEMPLO LTDA6013FLORIANOPOLIS62290525PARC0000000000000000012346304ADB5'
  const code = brCode({
    key: 'financeiro@exemplo.com.br',
    amountCentavos: 9990,
    name: 'EMPRESA EXEMPLO LTDA',
    city: 'FLORIANÓPOLIS',
    txid: 'PARC000000000000000001234',
  })
  expect(code).toBe(expected)
})

test.each(['52998224725', '11144477735', '00000000191'])('%s is a valid CPF', (text) => {
  expect(isCpf(text)).toBe(true)
})

test.each(['12345678900', '11111111111', '529.982.247-25', '5299822472'])('%s is not a valid CPF', (text) => {
  expect(isCpf(text)).toBe(false)
})

test.each(['12ABC34501DE35', '1345C3A5000106', 'R55231B3000757', '11222333000181'])(
  '%s is a valid CNPJ',
  (text) => {
    expect(isCnpj(text)).toBe(text.length === 14)
  },
)

test.each(['12ABC34501DE36', '00000000000000', '12abc34501de35'])('%s is not a valid CNPJ', (text) => {
  expect(isCnpj(text)).toBe(false)
})

test.each([
  [99.9, 9990],
  [0.01, 1],
  [2500, 250000],
  [416.67, 41667],
  [1.005, undefined],
  [0, undefined],
  [-1, undefined],
  ['99.90', undefined],
  [Number.NaN, undefined],
  [1e21, undefined],
])('%s reais are %s centavos', (amount, centavos) => {
  expect(centavosOf(amount)).toBe(centavos)
})

test.each([
  [9990, 0, 0],
  [10000, 0.99, 99],
  [5000, 0.99, 50],
  [4949, 0.99, 49],
  [1, 50, 1],
  [100_000_000_000, 0.0001, 100_000],
  [9990, 100, 9990],
])('%s centavos at %s %% are %s', (amount, percent, part) => {
  expect(percentOf(amount, percent)).toBe(part)
})

test('a provider date needs milliseconds, an offset and an existing day', () => {
  expect(readProviderDate('2026-11-21T10:31:00.000-03:00')?.toISOString()).toBe('2026-11-21T13:31:00.000Z')
  expect(providerDate('2026-11-21T13:31:00.000Z')).toBe('2026-11-21T10:31:00.000-03:00')
  for (const invalid of [
    '2026-11-21T10:31:00-03:00',
    '2026-11-21T10:31:00.000Z',
    '2026-02-30T10:31:00.000-03:00',
  ]) {
    expect(readProviderDate(invalid)).toBeUndefined()
  }
})

test('every status is reachable by the documented transitions and every other transition is refused', () => {
  const reached = new Set<PaymentStatus>(['pending', 'authorized'])
  for (const status of reached) for (const next of transitions[status]) reached.add(next)
  expect([...reached].sort()).toEqual(Object.keys(transitions).sort())
  for (const status of Object.keys(transitions) as PaymentStatus[]) {
    for (const action of paymentActions) {
      const decision = applyAction({ ...pendingPayment, status }, action, new Date(0))
      if (decision.ok) expect(transitions[status]).toContain(decision.payment.status)
      else expect(decision.message).toContain(status)
    }
  }
})

test('the QR image is a valid PNG', () => {
  const png = Buffer.from(onePixelPng, 'base64')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const at = png.indexOf('IDAT')
  const length = png.readUInt32BE(at - 4)
  expect(inflateSync(png.subarray(at + 4, at + 4 + length)).length).toBeGreaterThan(0)
})

test('retry delays are short by default and divided by a time factor', () => {
  expect(retryScheduleOf(undefined).delaysMs).toEqual([1000, 2000, 5000, 15000, 30000])
  expect(retryScheduleOf(1).delaysMs).toEqual([900_000, 1_800_000, 21_600_000, 172_800_000, 345_600_000])
  expect(retryScheduleOf(1).timeoutMs).toBe(22_000)
  expect(retryScheduleOf(900).timeoutMs).toBe(5000)
})

test.each([
  ['http://127.0.0.1:3000/x', true],
  ['http://localhost/x', true],
  ['http://[::1]:3000/', true],
  ['http://127.0.0.1.example.com/', false],
  ['http://localhost.example.com/', false],
  ['http://10.0.0.1/', false],
  ['http://2130706433/', true],
])('whether %s is on this machine: %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected)
})

test('faults are parsed strictly', () => {
  expect(parseFaults({ duplicate: true, delayMs: 5, reorder: false })).toEqual({
    ok: true,
    faults: { duplicate: 1, delayMs: 5 },
  })
  for (const invalid of [
    { typo: 1 },
    { delayMs: -1 },
    { failCreate: '200' },
    { wrongAmount: 'x' },
    { toString: 1 },
    { feePercent: 100.5 },
    { feePercent: 0.12345 },
    { failProbability: 1.1 },
    { failProbability: -0.1 },
    { hang: 'x' },
    { failRefund: { status: 500, afterRefunding: 1 } },
    { staleReads: -1 },
  ]) {
    expect(parseFaults(invalid).ok).toBe(false)
  }
})

test('escapes values in a page', () => {
  expect(html`<b title="${'"x'}">${'<script>&'}</b>`.text).toBe('<b title="&#34;x">&#60;script&#62;&#38;</b>')
})

const pendingPayment: Payment = {
  id: 1,
  method: 'pix',
  status: 'pending',
  statusDetail: 'pending_waiting_transfer',
  amount: 100,
  paidAmount: null,
  fee: null,
  installments: 1,
  description: null,
  externalReference: null,
  notificationUrl: null,
  payer: { email: null, first_name: null, last_name: null, identification: null },
  metadata: {},
  refunds: [],
  qrCode: null,
  createdAt: '1970-01-01T00:00:00.000Z',
  updatedAt: '1970-01-01T00:00:00.000Z',
  approvedAt: null,
  expiresAt: null,
  idempotencyKey: null,
}

test('a return in process takes its part of a Pix, one that was not carried out gives it back', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const pix = createReceivedPix({ amount: 10_000, key: 'loja@exemplo.com.br', now })
  const ask = (id: string, amount: number) => requestReturn(pix, { id, amount, nature: 'ORIGINAL', now })
  const first = ask('a', 6_000)
  expect(() => ask('b', 4_001)).toThrow()
  ask('c', 4_000)
  completeReturn(first, 'NAO_REALIZADO', now)
  expect(() => ask('d', 6_001)).toThrow()
  expect(ask('e', 6_000)).toMatchObject({ valor: '60.00', status: 'EM_PROCESSAMENTO' })
})

test('the notices of a message by WhatsApp come in the opposite order, in one batch, when reordered', async () => {
  const { url, notices } = await startWebhookReceiver()
  const changes = [1, 2].map((id) => ({ field: 'messages' as const, value: { id } }))
  const sender = createNotices({
    ...{ url, appSecret: 's', businessAccountId: 'b', clock: systemClock },
    faultsOf: () => ({ reorder: true }),
  })
  sender.send(changes)
  const notice = await waitUntil(() => notices[0])
  expect((notice.body as unknown as { entry: object[] }).entry).toMatchObject([
    { changes: changes.toReversed() },
  ])
  sender.stop()
})
