import { expect, test } from 'vitest'
import { fixedClock } from '../../src/core/clock.ts'
import { isUuid } from '../../src/core/ids.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'

test('an outcome is a value or a refusal with a code', () => {
  const half = (n: number): Outcome<number, 'odd'> => (n % 2 ? refuse('odd', String(n)) : ok(n / 2))
  expect(half(4)).toEqual({ ok: true, value: 2 })
  expect(half(3)).toEqual({ ok: false, code: 'odd', detail: '3' })
  expect(refuse('empty')).toEqual({ ok: false, code: 'empty' })
})

test.each([
  ['019365b0-6f9e-7c43-8d4e-0a1b2c3d4e5f', true],
  ['123E4567-E12B-12D1-A456-426655440000', true],
  ['019365b0-6f9e-7c43-0d4e-0a1b2c3d4e5f', false],
  ["'; drop table orders; --", false],
  ['', false],
])('%s as an id: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})

test('a fixed clock is unaffected by mutated dates', () => {
  const clock = fixedClock('2026-11-21T17:30:00Z')
  clock.now().setFullYear(1999)
  expect(clock.now().toISOString()).toBe('2026-11-21T17:30:00.000Z')
})
