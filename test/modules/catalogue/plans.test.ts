import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, daysBetween } from '../../../src/core/calendar.ts'
import { formatBRL, parseBRL, sum } from '../../../src/core/money.ts'
import { formatPercent } from '../../../src/core/percent.ts'
import { impliedRate } from '../../../src/modules/catalogue/domain/cost.ts'
import { cashPlan, fixedPlan, sharedPlan } from '../../../src/modules/catalogue/domain/plan.ts'
import {
  differenceToCash,
  findPlan,
  howToPay,
  type Plan,
  paymentTypeText,
  planCost,
  planHeadline,
  planTotal,
  priceMark,
  release,
  type ServiceId,
  schedule,
  scheduledPaymentLabel,
  serviceOf,
} from '../../../src/modules/catalogue/public.ts'
import { parsePaymentText } from '../../support/parse-payment-text.ts'

const { services } = release

const everyPlan = services.flatMap((service) => service.plans.map((plan) => ({ service, plan })))

const dates = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

function planOf(id: ServiceId, planId: string): Plan {
  const plan = findPlan(serviceOf(id), planId)
  if (!plan) throw new Error(`no plan ${planId}`)
  return plan
}

/** Plans of made-up services: the prices of the shop are in prices.test.ts, and change without a change here. */
const shape = { label: 'Parcelado', cadence: 'monthly', method: 'pix' } as const
const examples = {
  cash: cashPlan(150_000),
  card: fixedPlan({ ...shape, id: 'card', method: 'credit_card', entry: 40_000, times: 6, each: 25_000 }),
  weekly: fixedPlan({ ...shape, id: 'weekly', cadence: 'weekly', entry: 40_000, times: 20, each: 9_990 }),
  monthly: fixedPlan({ ...shape, id: 'monthly', entry: 40_000, times: 12, each: 19_990 }),
  fewer: fixedPlan({ ...shape, id: 'fewer', entry: 10_000, times: 5, each: 11_940 }),
  sameInParts: fixedPlan({ ...shape, id: 'sameInParts', times: 5, each: 24_000 }),
  sixMonths: fixedPlan({ ...shape, id: 'sixMonths', times: 6, each: 20_000 }),
  onCard: fixedPlan({ ...shape, id: 'onCard', method: 'credit_card', times: 6, each: 100_000 }),
  uneven: sharedPlan({ ...shape, id: 'uneven', method: 'credit_card', times: 6, total: 250_000 }),
  entryAndThree: sharedPlan({ ...shape, id: 'entryAndThree', entry: 75_000, times: 3, total: 300_000 }),
}
type Example = keyof typeof examples

/** The service that sells a plan, at a cash price. */
const soldAt = (price: number, plan: Plan) => ({ plans: [cashPlan(price), plan] })

test.each<[Example, number, number, number, number, 'week' | 'month']>([
  ['card', 150_000, 40_000, 26.7, 9.65, 'month'],
  ['weekly', 150_000, 89_800, 59.9, 6.51, 'week'],
  ['monthly', 150_000, 129_880, 86.6, 14.65, 'month'],
  ['uneven', 250_000, 0, 0, 0, 'month'],
  ['entryAndThree', 250_000, 50_000, 20, 13.7, 'month'],
  ['fewer', 49_700, 20_000, 40.2, 15.34, 'month'],
  ['onCard', 500_000, 100_000, 20, 5.47, 'month'],
  ['sameInParts', 120_000, 0, 0, 0, 'month'],
])(
  '%s, at a cash price of %i, costs %i centavos (%d%%) more, %d%% per %s',
  (id, price, amount, percent, rate, period) => {
    const cost = planCost(soldAt(price, examples[id]), examples[id])
    expect(cost.difference).toEqual({ amount, percent })
    expect(Math.abs((cost.rate?.percent ?? -1) - rate)).toBeLessThanOrEqual(0.01)
    expect(cost.rate?.period).toBe(period)
    expect(cost.total - cost.cashPrice).toBe(amount)
  },
)

test.each<[Example, string]>([
  ['cash', 'R$ 1.500 hoje'],
  ['card', 'R$ 400 hoje + 6 × R$ 250'],
  ['weekly', 'R$ 400 hoje + 20 × R$ 99,90'],
  ['monthly', 'R$ 400 hoje + 12 × R$ 199,90'],
  ['fewer', 'R$ 100 hoje + 5 × R$ 119,40'],
  ['sameInParts', 'R$ 240 hoje + 4 × R$ 240'],
  ['onCard', '6 × R$ 1.000'],
  ['uneven', '6 × R$ 416,67'],
])('the headline of %s is %s', (id, headline) => {
  expect(planHeadline(examples[id])).toBe(headline)
})

test('a headline read on another day says when the first payment is due', () => {
  expect(planHeadline(examples.weekly, 'ao aceitar')).toBe('R$ 400 ao aceitar + 20 × R$ 99,90')
})

test('the amounts of every headline add up to the total, within a centavo per instalment', () => {
  for (const { plan } of everyPlan) {
    const stated = planHeadline(plan)
      .split(' + ')
      .map((part) => {
        const [, times = '1', amount = ''] = /^(?:(\d+) × )?(R\$ [\d.,]+)(?: hoje)?$/.exec(part) ?? []
        return Number(times) * (parseBRL(amount) ?? Number.NaN)
      })
    const isEven = new Set(plan.instalments).size === 1
    expect(Math.abs(sum(stated) - plan.total), plan.id).toBeLessThan(isEven ? 1 : plan.count)
  }
})

test('a headline states for today what the schedule charges today by Pix', () => {
  for (const { plan } of everyPlan) {
    const today = schedule({ plan, today: '2026-11-21' }).find(
      ({ dueDate, method }) => dueDate === '2026-11-21' && method === 'pix',
    )
    const [, amount] = /^(.+) hoje/.exec(planHeadline(plan)) ?? []
    expect(amount && parseBRL(amount), plan.id).toBe(today?.amount)
  }
})

test.each<[ServiceId, string, string]>([
  ['clean-name', 'a-vista', 'lowest'],
  ['clean-name', 'mensal-12x', 'more'],
  ['cnh-rehabilitation', 'a-vista', 'tied'],
  ['cnh-rehabilitation', 'mensal-5x', 'same_as_cash'],
  ['credit-rating', 'pj-a-vista', 'tied'],
  ['contract-review', 'a-vista', 'only'],
])('the price of %s %s is marked %s', (id, planId, mark) => {
  expect(priceMark(serviceOf(id), planOf(id, planId))).toBe(mark)
})

test('the lowest price is strictly below every other one, and marked at most once', () => {
  for (const { service, plan } of everyPlan) {
    const others = service.plans.filter((other) => other.cashPlanId === plan.cashPlanId && other !== plan)
    const isLowest = others.length > 0 && others.every(({ total }) => total > plan.total)
    expect(priceMark(service, plan) === 'lowest', plan.id).toBe(isLowest)
  }
})

test('a plan that costs one centavo more than cash costs more', () => {
  const service = serviceOf('cnh-rehabilitation')
  const plan = planOf('cnh-rehabilitation', 'mensal-5x')
  expect(priceMark(service, { ...plan, total: plan.total + 1 })).toBe('more')
})

test('a single payment has no implied rate', () => {
  expect(impliedRate(examples.cash, 150_000)).toBeUndefined()
  expect(planCost({ plans: [examples.cash] }, examples.cash)).not.toHaveProperty('rate')
})

test('the yearly rate compounds the rate of the period', () => {
  const rate = impliedRate(examples.onCard, 500_000)
  expect(rate?.yearly).toBeCloseTo(89.5, 0)
  expect(formatPercent(rate?.percent ?? 0)).toBe('5,47%')
})

test('comparing a plan with another service throws', () => {
  expect(() => differenceToCash(serviceOf('clean-name'), planOf('credit-rating', 'pf-a-vista'))).toThrow(
    /cash/,
  )
})

test('the instalments of every plan add up to its total, on every day', () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyPlan), dates, ({ plan }, today) => {
      const rows = schedule({ plan, today })
      expect(sum(rows.map(({ amount }) => amount))).toBe(plan.total)
      expect(planTotal(plan)).toBe(plan.total)
      expect(rows[0]?.dueDate).toBe(today)
      expect(rows.filter(({ kind }) => kind !== 'entrada').map(({ number }) => number)).toEqual(
        plan.instalments.map((_, index) => index + 1),
      )
      expect(rows.map(({ dueDate }) => dueDate)).toEqual(rows.map(({ dueDate }) => dueDate).toSorted())
      for (const [index, row] of rows.entries()) {
        if (plan.cadence === 'weekly') expect(daysBetween(today, row.dueDate)).toBe(7 * index)
        if (plan.cadence === 'monthly') expect(row.dueDate).toBe(addMonths(today, index))
      }
    }),
  )
})

test('the text of every plan, parsed with its total, gives the same payments', () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyPlan), dates, ({ plan }, today) => {
      const read = parsePaymentText({
        paymentType: paymentTypeText(plan),
        priceText: formatBRL(plan.total),
        today,
      })
      expect(read).toEqual({ ok: true, value: schedule({ plan, today }) })
    }),
    { numRuns: 300 },
  )
})

test('the weekly plan: entry today, then twenty weekly instalments', () => {
  const rows = schedule({ plan: examples.weekly, today: '2026-12-18' })
  expect(rows).toHaveLength(21)
  expect(rows.slice(0, 3)).toEqual([
    { number: 0, kind: 'entrada', amount: 40_000, dueDate: '2026-12-18', method: 'pix' },
    { number: 1, kind: 'parcela', amount: 9_990, dueDate: '2026-12-25', method: 'pix' },
    { number: 2, kind: 'parcela', amount: 9_990, dueDate: '2027-01-01', method: 'pix' },
  ])
  expect(rows.at(-1)).toMatchObject({ number: 20, dueDate: '2027-05-07' })
})

test('the monthly plan keeps the day of the month on which it was hired', () => {
  const rows = schedule({ plan: examples.monthly, today: '2027-01-31' })
  expect(rows).toHaveLength(13)
  expect(rows.slice(0, 4).map(({ dueDate }) => dueDate)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
})

test('a card plan has its entry by PIX and a row per card instalment', () => {
  const rows = schedule({ plan: examples.card, today: '2026-11-21' })
  expect(rows.map(({ method }) => method)).toEqual(['pix', ...Array.from({ length: 6 }, () => 'credit_card')])
})

test('the cash plan is a single PIX payment today', () => {
  expect(schedule({ plan: examples.cash, today: '2026-11-21' })).toEqual([
    { number: 1, kind: 'a-vista', amount: 150_000, dueDate: '2026-11-21', method: 'pix' },
  ])
})

test('without an entry the first instalment is due today', () => {
  const rows = schedule({ plan: examples.sameInParts, today: '2026-11-21' })
  expect(rows.map(({ dueDate }) => dueDate)).toEqual([
    '2026-11-21',
    '2026-12-21',
    '2027-01-21',
    '2027-02-21',
    '2027-03-21',
  ])
})

test.each<[Example, string, string]>([
  ['cash', 'PIX à vista', 'Um pagamento de R$ 1.500,00 hoje, no Pix.'],
  [
    'weekly',
    'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
    'Entrada de R$ 400,00 hoje no Pix, depois 20 parcelas de R$ 99,90 no Pix, uma por semana.',
  ],
  [
    'uneven',
    'Cartão de crédito: 6x R$ 416,67',
    '4 parcelas de R$ 416,67 e 2 de R$ 416,66 no cartão, uma por mês, na fatura.',
  ],
  [
    'sixMonths',
    'PIX mensal: 6x R$ 200,00',
    '6 parcelas de R$ 200,00 no Pix, uma por mês. A primeira é hoje.',
  ],
])('%s is stored as "%s" and explained as "%s"', (id, text, sentence) => {
  expect(paymentTypeText(examples[id])).toBe(text)
  expect(howToPay(examples[id])).toBe(sentence)
})

test('every row has a label', () => {
  expect(scheduledPaymentLabel({ kind: 'entrada', number: 0 }, 20)).toBe('Entrada')
  expect(scheduledPaymentLabel({ kind: 'parcela', number: 3 }, 20)).toBe('Parcela 3 de 20')
  expect(scheduledPaymentLabel({ kind: 'a-vista', number: 1 }, 1)).toBe('À vista')
})
