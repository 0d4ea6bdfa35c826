import { expect, test } from 'vitest'
import {
  CONSUMER_LATE_FEE_PERCENT,
  LATE_FEE_PERCENT,
  LATE_INTEREST_PERCENT_MONTH,
} from '../../../src/core/commitments.ts'
import { renegotiation } from '../../../src/modules/payments/domain/movements.ts'
import { isSameSchedule, maxSurcharge } from '../../../src/modules/payments/domain/renegotiation.ts'
import { decideSettlement } from '../../../src/modules/payments/domain/settlement.ts'

const instalment = (dueDate: string, amount = 10_000) => ({ amount, dueDate })

test('a new total may exceed the old one only by the legal late charges', () => {
  const on = '2026-11-20'
  // Of R$ 100,00 thirty days late: the fee, and a month's interest.
  const person = 100 * (CONSUMER_LATE_FEE_PERCENT + LATE_INTEREST_PERCENT_MONTH)
  const company = 100 * (LATE_FEE_PERCENT + LATE_INTEREST_PERCENT_MONTH)
  expect(maxSurcharge([instalment('2026-10-21')], { on, payerKind: 'person' })).toBe(person)
  expect(
    maxSurcharge([instalment('2026-10-21'), instalment('2026-12-01')], { on, payerKind: 'person' }),
  ).toBe(person)
  expect(maxSurcharge([instalment('2026-11-20')], { on, payerKind: 'person' })).toBe(0)
  expect(maxSurcharge([instalment('2026-10-21')], { on, payerKind: 'company' })).toBe(company)
  expect(maxSurcharge([], { on, payerKind: 'person' })).toBe(0)
})

test('a schedule is the same only with the same instalments, amounts and days', () => {
  const first = { id: 'a', amount: 100, dueDate: '2026-12-01' }
  const second = { id: 'b', amount: 200, dueDate: '2027-01-01' }
  const rows = [first, second]
  expect(isSameSchedule(rows, rows.toReversed())).toBe(true)
  expect(isSameSchedule([first], [first])).toBe(true)
  expect(isSameSchedule(rows, rows.slice(1))).toBe(false)
  expect(isSameSchedule(rows, [...rows, { id: 'c', amount: 1, dueDate: '2027-02-01' }])).toBe(false)
  expect(isSameSchedule(rows, [{ ...first, amount: 101 }, second])).toBe(false)
  expect(isSameSchedule(rows, [{ ...first, dueDate: '2026-12-02' }, second])).toBe(false)
  expect(isSameSchedule([], [])).toBe(false)
})

test('a lower total posts a discount, a higher one late charges, an equal one nothing', () => {
  expect(renegotiation(-500).entries).toEqual([
    ['receivable', -500],
    ['discounts', 500],
  ])
  expect(renegotiation(300).entries).toEqual([
    ['receivable', 300],
    ['late_charges', -300],
  ])
  expect(renegotiation(0).entries).toEqual([])
})

test('money for a replaced instalment becomes a waiting credit, and is not refunded automatically', () => {
  const reported = {
    providerId: '1',
    state: 'approved' as const,
    amount: 300,
    currency: 'BRL',
    reference: 'r',
  }
  const line = (status: 'pending' | 'paid' | 'cancelled', isRenegotiated = false) => ({
    ...{ instalmentId: status, asked: 100, status, isRenegotiated },
  })
  const { allocation } = decideSettlement({
    charge: { status: 'cancelled', reference: 'r', amount: 300, settledBy: undefined },
    lines: [line('cancelled', true), line('paid'), line('cancelled')],
    known: undefined,
    reported,
  })
  expect(allocation?.credits.map(({ reason }) => reason)).toEqual(['renegotiated', 'duplicate', 'late'])
})
