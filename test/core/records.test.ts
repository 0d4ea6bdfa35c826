import { expect, test } from 'vitest'
import { isKeyOf, keysOf, recordFrom } from '../../src/core/records.ts'

const days = { monday: 1, tuesday: 2 }

test('only own keys of an object are its keys, not what every object inherits', () => {
  expect(keysOf(days)).toEqual(['monday', 'tuesday'])
  expect(
    ['monday', 'sunday', 'toString', 'constructor', '__proto__', ''].filter((text) => isKeyOf(days, text)),
  ).toEqual(['monday'])
})

test('a record is made from its keys, in their order', () => {
  expect(Object.entries(recordFrom(['b', 'a'], (key) => key.toUpperCase()))).toEqual([
    ['b', 'B'],
    ['a', 'A'],
  ])
})
