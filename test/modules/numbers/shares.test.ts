import { expect, test } from 'vitest'
import { changePercent, keptPercent, percentOf } from '../../../src/modules/numbers/domain/shares.ts'

test('the share kept in time is of all that were due', () => {
  expect(keptPercent({ kept: 2, late: 1, broken: 3 })).toBe(33.3)
  expect(keptPercent({ kept: 1, late: 0, broken: 0 })).toBe(100)
  expect(keptPercent({ kept: 0, late: 0, broken: 0 })).toBeUndefined()
})

test('a share is rounded to a tenth, and is empty without a total', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 3), percentOf(1, 0)]).toEqual([
    33.3,
    66.7,
    0,
    undefined,
  ])
})

test('a change is compared with the period before', () => {
  expect([changePercent(150, 100), changePercent(50, 100), changePercent(100, 100)]).toEqual([50, -50, 0])
  expect([changePercent(4, 3), changePercent(5, 3), changePercent(1, 3)]).toEqual([33, 67, -67])
  expect(changePercent(5, 0)).toBeUndefined()
})
