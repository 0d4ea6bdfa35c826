import { expect, test } from 'vitest'
import { parseLosslessJson } from '../../../src/core/lossless-json.ts'
import { readNotice } from '../../../src/modules/payments/adapters/api-pix/notice.ts'
import { readPix } from '../../../src/modules/payments/adapters/api-pix/wire.ts'
import { chargeReference } from '../../../src/modules/payments/adapters/mercado-pago/reference.ts'
import { readPayment } from '../../../src/modules/payments/adapters/mercado-pago/wire.ts'
import { pageAddress } from '../../../src/modules/payments/adapters/page-address.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'

function read(
  by: (node: NonNullable<ReturnType<typeof parseLosslessJson>>) => ListedPayment,
  document: object,
) {
  const node = parseLosslessJson(JSON.stringify(document))
  if (!node) throw new Error('no JSON')
  return by(node)
}

test('the reference of a charge holds its instalment’s id; that of several instalments holds the time too', () => {
  const now = new Date('2026-11-21T13:00:00Z')
  const named = (instalments: number, prefix?: string) =>
    chargeReference({ id: '0198aaaa-0000-4000-8000-00000000abcd', instalments, prefix, now })
  expect(named(1)).toBe('PARC_0198aaaa-0000-4000-8000-00000000abcd')
  expect(named(2)).toBe(`MULT_0198aaaa-0000-4000-8000-00000000abcd_${now.getTime()}`)
  expect(named(1, 'cpf-consult-')).toBe(`cpf-consult-${now.getTime()}-00000000abcd`)
})

const long = (length: number) => `https://x.example/${'a'.repeat(length - 18)}`
test.each([
  ['https://mp.example/a', 'https://api.example', true],
  ['http://mp.example/a', 'https://api.example', false],
  ['http://127.0.0.1/a', 'http://127.0.0.1', true],
  ['javascript:alert(1)', 'http://127.0.0.1', false],
  ['no address', 'https://api.example', false],
  [undefined, 'https://api.example', false],
  [long(2_000), 'https://api.example', true],
  [long(2_001), 'https://api.example', false],
])('redirects a payer to %.30s for an API at %s: %s', (address, api, isSent) => {
  expect(pageAddress(address, api)).toBe(isSent ? address : undefined)
})

const notice = (secret: string, ...ids: unknown[]) => ({
  query: new URLSearchParams({ token: secret }),
  headers: new Headers(),
  body: JSON.stringify({ pix: ids.map((endToEndId) => ({ endToEndId })) }),
})

test('a bank’s notice is read only with the secret and names payments by ids of 32 letters and digits', () => {
  const id = 'E'.padEnd(32, '0')
  const found = readNotice(notice('s', id, `${id}0`, id.slice(1), `-${id.slice(1)}`, 7), 's')
  expect(found).toMatchObject({ ok: true, value: [{ providerId: id, kind: 'pix' }] })
  expect(found.ok && found.value.length).toBe(1)
  expect(readNotice(notice('t', id), 's')).toEqual({ ok: false, code: 'forged' })
  expect(readNotice(notice('', id), 's')).toEqual({ ok: false, code: 'unsigned' })
})

const pix = { endToEndId: 'E'.padEnd(32, '0'), valor: '10.00', horario: '2026-11-21T13:00:00Z' }
const back = (valor: string, status = 'DEVOLVIDO') => ({
  id: 'a',
  rtrId: 'D1',
  valor,
  status,
  natureza: 'ORIGINAL',
})
test.each([
  ['none', [], { status: 'CONCLUIDA', state: 'approved', refunded: 0 }],
  ['a centavo', [back('0.01')], { status: 'DEVOLVIDO', state: 'approved', refunded: 1 }],
  ['all', [back('10.00')], { status: 'DEVOLVIDO', state: 'refunded', refunded: 1_000 }],
  ['one under way', [back('10.00', 'EM_PROCESSAMENTO')], { status: 'CONCLUIDA', refunded: 0 }],
])('reads a Pix with these returns: %s', (_, devolucoes, expected) => {
  expect(read(readPix, { ...pix, devolucoes })).toMatchObject(expected)
})

const paid = {
  ...{ id: 1234567, status: 'approved', status_detail: 'accredited', currency_id: 'BRL' },
  ...{ transaction_amount: 10, refunds: [] as object[] },
}
const refund = { id: 7654321, amount: 3, status: 'approved' }
test.each([
  ['nothing', {}, { refunded: 0 }],
  ['the amount', { transaction_amount_refunded: 3, refunds: [refund] }, { refunded: 300 }],
  ['a list only', { refunds: [refund] }, { unreadable: ['transaction_amount_refunded'] }],
  ['a list and null', { transaction_amount_refunded: null, refunds: [refund] }, { amount: 1_000 }],
  ['a detail only', { status_detail: 'partially_refunded' }, { unreadable: ['transaction_amount_refunded'] }],
  ['a refused refund only', { refunds: [{ ...refund, status: 'rejected' }] }, { refunded: 0 }],
])('a missing refunded amount is not read as zero: given as %s', (_, change, expected) => {
  expect(read(readPayment, { ...paid, ...change })).toMatchObject(expected)
})
