import { expect, test } from 'vitest'
import { keyNamed, lookupListNames, periodNames } from '../../../src/web/desk/list-names.ts'

test('finds a list or a period by its name in the URL, and by no other text', () => {
  expect(keyNamed(lookupListNames, 'entregues')).toBe('delivered')
  expect(keyNamed(periodNames, 'mes')).toBe('month')
  expect(keyNamed(periodNames, '90')).toBe('90')
  for (const text of [null, '', 'constructor', 'delivered', 'undefined', 'month']) {
    expect(keyNamed(lookupListNames, text)).toBeUndefined()
    expect(keyNamed(periodNames, text)).toBeUndefined()
  }
})
