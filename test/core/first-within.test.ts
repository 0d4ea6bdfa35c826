import { expect, test } from 'vitest'
import { firstWithin } from '../../src/core/first-within.ts'

test.each([
  ['nothing', [], []],
  ['what fits exactly', ['aa', 'bbb'], ['aa', 'bbb']],
  ['items with one too many', ['aa', 'bbb', 'c'], ['aa', 'bbb']],
  ['a first item that is too long', ['aaaaaa', 'b'], ['aaaaaa']],
])('keeps the first of %s while they fit, and at least one', (_, items, kept) => {
  expect(firstWithin(items, 5, ({ length }) => length)).toEqual(kept)
})
