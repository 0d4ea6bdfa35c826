import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readNotice, verifySignature } from '../../../src/modules/payments/adapters/mercado-pago/notice.ts'

const requestId = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e'
const ts = '1742505638683'
const notice = {
  secret: 'test-secret',
  requestId,
  now: new Date(Number(ts) + 60_000),
}
const signed = (v1: string, at = ts) => `ts=${at},v1=${v1}`
const numeric = '9183876b0461ce2d229394a1feef35d6e4c76e09358e7d4583705b7d14183a6a'
const upper = 'ac74da4a7e8a1f1784dcde2b7546f4b3e695bdfb6b7793b9081f29830423de2f'
const lower = 'b411944faa5c6a07e50afc3be4cd56e34f21c54c6ffc0a1827af719b4a064129'

test.each([
  ['123456', numeric],
  ['ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', upper],
  ['ord01jq4s4ky8hwq6na5pxb65b3d3', lower],
  ['ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', lower],
  ['ord01jq4s4ky8hwq6na5pxb65b3d3', upper],
])('the published test vector of %s is accepted', (dataId, v1) => {
  expect(verifySignature({ ...notice, dataId, signature: signed(v1) })).toMatchObject({ ok: true })
})

test('spaces and the order of the signature parts do not matter', () => {
  expect(verifySignature({ ...notice, dataId: '123456', signature: `v1=${numeric}, ts=${ts}` }).ok).toBe(true)
})

test.each([
  ['another id', { dataId: '123457' }],
  ['another request id', { requestId: 'another' }],
  ['no request id', { requestId: undefined }],
  ['no id', { dataId: undefined }],
  ['another secret', { secret: 'other-secret' }],
  ['another time', { signature: signed(numeric, '1742505638684') }],
])('%s is refused as forged', (_, change) => {
  const given = { ...notice, dataId: '123456', signature: signed(numeric), ...change }
  expect(verifySignature(given)).toMatchObject({ ok: false, code: 'forged' })
})

test.each([undefined, '', 'v1=', `ts=${ts}`, `ts=abc,v1=${numeric}`, `ts=${ts},v1=1234`])(
  'the header %s is refused as unsigned',
  (signature) => {
    expect(verifySignature({ ...notice, dataId: '123456', signature })).toMatchObject({ code: 'unsigned' })
  },
)

test('accepts a delivery retried for fifteen days, and refuses a much older one', () => {
  const days = (count: number) => new Date(Number(ts) + count * 86_400_000)
  const at = (now: Date) =>
    verifySignature({ ...notice, now, dataId: '123456', signature: signed(numeric) }).ok
  expect([0, 15, 19].map((count) => at(days(count)))).toEqual([true, true, true])
  expect([30, -3].map((count) => at(days(count)))).toEqual([false, false])
})

test('refuses a delivery after twenty days, or too long before its time', () => {
  const after = (milliseconds: number) =>
    verifySignature({
      ...{ ...notice, dataId: '123456', signature: signed(numeric) },
      now: new Date(Number(ts) + milliseconds),
    }).ok
  const day = 86_400_000
  expect([20 * day, 20 * day + 1, -day, -day - 1].map(after)).toEqual([true, false, true, false])
})

test.each([
  [1_000_000_000_000, '1000000000000', false],
  [1_000_000_000_001, '1000000000001', true],
])('a timestamp counts as milliseconds above 1e12: %i', (_, text, isInTime) => {
  const v1 = createHmac('sha256', 'test-secret').update(`id:1;ts:${text};`).digest('hex')
  const given = { secret: 'test-secret', requestId: undefined, dataId: '1', signature: signed(v1, text) }
  expect(verifySignature({ ...given, now: new Date(1_000_000_000_001) }).ok).toBe(isInTime)
})

test('an id is also tried as it was sent', () => {
  const v1 = createHmac('sha256', 'test-secret')
    .update(`id:aB;request-id:${requestId};ts:${ts};`)
    .digest('hex')
  expect(verifySignature({ ...notice, dataId: 'aB', signature: signed(v1) }).ok).toBe(true)
})

test('ignores signature parts that are not pairs', () => {
  const signature = `${signed(numeric)},v1x,tsx`
  expect(verifySignature({ ...notice, dataId: '123456', signature }).ok).toBe(true)
})

test('accepts a notice signed without an id', () => {
  const v1 = createHmac('sha256', 'test-secret').update(`request-id:${requestId};ts:${ts};`).digest('hex')
  const signature = `a, =b,v1=${v1} , ts= ${ts}`
  expect(verifySignature({ ...notice, dataId: undefined, signature }).ok).toBe(true)
  expect(verifySignature({ ...notice, dataId: '123456', signature }).ok).toBe(false)
})

test.each([
  `ts=${ts}x,v1=${numeric}`,
  `ts=x${ts},v1=${numeric}`,
  `ts=${ts},v1=${numeric}0`,
  `ts=${ts},v1=0${numeric}`,
  `v1=${numeric}`,
])('the header %s is not a signature', (signature) => {
  expect(verifySignature({ ...notice, dataId: '123456', signature })).toMatchObject({ code: 'unsigned' })
})

test('accepts a timestamp in seconds and a missing request id', () => {
  const seconds = '1742505638'
  const v1 = createHmac('sha256', 'test-secret').update(`id:123456;ts:${seconds};`).digest('hex')
  const given = { ...notice, requestId: undefined, dataId: '123456', signature: signed(v1, seconds) }
  expect(verifySignature(given)).toMatchObject({ ok: true })
})

const readAt = (query: string, body = '{"action":"payment.updated","type":"payment"}', headers = {}) =>
  readNotice(
    {
      query: new URLSearchParams(query),
      headers: new Headers({ 'x-request-id': requestId, 'x-signature': signed(numeric), ...headers }),
      body,
    },
    notice,
  )

test('an authentic notice names its payment, under a key that its copies share', () => {
  expect(readAt('data.id=123456&type=payment')).toEqual({
    ok: true,
    value: [
      {
        deliveryKey: `${requestId}:123456`,
        providerId: '123456',
        kind: 'payment',
        action: 'payment.updated',
      },
    ],
  })
  expect(readAt('data.id=123456&type=payment', 'no JSON')).toMatchObject({
    ok: true,
    value: [{ kind: 'payment' }],
  })
})

test('an authentic notice about another subject yields nothing', () => {
  expect(readAt('data.id=123456&type=plan')).toEqual({ ok: true, value: [] })
})

test('truncates what a notice says; an invalid id yields nothing', () => {
  const sign = (id: string, request: string) =>
    createHmac('sha256', 'test-secret').update(`id:${id};request-id:${request};ts:${ts};`).digest('hex')
  const read = (id: string, { action = 'a', request = requestId } = {}) =>
    readAt(`data.id=${id}`, JSON.stringify({ type: 'payment', action }), {
      ...{ 'x-request-id': request, 'x-signature': signed(sign(id, request)) },
    })
  const long = read('123456', { action: 'a'.repeat(70), request: 'r'.repeat(400) })
  expect(long).toMatchObject({ value: [{ action: 'a'.repeat(60), deliveryKey: 'r'.repeat(300) }] })
  for (const id of ['12a', 'a12', '123456789012345678901']) expect(read(id)).toEqual({ ok: true, value: [] })
  expect(read('12345678901234567890')).toMatchObject({ value: [{ providerId: '12345678901234567890' }] })
  // The topic of an older notice next to an id changes nothing, and a forged notice is refused whatever its topic.
  expect(readAt('data.id=123456&topic=payment&type=payment')).toMatchObject({ ok: true, value: [{}] })
  expect(readAt('data.id=123457&type=plan')).toMatchObject({ ok: false, code: 'forged' })
})

test('an unsigned legacy notice is always refused', () => {
  expect(readAt('topic=payment&id=123456')).toMatchObject({ ok: false, code: 'legacy' })
})
