import { expect, test } from 'vitest'
import { differenceToCash, impliedRate, planCost } from '../../../src/modules/catalogue/domain/cost.ts'
import { howToPay } from '../../../src/modules/catalogue/domain/payment-text.ts'
import {
  MAX_INSTALMENTS,
  parsePaymentTerms,
} from '../../../src/modules/catalogue/domain/payment-text-parser.ts'
import {
  AGREED_PLAN_ID,
  agreedPlan,
  cashPlan,
  fixedPlan,
} from '../../../src/modules/catalogue/domain/plan.ts'

const pix = { cadence: 'monthly', method: 'pix', instalments: [100, 100] } as const

test('terms agreed with one customer are compared with the cash price, unless they are a cash payment', () => {
  const { plan, plans } = agreedPlan({ terms: pix, cashPrice: 150, variant: 'pj' })
  expect(plan).toEqual({
    ...pix,
    id: AGREED_PLAN_ID,
    label: 'Condições da sua proposta',
    cashPlanId: 'a-vista',
    count: 2,
    total: 200,
    variant: 'pj',
  })
  expect(plans).toEqual([cashPlan(150), plan])
  const once = agreedPlan({ terms: { cadence: 'once', method: 'pix', instalments: [150] }, cashPrice: 150 })
  expect(once.plan).toMatchObject({
    id: 'proposta',
    label: 'À vista no Pix',
    cashPlanId: 'proposta',
    total: 150,
  })
  expect(once.plan).not.toHaveProperty('variant')
  expect(once.plans).toEqual([once.plan])
})

test('a plan without an entry has an entry of zero; one without a cash plan cannot be compared', () => {
  const cash = cashPlan(150)
  const plan = fixedPlan({ id: 'p', label: 'P', cadence: 'monthly', method: 'pix', times: 2, each: 100 })
  expect(planCost({ plans: [cash, plan] }, plan)).toMatchObject({
    cashPrice: 150,
    entry: 0,
    count: 2,
    total: 200,
  })
  expect(differenceToCash({ plans: [cash, plan] }, plan)).toEqual({ amount: 50, percent: 33.3 })
  expect(() => planCost({ plans: [] }, plan)).toThrow('plan p has no cash plan')
})

/** Returns the value of the payments on the first day, at a rate in percent per period. */
const worth = (payments: readonly (readonly [after: number, amount: number])[], percent: number) =>
  payments.reduce((sum, [after, amount]) => sum + amount / (1 + percent / 100) ** after, 0)

test.each([
  [
    'Pix: the first is paid today',
    { ...pix, instalments: [60_000, 60_000] },
    [
      [0, 60_000],
      [1, 60_000],
    ],
    12,
  ],
  [
    'a card: the first comes with the next bill',
    { ...pix, method: 'credit_card' as const, instalments: [60_000, 60_000] },
    [
      [1, 60_000],
      [2, 60_000],
    ],
    12,
  ],
  [
    'an entry today, and then week by week',
    { ...pix, cadence: 'weekly' as const, entry: 20_000, instalments: [50_000, 50_000] },
    [
      [0, 20_000],
      [1, 50_000],
      [2, 50_000],
    ],
    52,
  ],
] as const)('the implied rate makes the payments worth the cash price; %s', (_, terms, payments, periods) => {
  const rate = impliedRate(terms, 100_000)
  const percent = rate?.percent ?? Number.NaN
  expect(worth(payments, percent - 0.005)).toBeGreaterThanOrEqual(100_000)
  expect(worth(payments, percent + 0.005)).toBeLessThanOrEqual(100_000)
  // The yearly rate follows from the displayed rate, which has two decimals, within the error of that rounding.
  const yearly = (of: number) => ((1 + of / 100) ** periods - 1) * 100
  expect(rate?.yearly).toBeGreaterThanOrEqual(yearly(percent - 0.005) - 0.01)
  expect(rate?.yearly).toBeLessThanOrEqual(yearly(percent + 0.005) + 0.01)
})

test('a dearer plan has a rate, however small; one at the cash price has a rate of zero', () => {
  expect(impliedRate(pix, 200)).toEqual({ percent: 0, period: 'month', yearly: 0 })
  expect(impliedRate(pix, 300)).toEqual({ percent: 0, period: 'month', yearly: 0 })
  expect(impliedRate({ ...pix, instalments: [10_000, 10_100] }, 20_000)).toMatchObject({ percent: 1 })
  // 900 % a month: far above any real price, but still found.
  expect(impliedRate({ ...pix, instalments: [100, 1000] }, 200)).toMatchObject({ percent: 900 })
})

test('the sentence names every share of uneven parts', () => {
  expect(howToPay({ ...pix, instalments: [101, 100, 100] })).toBe(
    '1 parcela de R$ 1,01 e 2 de R$ 1,00 no Pix, uma por mês. A primeira é hoje.',
  )
  expect(howToPay({ ...pix, instalments: [101, 101, 100] }, 'na contratação')).toBe(
    '2 parcelas de R$ 1,01 e 1 de R$ 1,00 no Pix, uma por mês. A primeira é na contratação.',
  )
})

const parse = (paymentType: string, priceText = '') => parsePaymentTerms({ paymentType, priceText })

test('refuses unpayable amounts and counts, at their limits', () => {
  expect(MAX_INSTALMENTS).toBe(120)
  expect(parse('PIX mensal: 120x R$ 1,00')).toMatchObject({ ok: true })
  expect(parse('PIX mensal: 121x R$ 1,00')).toMatchObject({ code: 'invalid_count', detail: '121' })
  expect(parse('PIX mensal: 0x R$ 1,00')).toMatchObject({ code: 'invalid_count' })
  expect(parse('PIX mensal: 2x R$ 0,01')).toMatchObject({ ok: true, value: { instalments: [1, 1] } })
  for (const text of ['PIX mensal: 2x R$ 0,00', 'PIX mensal: entrada R$ 0,00 + 2x R$ 1,00']) {
    expect(parse(text), text).toEqual({ ok: false, code: 'invalid_price', detail: 'an amount of zero' })
  }
  expect(parse('PIX mensal: entrada R$ 0,01 + 2x R$ 1,00')).toMatchObject({ value: { entry: 1 } })
})

test('refuses a price that cannot be split, at its limits', () => {
  expect(parse('PIX à vista', 'R$ 0,01')).toMatchObject({ value: { cadence: 'once', instalments: [1] } })
  expect(parse('PIX à vista', 'R$ 0,00')).toMatchObject({ code: 'invalid_price' })
  expect(parse('PIX mensal: 2x', 'R$ 0,02')).toMatchObject({ value: { instalments: [1, 1] } })
  expect(parse('PIX mensal: 2x', 'R$ 0,01')).toMatchObject({
    detail: 'less than a centavo for each instalment',
  })
  expect(parse('PIX mensal: 2x', 'R$ 0,00')).toEqual({ ok: false, code: 'invalid_price' })
  for (const price of ['R$ 5,00', 'R$ 4,99']) {
    expect(parse('PIX mensal: entrada R$ 5,00 + 2x', price), price).toEqual({
      ok: false,
      code: 'entry_exceeds_price',
    })
  }
  expect(parse('PIX mensal: entrada R$ 5,00 + 2x', 'R$ 5,02')).toMatchObject({
    value: { entry: 500, instalments: [1, 1] },
  })
  expect(parse('PIX mensal')).toEqual({ ok: false, code: 'invalid_price' })
})

test('stated amounts are adjusted to the price when they are off by less than a centavo each', () => {
  const shares = (price: string) => {
    const parsed = parse('PIX mensal: 3x R$ 0,33', price)
    return parsed.ok ? parsed.value.instalments : parsed
  }
  expect(shares('R$ 1,00')).toEqual([34, 33, 33])
  expect(shares('R$ 1,01')).toEqual([34, 34, 33])
  expect(shares('R$ 1,02')).toEqual([33, 33, 33])
  expect(shares('R$ 0,97')).toEqual([33, 32, 32])
  expect(shares('R$ 0,96')).toEqual([33, 33, 33])
})

test('a plan’s rate depends on the compared cash price and the due day, whatever was asked before', () => {
  const plan = { ...pix, instalments: [10_000, 10_100] }
  const chosen = { today: '2026-11-24', dueDay: 5 }
  const asked = [20_000, 19_000, 20_000].map((cashPrice) => impliedRate(plan, cashPrice)?.percent)
  expect(asked).toEqual([1, impliedRate({ ...plan }, 19_000)?.percent, 1])
  expect(asked[1]).toBeGreaterThan(1)
  const withDueDay = impliedRate(plan, 19_000, chosen)?.percent
  expect(withDueDay).toBe(impliedRate({ ...plan }, 19_000, chosen)?.percent)
  expect(withDueDay).not.toBe(asked[1])
})
