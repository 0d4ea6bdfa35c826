import { expect, test } from 'vitest'
import { dueWords, lastMomentOf, timeLeft, urgencyOf } from '../../../src/web/desk/queue/time-left.ts'

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

test.each([
  ['2026-12-07T11:58:59Z', '−1 min'],
  ['2026-12-07T11:59:30Z', 'agora'],
  ['2026-12-07T12:00:59Z', 'agora'],
  ['2026-12-07T12:01:00Z', '1 min'],
  ['2026-12-07T15:20:00Z', '3 h 20'],
  ['2026-12-06T05:00:00Z', '−1 dia'],
])('what is due at %s has "%s" left', (dueAt, words) => {
  expect(timeLeft(new Date(dueAt), now)).toBe(words)
})

test('the last moment of a promise for a day belongs to that day', () => {
  expect(lastMomentOf(new Date('2026-12-08T03:00:00Z')).toISOString()).toBe('2026-12-08T02:59:59.999Z')
  expect(lastMomentOf(new Date('2026-12-08T12:00:00Z')).toISOString()).toBe('2026-12-08T12:00:00.000Z')
})

test('a time is marked when it is late, and within the hour before it', () => {
  const due = new Date('2026-03-10T15:00:00Z')
  const at = (minutes: number) => urgencyOf(due, new Date(due.getTime() - minutes * 60_000))
  expect([at(61), at(60), at(59), at(0), at(-1)]).toEqual([
    undefined,
    undefined,
    'is-warn',
    'is-warn',
    'is-bad',
  ])
})
