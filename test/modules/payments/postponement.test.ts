import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { amountDue } from '../../../src/modules/payments/domain/amount-due.ts'
import {
  isInRange,
  type PostponableInstalment,
  postponementRange,
  postponementRule,
  postponementStatement,
} from '../../../src/modules/payments/domain/postponement.ts'

const third: PostponableInstalment = {
  id: '3',
  number: 3,
  kind: 'parcela',
  status: 'pending',
  paymentMethod: 'pix',
  amount: 9_990,
  dueDate: '2026-12-18',
}
const order = [
  { number: 0, dueDate: '2026-11-27' },
  { number: 3, dueDate: '2026-12-18' },
  { number: 4, dueDate: '2027-01-18' },
]
const asked = { order, used: false, underReview: false, beingPaid: false, today: '2026-12-10' }
const rangeFor = (change: Partial<PostponableInstalment> = {}, rest: Partial<typeof asked> = {}) =>
  postponementRange({ instalment: { ...third, ...change }, ...asked, ...rest })

test('an instalment moves to a day after its due date, by at most the days that the owner allows', () => {
  const latest = addDays(third.dueDate, postponementRule.maxDays)
  expect(latest).toBe('2026-12-28')
  expect(rangeFor()).toEqual({
    ok: true,
    value: { from: '2026-12-18', earliest: '2026-12-19', latest },
  })
})

test('a postponed instalment stays before the next instalment of its order', () => {
  const weekly = [...order.slice(0, 2), { number: 4, dueDate: '2026-12-25' }]
  expect(rangeFor({}, { order: weekly })).toMatchObject({ value: { latest: '2026-12-24' } })
  const daily = [...order.slice(0, 2), { number: 4, dueDate: '2026-12-19' }]
  expect(rangeFor({}, { order: daily })).toMatchObject({ code: 'no_date' })
})

test('on its due date an instalment can still be postponed, a day later it cannot', () => {
  expect(rangeFor({}, { today: '2026-12-18' })).toMatchObject({ ok: true })
  expect(rangeFor({}, { today: '2026-12-19' })).toMatchObject({ code: 'overdue' })
})

test.each([
  ['already_used', {}, { used: true }],
  ['not_open', { status: 'paid' }, {}],
  ['not_open', { status: 'cancelled' }, {}],
  ['not_postponable', { kind: 'entrada', number: 0 }, {}],
  ['not_postponable', { kind: 'a-vista', number: 1 }, {}],
  ['not_postponable', { paymentMethod: 'credit_card' }, {}],
  // Without a down payment, the work begins with the first instalment.
  ['not_postponable', {}, { order: order.slice(1) }],
  ['under_review', {}, { underReview: true }],
  ['being_paid', {}, { beingPaid: true }],
] as const)('refuses as %s: %j %j', (code, change, rest) => {
  expect(rangeFor(change, rest)).toMatchObject({ ok: false, code })
})

test('allows no postponement when the owner allows no day', () => {
  expect(postponementRange({ instalment: third, ...asked, rule: { maxDays: 0 } })).toMatchObject({
    code: 'no_date',
  })
})

test('an offered date is after the due date, within the rule and before the next instalment', () => {
  const day = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(day, day, fc.integer({ min: 0, max: 30 }), (next, todayBefore, maxDays) => {
      const others = [order[0], { number: 4, dueDate: addDays(third.dueDate, next) }] as typeof order
      const today = addDays(third.dueDate, -todayBefore)
      const range = postponementRange({
        instalment: third,
        ...asked,
        order: others,
        today,
        rule: { maxDays },
      })
      for (let days = -1; range.ok && days < 45; days++) {
        const isAllowed = days >= 1 && days <= maxDays && days < next
        expect(isInRange(range.value, addDays(third.dueDate, days))).toBe(isAllowed)
      }
      expect(range.ok).toBe(maxDays >= 1 && next >= 2)
    }),
  )
})

test('the confirmation says what moves, from when to when, and that it is the only time', () => {
  const said = postponementStatement({ number: 3, amount: 9_990, from: '2026-12-18', to: '2026-12-28' })
  expect(said.replaceAll('\u00a0', ' ')).toBe(
    'Adiar a parcela 3, de R$ 99,90, de 18/12/2026 para 28/12/2026, sem acréscimo. As outras parcelas não mudam de data. Só é possível uma vez neste pedido.',
  )
})

test('late charges count from the new date, a discount from that of the contract', () => {
  const terms = { lateFee: 200, lateInterest: 100, earlyPayoff: true }
  const postponed = {
    ...{ amount: 19_990, dueDate: '2026-12-28', postponedFrom: '2026-12-18' },
    ...{ rate: 1_465, ratePeriod: 'month' as const, paymentMethod: 'pix' as const },
  }
  const on = (date: string) => amountDue({ instalment: postponed, on: date, terms, payerKind: 'person' })
  expect(on('2026-12-28')).toMatchObject({ total: 19_990, days: 0 })
  expect(on('2027-01-09')).toMatchObject({ lateFee: 400, interest: 80, days: 12 })
  // Between the two dates a payment is not early: a postponement gives no discount.
  expect(on('2026-12-18')).toMatchObject({ discount: 0 })
  expect(on('2026-12-20')).toMatchObject({ discount: 0 })
  const { discount } = amountDue({
    instalment: { ...postponed, dueDate: '2026-12-18', postponedFrom: null },
    on: '2026-11-18',
    terms,
    payerKind: 'person',
  })
  expect(on('2026-11-18').discount).toBe(discount)
  expect(discount).toBeGreaterThan(0)
})
