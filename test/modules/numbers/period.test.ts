import { expect, test } from 'vitest'
import { type PeriodName, partsOf, periodOf } from '../../../src/modules/numbers/domain/period.ts'

const today = '2026-03-12'
const nothing = { name: undefined, month: null, from: null, to: null }
const read = (asked: { name?: PeriodName } & Partial<Record<'month' | 'from' | 'to', string>>) =>
  periodOf({ ...nothing, ...asked }, today)

test('the last days end today, and are compared with as many days before', () => {
  expect(read({ name: '7' })).toEqual({
    name: '7',
    from: '2026-03-06',
    to: today,
    previous: { from: '2026-02-27', to: '2026-03-05' },
  })
  expect(read({ name: '90' })).toMatchObject({ name: '90', from: '2025-12-13', to: today })
})

test.each<{ name?: PeriodName; from?: string; to?: string }>([
  {},
  { name: '30' },
  { name: 'custom' },
  { name: 'custom', from: '2026-02-30', to: today },
  { name: 'custom', from: '2026-03-01' },
  { name: 'custom', from: '2026-04-01', to: '2026-05-01' },
])('%j means the last thirty days', (asked) => {
  expect(read(asked)).toEqual({
    name: '30',
    from: '2026-02-11',
    to: today,
    previous: { from: '2026-01-12', to: '2026-02-10' },
  })
})

test('a whole month is compared with the whole month before, however long', () => {
  expect(read({ name: 'month', month: '2026-02' })).toEqual({
    name: 'month',
    from: '2026-02-01',
    to: '2026-02-28',
    previous: { from: '2026-01-01', to: '2026-01-31' },
  })
})

test('the present month ends today, and is compared with as many days of the month before', () => {
  expect(read({ name: 'month', month: '2026-03' })).toEqual({
    name: 'month',
    from: '2026-03-01',
    to: today,
    previous: { from: '2026-02-01', to: '2026-02-12' },
  })
  const late = periodOf({ ...nothing, name: 'month', month: '2026-03' }, '2026-03-30')
  expect(late.previous).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  const whole = periodOf({ ...nothing, name: 'month', month: '2026-03' }, '2026-03-31')
  expect(whole.previous).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

test.each([undefined, '2026-13', '2026-04', 'abc'])('month %j means the present one', (month) => {
  expect(read({ name: 'month', ...(month && { month }) })).toMatchObject({ from: '2026-03-01', to: today })
})

test('chosen days count in either order, end today at the latest, and span at most three years', () => {
  const chosen = { from: '2026-02-01', to: '2026-02-10', previous: { from: '2026-01-22', to: '2026-01-31' } }
  expect(read({ name: 'custom', from: '2026-02-01', to: '2026-02-10' })).toEqual({
    name: 'custom',
    ...chosen,
  })
  expect(read({ name: 'custom', from: '2026-02-10', to: '2026-02-01' })).toEqual({
    name: 'custom',
    ...chosen,
  })
  expect(read({ name: 'custom', from: '2026-03-01', to: '2027-01-01' })).toMatchObject({
    from: '2026-03-01',
    to: today,
  })
  expect(read({ name: 'custom', from: '1990-01-01', to: today })).toMatchObject({
    from: '2023-03-13',
    to: today,
  })
})

test('a day is compared with the day before', () => {
  expect(read({ name: 'custom', from: today, to: today })).toMatchObject({
    previous: { from: '2026-03-11', to: '2026-03-11' },
  })
})

test('a month is shown by days, half a year by weeks, more by months', () => {
  expect(partsOf({ from: '2026-03-01', to: '2026-03-31' })).toMatchObject({ unit: 'day' })
  expect(partsOf({ from: '2026-03-01', to: '2026-03-31' }).parts).toHaveLength(31)
  expect(partsOf({ from: '2026-03-01', to: '2026-04-01' }).unit).toBe('week')
  expect(partsOf({ from: '2026-01-01', to: '2026-07-05' }).unit).toBe('week')
  expect(partsOf({ from: '2026-01-01', to: '2026-07-06' }).unit).toBe('month')
})

test('the parts cover the period without gaps, the last one cut at its end', () => {
  expect(partsOf({ from: '2026-03-01', to: '2026-04-05' }).parts).toEqual([
    { from: '2026-03-01', to: '2026-03-07' },
    { from: '2026-03-08', to: '2026-03-14' },
    { from: '2026-03-15', to: '2026-03-21' },
    { from: '2026-03-22', to: '2026-03-28' },
    { from: '2026-03-29', to: '2026-04-04' },
    { from: '2026-04-05', to: '2026-04-05' },
  ])
  const { parts } = partsOf({ from: '2025-06-15', to: '2026-02-10' })
  expect(parts.at(0)).toEqual({ from: '2025-06-15', to: '2025-06-30' })
  expect(parts.at(1)).toEqual({ from: '2025-07-01', to: '2025-07-31' })
  expect(parts.at(-1)).toEqual({ from: '2026-02-01', to: '2026-02-10' })
  expect(parts).toHaveLength(9)
})
