import { expect, test } from 'vitest'
import type { Instalment } from '../../../src/modules/payments/public.ts'
import { amountBreakdown, nextBusinessDayNote, nightLimitText } from '../../../src/web/copy/payments.ts'

test('a due date on a Saturday is announced a week before, until the Monday on which it may be paid', () => {
  const note = (today: string) => nextBusinessDayNote('2026-12-05', today)
  expect(note('2026-11-27')).toBeUndefined()
  expect(note('2026-11-28')).toBe('Pode ser paga até 07/12/2026 sem acréscimo')
  expect(note('2026-12-07')).toBe('Pode ser paga hoje sem acréscimo')
  expect(note('2026-12-08')).toBeUndefined()
  expect(nextBusinessDayNote('2026-12-04', '2026-12-04')).toBeUndefined()
})

test('the lines of an amount add up to the total: late charges added, the discount subtracted', () => {
  const linesOf = (parts: Partial<Instalment>) =>
    amountBreakdown({ amount: 10_000, lateFee: 0, interest: 0, discount: 0, ...parts } as Instalment)
  const amountsOf = (parts: Partial<Instalment>) => linesOf(parts).map(({ amount }) => amount)
  expect(amountsOf({})).toEqual([])
  expect(amountsOf({ lateFee: 200, interest: 33 })).toEqual([10_000, 200, 33])
  expect(amountsOf({ discount: 150 })).toEqual([10_000, -150])
  expect(linesOf({ lateFee: 200 }).every(({ term }) => term !== '')).toBe(true)
})

test('below the night limit the page states the rule alone; above it also what to do', () => {
  const rule = /^Das 20h às 6h, os bancos costumam aceitar até R\$\s1\.000,00 em Pix, somando todos\.$/
  expect(nightLimitText({ when: 'soon', isAbove: false, minutesLeft: 30 })).toMatch(rule)
  expect(nightLimitText({ when: 'day', isAbove: true, minutesLeft: 300 })).toMatch(
    /^Pague antes das 20h\. Das 20h/,
  )
  expect(nightLimitText({ when: 'soon', isAbove: true, minutesLeft: 1 })).toMatch(
    /^Falta 1 minuto para as 20h: pague antes\./,
  )
  expect(nightLimitText({ when: 'night', isAbove: true, minutesLeft: 0 })).toMatch(
    /a partir das 6h com um código novo\.$/,
  )
})
