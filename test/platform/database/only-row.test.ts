import { expect, test } from 'vitest'
import { onlyRow } from '../../../src/platform/database/only-row.ts'

test('a sum without a row is an error, not zero', () => {
  expect(onlyRow([{ sum: 0 }])).toEqual({ sum: 0 })
  expect(() => onlyRow([])).toThrow('with none')
})
