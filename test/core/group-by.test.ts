import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from '../../src/core/group-by.ts'

test('groups as Map.groupBy does, in the order of the items', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 })), (items) => {
      const keyOf = (item: number) => Math.abs(item)
      expect([...groupBy(items, keyOf)]).toEqual([...Map.groupBy(items, keyOf)])
    }),
  )
})
