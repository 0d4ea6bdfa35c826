import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import {
  CONSUMER_LATE_FEE_PERCENT,
  LATE_FEE_PERCENT,
  LATE_INTEREST_PERCENT_MONTH,
} from '../../../src/core/commitments.ts'
import { sum } from '../../../src/core/money.ts'
import { planCost, release, schedule } from '../../../src/modules/catalogue/public.ts'
import { contractTerms } from '../../../src/modules/contracting/domain/terms.ts'
import {
  amountDue,
  type DueInstalment,
  type DueTerms,
  lateCaps,
  type PayerKind,
  payerKindOf,
} from '../../../src/modules/payments/domain/amount-due.ts'

const { services } = release

const off: DueTerms = { lateFee: 0, lateInterest: 0, earlyPayoff: false }
const legal: DueTerms = { ...off, lateFee: 200, lateInterest: 100 }
const early: DueTerms = { ...off, earlyPayoff: true }
/** Percent of the instalment. */
const feeCaps = { person: CONSUMER_LATE_FEE_PERCENT, company: LATE_FEE_PERCENT }
/** A Monday. */
const dueDate = '2026-11-23'

test.each([
  [19_990, 12, { lateFee: 400, interest: 80, total: 20_470, days: 12 }],
  [9_990, 7, { lateFee: 200, interest: 23, total: 10_213, days: 7 }],
  [9_990, 0, { lateFee: 0, interest: 0, total: 9_990, days: 0 }],
  [15_000, 1, { lateFee: 300, interest: 5, total: 15_305, days: 1 }],
  [25, 30, { lateFee: 1, interest: 0, total: 26, days: 30 }],
])('amount due for %i centavos, %i days late', (amount, days, expected) => {
  const on = addDays(dueDate, days)
  expect(amountDue({ instalment: { amount, dueDate }, on, terms: legal, payerKind: 'person' })).toMatchObject(
    expected,
  )
})

test.each([
  ['on the holiday', '2026-12-25', 0],
  ['on the weekend after it', '2026-12-27', 0],
  ['on the next business day', '2026-12-28', 0],
  ['a day later, from the due date itself', '2026-12-29', 4],
])('due on Christmas, paid %s', (_, on, days) => {
  const instalment = { amount: 9_990, dueDate: '2026-12-25' }
  const due = amountDue({ instalment, on, terms: legal, payerKind: 'person' })
  expect(due).toMatchObject({ effectiveDueDate: '2026-12-28', days, lateFee: days > 0 ? 200 : 0 })
})

test('with the terms off, the amount never changes', () => {
  const instalment = { amount: 9_990, dueDate, rate: 651, ratePeriod: 'week' as const }
  for (const on of ['2026-01-02', '2030-01-02']) {
    expect(amountDue({ instalment, on, terms: off, payerKind: 'person' }).total).toBe(9_990)
  }
})

test.each([
  ['a week at 6,51 % a week', '2026-11-16', 651, 'week', 611],
  ['two weeks', '2026-11-09', 651, 'week', 1_184],
  ['three days', '2026-11-20', 651, 'week', 266],
  ['a month at 14,65 % a month', '2026-10-23', 1_465, 'month', 1_277],
  ['ten days of a month', '2026-11-13', 1_465, 'month', 445],
  ['on the day', '2026-11-23', 651, 'week', 0],
] as const)('early-payment discount when paid early by %s', (_, on, rate, ratePeriod, discount) => {
  const instalment = { amount: 9_990, dueDate, rate, ratePeriod }
  expect(amountDue({ instalment, on, terms: early, payerKind: 'person' })).toMatchObject({
    discount,
    total: 9_990 - discount,
  })
})

test('card instalments and plans at cash price get no early-payment discount', () => {
  const inOneWeek = { amount: 9_990, dueDate, rate: 651, ratePeriod: 'week' as const }
  const on = '2026-11-16'
  for (const instalment of [
    { ...inOneWeek, paymentMethod: 'credit_card' as const },
    { ...inOneWeek, rate: null, ratePeriod: null },
  ]) {
    expect(amountDue({ instalment, on, terms: early, payerKind: 'person' }).discount).toBe(0)
  }
})

const anyTerms = fc.record({
  lateFee: fc.integer({ min: 0, max: 10_000 }),
  lateInterest: fc.integer({ min: 0, max: 10_000 }),
  earlyPayoff: fc.boolean(),
})
const anyInstalment: fc.Arbitrary<DueInstalment> = fc.record({
  amount: fc.integer({ min: 1, max: 10_000_000 }),
  dueDate: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days)),
  rate: fc.integer({ min: 0, max: 3_000 }),
  ratePeriod: fc.constantFrom('week' as const, 'month' as const),
})
const anyKind = fc.constantFrom('person' as const, 'company' as const)
const anyDays = fc.integer({ min: -800, max: 800 })

test('the parts add up, caps apply, the discount is below the instalment, and late charges exclude a discount', () => {
  fc.assert(
    fc.property(anyInstalment, anyDays, anyTerms, anyKind, (instalment, days, terms, payerKind) => {
      const on = addDays(instalment.dueDate, days)
      const { amount, lateFee, interest, discount, total } = amountDue({ instalment, on, terms, payerKind })
      expect(total).toBe(amount + lateFee + interest - discount)
      expect(lateFee).toBeLessThanOrEqual(Math.round((amount * feeCaps[payerKind]) / 100))
      expect(interest).toBeLessThanOrEqual(
        Math.round((amount * LATE_INTEREST_PERCENT_MONTH * Math.max(0, days)) / 3_000),
      )
      expect(Math.min(lateFee, interest, discount, amount - discount)).toBeGreaterThanOrEqual(0)
      expect(discount * (lateFee + interest)).toBe(0)
    }),
  )
})

test('the amount due never falls from one day to the next', () => {
  fc.assert(
    fc.property(anyInstalment, anyDays, anyTerms, anyKind, (instalment, days, terms, payerKind) => {
      const [today, tomorrow] = [days, days + 1].map((day) =>
        amountDue({ instalment, on: addDays(instalment.dueDate, day), terms, payerKind }),
      )
      expect(tomorrow?.total).toBeGreaterThanOrEqual(today?.total ?? 0)
    }),
  )
})

const financed = services.flatMap((service) =>
  service.plans
    .filter((plan) => plan.method === 'pix' && (planCost(service, plan).rate?.percent ?? 0) > 0)
    .map((plan) => ({ name: `${service.id} ${plan.id}`, plan, ...planCost(service, plan) })),
)

/** The contract shows the rate with two decimals, which makes a difference of some centavos over twenty weeks. */
test.each(financed)('$name: a full payoff on the day of hiring costs the cash price', (offer) => {
  const { plan, cashPrice, rate } = offer
  for (const today of ['2026-11-21', '2027-01-31', '2028-02-29']) {
    const dues = schedule({ plan, today }).map(({ amount, dueDate }) =>
      amountDue({
        instalment: {
          amount,
          dueDate,
          rate: Math.round((rate?.percent ?? 0) * 100),
          ratePeriod: rate?.period ?? null,
        },
        on: today,
        terms: early,
        payerKind: 'person',
      }),
    )
    expect(Math.abs(sum(dues.map(({ total }) => total)) - cashPrice)).toBeLessThanOrEqual(20)
  }
})

test('the caps match the contract', () => {
  expect(lateCaps.company).toEqual({
    lateFee: contractTerms.lateFeePercent * 100,
    lateInterest: contractTerms.interestPercentMonth * 100,
  })
  expect(lateCaps.person).toEqual({
    lateFee: contractTerms.consumerLateFeePercent * 100,
    lateInterest: contractTerms.interestPercentMonth * 100,
  })
})

test.each([
  ['529.982.247-25', 'person'],
  ['12.ABC.345/01DE-35', 'company'],
  ['', 'person'],
])('reads the payer kind from the document: %s is a %s', (documento, kind) => {
  expect(payerKindOf(documento)).toBe(kind)
})

const planned = { amount: 100_000_000, dueDate: '2027-03-01', rate: 200, ratePeriod: 'month' } as const
const discountOf = (instalment: DueInstalment, on: string) =>
  amountDue({ instalment, on, terms: early, payerKind: 'person' }).discount

test.each([
  // At 2 % a month: 100.000.000 / 1,02 to the power of the months, calculated independently of the code.
  ['one month', '2027-02-01', 100_000_000 - 98_039_216],
  ['two months', '2027-01-01', 100_000_000 - 96_116_878],
  ['a month and half of the next', '2027-01-15', 100_000_000 - Math.round(1e8 / 1.02 ** 1.5)],
  ['fourteen days of February', '2027-02-15', 100_000_000 - Math.round(1e8 / 1.02 ** (14 / 28))],
  ['the day itself', '2027-03-01', 0],
  ['a day later', '2027-03-02', 0],
])('discounts an early payment by the plan’s own rate: %s', (_, on, discount) => {
  expect(discountOf(planned, on)).toBe(discount)
})

test('counts weeks in sevenths; gives no discount without a rate and its period', () => {
  const weekly = { ...planned, ratePeriod: 'week' } as const
  expect(discountOf(weekly, '2027-02-22')).toBe(100_000_000 - 98_039_216)
  expect(discountOf(weekly, '2027-02-28')).toBe(100_000_000 - Math.round(1e8 / 1.02 ** (1 / 7)))
  const { rate: _rate, ...rateless } = planned
  const { ratePeriod: _period, ...periodless } = planned
  for (const none of [
    rateless,
    periodless,
    { ...planned, rate: 0 },
    { ...planned, paymentMethod: 'credit_card' as const },
  ]) {
    expect(discountOf(none, '2027-02-01')).toBe(0)
  }
})

/** The day as a number, and a second calculation of what is due on it, which shares nothing with the code. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
const fixedHolidays = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** By Gauss, for the years 1900 to 2099. */
function easterOf(year: number): number {
  const d = (19 * (year % 19) + 24) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7
  const isLate = (d === 29 && e === 6) || (d === 28 && e === 6 && year % 19 > 10)
  return numberOf(`${year}-03-22`) + d + e - (isLate ? 7 : 0)
}
function isClosed(day: number): boolean {
  const date = new Date(day * 86_400_000)
  const text = date.toISOString().slice(0, 10)
  const fromEaster = day - easterOf(date.getUTCFullYear())
  return (
    [0, 6].includes(date.getUTCDay()) ||
    fixedHolidays.includes(text.slice(5)) ||
    [-48, -47, -2, 60].includes(fromEaster)
  )
}
const halfUp = (amount: number, hundredths: number, parts: bigint) =>
  Number((2n * BigInt(amount) * BigInt(hundredths) + 10_000n * parts) / (20_000n * parts))
function lateChargesOf(
  { amount, dueDate }: DueInstalment,
  on: string,
  terms: DueTerms,
  payerKind: PayerKind,
) {
  const [due, day] = [numberOf(dueDate), numberOf(on)]
  let last = due
  while (isClosed(last)) last++
  if (day <= last) return { lateFee: 0, interest: 0, days: 0 }
  const lateFee = halfUp(amount, Math.min(terms.lateFee, feeCaps[payerKind] * 100), 1n)
  const interest = halfUp(
    amount,
    Math.min(terms.lateInterest, LATE_INTEREST_PERCENT_MONTH * 100) * (day - due),
    30n,
  )
  return { lateFee, interest, days: day - due }
}

test('late charges match an independent calculation over holidays, weekends and leap years', () => {
  const near = fc.integer({ min: -3, max: 9 })
  const anyAmount = fc.integer({ min: 1, max: 9_999_999_999 })
  const due = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2024-01-01', days))
  fc.assert(
    fc.property(
      fc.record({ amount: anyAmount, dueDate: due }),
      fc.oneof(near, near, anyDays),
      anyTerms,
      anyKind,
      (instalment, days, terms, payerKind) => {
        const on = addDays(instalment.dueDate, days)
        const expected = lateChargesOf(instalment, on, terms, payerKind)
        expect(amountDue({ instalment, on, terms, payerKind })).toMatchObject(expected)
      },
    ),
    { numRuns: 2_000 },
  )
})
