import { expect, test } from 'vitest'
import { nightLimitReminder } from '../../../src/modules/payments/domain/night-limit.ts'

/** Returns a time of day in São Paulo, three hours behind UTC. */
const at = (time: string) => new Date(`2026-11-22T${time}:00-03:00`)

const limit = 100_000

test.each([
  ['06:00', undefined],
  ['12:00', undefined],
  ['18:59', undefined],
  ['19:00', { when: 'soon', isAbove: false, minutesLeft: 60 }],
  ['19:59', { when: 'soon', isAbove: false, minutesLeft: 1 }],
  ['20:00', { when: 'night', isAbove: false, minutesLeft: 0 }],
  ['23:59', { when: 'night', isAbove: false, minutesLeft: 0 }],
  ['00:00', { when: 'night', isAbove: false, minutesLeft: 0 }],
  ['05:59', { when: 'night', isAbove: false, minutesLeft: 0 }],
])(
  'an amount up to the limit has a reminder from an hour before the night until its end: %s',
  (time, reminder) => {
    expect(nightLimitReminder({ amount: limit, now: at(time) })).toEqual(reminder)
  },
)

test.each([
  ['06:00', { when: 'day', isAbove: true, minutesLeft: 840 }],
  ['18:59', { when: 'day', isAbove: true, minutesLeft: 61 }],
  ['19:00', { when: 'soon', isAbove: true, minutesLeft: 60 }],
  ['19:30', { when: 'soon', isAbove: true, minutesLeft: 30 }],
  ['20:00', { when: 'night', isAbove: true, minutesLeft: 0 }],
  ['05:59', { when: 'night', isAbove: true, minutesLeft: 0 }],
])('an amount above the limit has a reminder at any time: %s', (time, reminder) => {
  expect(nightLimitReminder({ amount: limit + 1, now: at(time) })).toEqual(reminder)
})
