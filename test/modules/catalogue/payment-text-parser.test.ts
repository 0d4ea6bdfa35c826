import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, formatBRL, sum } from '../../../src/core/money.ts'
import {
  type PaymentTerms,
  parsePaymentTerms,
  paymentTypeText,
  planTotal,
} from '../../../src/modules/catalogue/public.ts'
import { parsePaymentText } from '../../support/parse-payment-text.ts'

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
  [
    'entrada R$ 400 + 12x R$ 199,90',
    'R$ 1.500,00',
    { rows: 13, entry: 40_000, first: 19_990, total: 279_880, second: '2026-12-21', method: 'pix' },
  ],
  ['entrada R$400+12xR$199,90 no cartão', 'R$ 1.500,00', { rows: 13, total: 279_880, method: 'credit_card' }],
  ['12xR$ 199,90', 'R$ 1.500,00', { rows: 12, first: 19_990 }],
  ['12× R$ 199,90', 'R$ 1.500,00', { rows: 12, first: 19_990 }],
  ['5x', 'R$ 1.000,00', { rows: 5, first: 20_000, second: '2026-12-21', method: 'pix' }],
  ['mensal', '12x R$ 50,00 no cartão', { rows: 12, method: 'pix' }],
  ['Mensal no cartão', 'R$ 1.200,00', { rows: 12, method: 'credit_card' }],
  ['12 vezes', 'R$ 1.200,00', { rows: 12, first: 10_000, second: '2026-12-21', method: 'pix' }],
  ['12 vezes de R$ 100', 'R$ 1.200,00', { rows: 12, first: 10_000, second: '2026-12-21' }],
  ['12 parcelas mensais de R$ 110,00', 'R$ 1.200,00', { rows: 12, first: 11_000, second: '2026-12-21' }],
  ['10 prestações semanais', 'R$ 1.000,00', { rows: 10, first: 10_000, second: '2026-11-28' }],
  ['R$ 400 + 20 vezes de R$ 99,90', 'a combinar', { rows: 21, entry: 40_000, total: 239_800 }],
  ['uma vez', 'R$ 1.200,00', { rows: 1, total: 120_000 }],
  ['3x sem entrada', 'R$ 900,00', { rows: 3, entry: undefined, first: 30_000 }],
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
  ['entrada R$ 400 + 20x R$ 99,90 quinzenal', 'R$ 2.398,00', 'cadence_unread'],
  ['a cada 15 dias 4x R$ 100', 'R$ 400,00', 'cadence_unread'],
  ['20x R$ 99,90 por semana', 'R$ 1.998,00', 'cadence_unread'],
  ['4 parcelas trimestrais', 'R$ 400,00', 'cadence_unread'],
  ['parcelas anuais', 'R$ 400,00', 'cadence_unread'],
  ['30x R$ 10 todo dia', 'R$ 300,00', 'cadence_unread'],
])('"%s" at "%s" is refused: %s', (paymentType, priceText, code) => {
  expect(read(paymentType, priceText)).toBe(code)
})

test('instalments parsed from a text add up to the price', () => {
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

const amount = fc.integer({ min: 1, max: 9_999_999 })
const times = fc.integer({ min: 1, max: 120 })
const entry = fc.option(amount, { nil: undefined })

test.each([
  ['semanal', 'weekly', 20],
  ['mensal', 'monthly', 12],
  ['parcelado', 'monthly', 5],
] as const)(
  "'%s' without a count: an entry if there is one, then the default number",
  (word, cadence, count) => {
    fc.assert(
      fc.property(entry, fc.integer({ min: 120, max: 9_999_999 }), (first, rest) => {
        const paymentType = first === undefined ? word : `${word}, entrada ${formatBRL(first)}`
        const parsed = parsePaymentTerms({ paymentType, priceText: formatBRL((first ?? 0) + rest) })
        expect(parsed).toEqual({
          ok: true,
          value: {
            cadence,
            method: 'pix',
            ...(first !== undefined && { entry: first }),
            instalments: allocate(rest, count),
          },
        })
      }),
    )
  },
)

test("'entrada R$ x + Nx R$ y' and 'Nx R$ y' are kept as stated, including a surcharge over the price", () => {
  fc.assert(
    fc.property(entry, times, amount, fc.boolean(), (first, count, each, card) => {
      const parts = `${count}x ${formatBRL(each)}${card ? ' no cartão' : ''}`
      const paymentType = first === undefined ? parts : `entrada ${formatBRL(first)} + ${parts}`
      expect(parsePaymentTerms({ paymentType, priceText: 'a combinar' })).toEqual({
        ok: true,
        value: {
          cadence: 'monthly',
          method: card ? 'credit_card' : 'pix',
          ...(first !== undefined && { entry: first }),
          instalments: Array.from({ length: count }, () => each),
        },
      })
    }),
  )
})

const terms = fc
  .record({
    first: entry,
    count: times,
    rest: amount,
    kind: fc.constantFrom('weekly', 'monthly', 'card', 'once'),
  })
  .filter(({ rest, count }) => rest >= count)
  .map(({ first, count, rest, kind }): PaymentTerms => {
    if (kind === 'once') return { cadence: 'once', method: 'pix', instalments: [rest] }
    return {
      cadence: kind === 'weekly' ? 'weekly' : 'monthly',
      method: kind === 'card' ? 'credit_card' : 'pix',
      ...(first !== undefined && { entry: first }),
      instalments: allocate(rest, count),
    }
  })

test("a plan's text is parsed back to the same plan, including uneven instalments", () => {
  fc.assert(
    fc.property(terms, (plan) => {
      const priceText = formatBRL(planTotal(plan))
      expect(parsePaymentTerms({ paymentType: paymentTypeText(plan), priceText })).toEqual({
        ok: true,
        value: plan,
      })
    }),
    { numRuns: 500 },
  )
})
