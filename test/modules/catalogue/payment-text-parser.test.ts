import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBRL, sum } from '../../../src/core/money.ts'
import { parsePaymentText } from '../../../src/modules/catalogue/public.ts'

const today = '2026-11-21'

function read(paymentType: string, priceText: string) {
  const outcome = parsePaymentText({ paymentType, priceText, today })
  if (!outcome.ok) return outcome.code
  const rows = outcome.value
  const amounts = rows.map(({ amount }) => amount)
  return {
    rows: rows.length,
    entry: rows[0]?.kind === 'entrada' ? rows[0].amount : undefined,
    first: rows.find(({ kind }) => kind !== 'entrada')?.amount,
    total: sum(amounts),
    second: rows[1]?.dueDate,
    last: rows.at(-1)?.dueDate,
    method: rows.at(-1)?.method,
  }
}

test.each([
  [
    'Semanal',
    'R$ 2.000,00',
    { rows: 20, first: 10_000, total: 200_000, second: '2026-11-28', method: 'pix' },
  ],
  ['PIX semanal 10x', 'R$ 1.000,00', { rows: 10, first: 10_000, total: 100_000, last: '2027-01-23' }],
  ['semanal no cartão', 'R$ 2.000,00', { rows: 20, method: 'pix' }],
  [
    'semanal',
    'R$ 400 + 20x R$ 99,90',
    { rows: 21, entry: 40_000, first: 9_990, total: 239_800, second: '2026-11-28', last: '2027-04-10' },
  ],
  ['semanal 20x', 'R$ 400,00 + 20x R$ 99,90', { rows: 21, entry: 40_000, total: 239_800 }],
  ['semanal, entrada de R$ 400', 'R$ 2.400,00', { rows: 21, entry: 40_000, first: 10_000, total: 240_000 }],
  ['Mensal', 'R$ 1.200,00', { rows: 12, first: 10_000, total: 120_000, second: '2026-12-21', method: 'pix' }],
  ['mensal com entrada R$ 300,00', 'R$ 1.500,00', { rows: 13, entry: 30_000, first: 10_000, total: 150_000 }],
  [
    'Entrada R$ 100,00 + 5x R$ 119,40',
    'R$ 697,00',
    { rows: 6, entry: 10_000, first: 11_940, total: 69_700, second: '2026-12-21', last: '2027-04-21' },
  ],
  ['Entrada R$ 400,00 + 6x R$ 250,00', 'R$ 1.500,00', { rows: 7, entry: 40_000, total: 190_000 }],
  ['Parcelado', 'R$ 1.200,00', { rows: 5, first: 24_000, total: 120_000, method: 'pix' }],
  ['Parcelado no cartão', 'R$ 1.200,00', { rows: 5, total: 120_000, method: 'credit_card' }],
  ['Cartão em 6x', 'R$ 2.500,00', { rows: 6, first: 41_667, total: 250_000, method: 'credit_card' }],
  ['cartao 6x R$ 416,67', 'R$ 2.500,00', { rows: 6, first: 41_667, total: 250_000, method: 'credit_card' }],
  ['6 x de R$ 1.000,00', 'R$ 5.000,00', { rows: 6, first: 100_000, total: 600_000, method: 'pix' }],
  ['3x', 'R$ 100,00', { rows: 3, first: 3_334, total: 10_000 }],
  ['À vista', 'R$ 1.500,00', { rows: 1, first: 150_000, total: 150_000, method: 'pix' }],
  ['Cartão de crédito', 'R$ 1.500,00', { rows: 1, total: 150_000, method: 'pix' }],
  ['', 'R$ 497,00', { rows: 1, total: 49_700 }],
  ['10x R$ 50,00', 'a combinar', { rows: 10, total: 50_000 }],
])('"%s" at "%s"', (paymentType, priceText, expected) => {
  expect(read(paymentType, priceText)).toMatchObject(expected)
})

test.each([
  ['À vista', 'a combinar', 'invalid_price'],
  ['À vista', 'R$ 0,00', 'invalid_price'],
  ['Mensal', '', 'invalid_price'],
  ['10x R$ 99.90', 'R$ 999,00', 'invalid_price'],
  ['Entrada R$ 15.50 + 3x R$ 20,00', 'R$ 75,50', 'invalid_price'],
  ['Mensal 12x', 'R$ 0,10', 'invalid_price'],
  ['0x', 'R$ 100,00', 'invalid_count'],
  ['400x', 'R$ 1.000,00', 'invalid_count'],
  ['Mensal, entrada R$ 500,00', 'R$ 400,00', 'entry_exceeds_price'],
])('"%s" at "%s" is refused: %s', (paymentType, priceText, code) => {
  expect(read(paymentType, priceText)).toBe(code)
})

test('a price split by a text adds up to the price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 99_999_999 }),
      fc.integer({ min: 1, max: 120 }),
      fc.constantFrom('PIX semanal', 'PIX mensal', 'Parcelado', 'Cartão'),
      (price, times, kind) => {
        expect(read(`${kind} ${times}x`, formatBRL(price))).toMatchObject({ rows: times, total: price })
      },
    ),
  )
})
