import { expect, test } from 'vitest'
import { firstWithin } from '../../src/core/first-within.ts'

test.each([
  ['nothing', [], []],
  ['what fits exactly', ['aa', 'bbb'], ['aa', 'bbb']],
  ['what goes one beyond', ['aa', 'bbb', 'c'], ['aa', 'bbb']],
  ['a first one that is too long', ['aaaaaa', 'b'], ['aaaaaa']],
])('of %s, the first are kept while they fit, and at least one', (_, items, kept) => {
  expect(firstWithin(items, 5, ({ length }) => length)).toEqual(kept)
})
