import fc from 'fast-check'
import { expect, test } from 'vitest'
import { triplesOf } from './triples.ts'

test('every pair is in some group, whatever the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 24 }), (count) => {
      const items = Array.from({ length: count }, (_, index) => index)
      const groups = triplesOf(items)
      for (const one of items) {
        for (const other of items.slice(one + 1)) {
          expect(groups.some((group) => group.includes(one) && group.includes(other))).toBe(true)
        }
      }
      for (const group of groups) expect(new Set(group).size).toBe(Math.min(3, count))
    }),
  )
})

test('of fifteen, every pair is in one group', () => {
  expect(triplesOf(Array.from({ length: 15 }, (_, index) => index))).toHaveLength(35)
})
