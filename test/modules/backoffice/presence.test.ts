import { expect, test } from 'vitest'
import { PRESENCE_BEAT, PRESENCE_ENDS, viewersOf } from '../../../src/modules/backoffice/domain/presence.ts'

test('a person with an order open in two tabs is listed once; the same tabs give the same text', () => {
  const tabs = [
    { memberId: 'bia', orderId: 'b' },
    { memberId: 'ana', orderId: 'b' },
    { memberId: 'ana', orderId: 'b' },
    { memberId: 'ana', orderId: 'a' },
  ]
  expect(viewersOf(tabs)).toEqual({ a: ['ana'], b: ['ana', 'bia'] })
  expect(JSON.stringify(viewersOf([...tabs].reverse()))).toBe(JSON.stringify(viewersOf(tabs)))
  expect(viewersOf([])).toEqual({})
})

test('a tab that misses one signal is still listed, one that misses two is gone', () => {
  expect(PRESENCE_ENDS).toBeGreaterThan(2 * PRESENCE_BEAT)
  expect(PRESENCE_ENDS).toBeLessThan(3 * PRESENCE_BEAT)
})
