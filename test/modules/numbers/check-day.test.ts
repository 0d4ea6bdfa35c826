import { expect, test } from 'vitest'
import { daysBetween } from '../../../src/core/calendar.ts'
import { checkedDay } from '../../../src/modules/numbers/domain/check-day.ts'

const hour = 3_600_000
const today = '2026-03-02'
const start = Date.parse('2026-03-02T12:00:00Z')

test('checks another day each hour, and every day from 400 before to 800 after today has its hour', () => {
  const checked = Array.from({ length: 1_201 }, (_, hours) =>
    daysBetween(today, checkedDay(new Date(start + hours * hour), today)),
  )
  expect(checked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_201 }, (_, index) => index - 400))
})

test('within an hour it is the same day', () => {
  expect(checkedDay(new Date(start + hour - 1), today)).toBe(checkedDay(new Date(start), today))
  expect(checkedDay(new Date(start + hour), today)).not.toBe(checkedDay(new Date(start), today))
})
