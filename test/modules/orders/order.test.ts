import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type OrderStatus,
  orderMachine,
  progressOf,
  resumedStatus,
} from '../../../src/modules/orders/domain/order.ts'
import { countdown } from '../../../src/modules/orders/public.ts'

test('every status of an order is reachable', () => {
  expect(orderMachine.reachable().sort()).toEqual([...orderMachine.states].sort())
})

const legal: [OrderStatus, OrderStatus][] = [
  ['pending', 'paid'],
  ['pending', 'cancelled'],
  ['paid', 'in_progress'],
  ['paid', 'on_hold'],
  ['paid', 'cancelled'],
  ['in_progress', 'on_hold'],
  ['in_progress', 'completed'],
  ['in_progress', 'cancelled'],
  ['on_hold', 'paid'],
  ['on_hold', 'in_progress'],
  ['on_hold', 'cancelled'],
  ['completed', 'in_progress'],
  ['completed', 'on_hold'],
  ['completed', 'cancelled'],
]

test('every other status change is refused', () => {
  const allowed = orderMachine.states.flatMap((from) =>
    orderMachine.states.filter((to) => orderMachine.canMove(from, to)).map((to) => [from, to]),
  )
  expect(allowed).toEqual(legal)
  expect(orderMachine.states.filter(orderMachine.isFinal)).toEqual(['cancelled'])
})

test('progress grows with each step, from 0 to exactly 100', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
      const percents = Array.from({ length: count + 1 }, (_, done) =>
        progressOf(Array.from({ length: count }, (__, index) => ({ completed: index < done }))),
      )
      expect(percents[0]).toBe(0)
      expect(percents.at(-1)).toBe(100)
      expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    }),
  )
  expect(progressOf([])).toBe(0)
})

test.each([
  ['2026-12-18', 'late', 3],
  ['2026-12-21', 'today', 0],
  ['2026-12-27', 'soon', 6],
  ['2026-12-28', 'ahead', 7],
] as const)('seen on 2026-12-21, a delivery on %s is %s by %i', (delivery, state, days) => {
  expect(countdown(delivery, '2026-12-21')).toEqual({ state, days })
})

test.each([
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [0, 1, 0],
])('%i of %i steps are %i %', (done, of, percent) => {
  expect(progressOf(Array.from({ length: of }, (_, step) => ({ completed: step < done })))).toBe(percent)
})

test('a delivery counts down day by day, through today to days too late', () => {
  expect(countdown('2026-11-20', '2026-11-21')).toEqual({ state: 'late', days: 1 })
  expect(countdown('2026-11-21', '2026-11-21')).toEqual({ state: 'today', days: 0 })
  expect(countdown('2026-11-22', '2026-11-21')).toEqual({ state: 'soon', days: 1 })
  expect(countdown('2026-11-27', '2026-11-21')).toEqual({ state: 'soon', days: 6 })
  expect(countdown('2026-11-28', '2026-11-21')).toEqual({ state: 'ahead', days: 7 })
})

test('started work resumes, and other work waits to start', () => {
  expect([false, true].map(resumedStatus)).toEqual(['paid', 'in_progress'])
})
