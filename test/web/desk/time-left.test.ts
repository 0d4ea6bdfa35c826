import { expect, test } from 'vitest'
import { dueWords, lastMomentOf } from '../../../src/web/desk/queue/time-left.ts'

const now = new Date('2026-12-07T12:00:00Z')

test.each([
  // A step promised until 07/12 is due when that day ends.
  ['2026-12-08T03:00:00Z', 'até 23:59'],
  ['2026-12-07T03:00:00Z', 'era dom, 06/12'],
  ['2026-12-09T03:00:00Z', 'ter, 08/12'],
  ['2026-12-07T17:55:00Z', 'até 14:55'],
  ['2026-12-07T11:00:00Z', 'era 08:00'],
  ['2026-12-08T12:00:00Z', 'ter, 08/12'],
])('the time left until %s reads "%s"', (dueAt, words) => {
  expect(dueWords(new Date(dueAt), now)).toBe(words)
})

test('the last moment of a promise for a day belongs to that day', () => {
  expect(lastMomentOf(new Date('2026-12-08T03:00:00Z')).toISOString()).toBe('2026-12-08T02:59:59.999Z')
  expect(lastMomentOf(new Date('2026-12-08T12:00:00Z')).toISOString()).toBe('2026-12-08T12:00:00.000Z')
})
