import { expect, test } from 'vitest'
import { readLocalTime } from '../../../src/web/desk/queue/snooze-time.ts'

test.each([
  ['2026-03-10T00:00', '2026-03-10T03:00:00.000Z'],
  ['2026-03-10T23:59', '2026-03-11T02:59:00.000Z'],
  ['2026-03-10T09:30:00', '2026-03-10T12:30:00.000Z'],
])('%s is a time in São Paulo', (text, instant) => {
  expect(readLocalTime(text)?.toISOString()).toBe(instant)
})

test.each([
  '2026-03-10T24:00',
  '2026-03-10T99:99',
  '2026-03-10T10:60',
  '2026-03-10T10:000',
  '2026-02-30T10:00',
  '2026-03-10',
  '10/03/2026 00:00',
  '',
])('%s is not a time', (text) => {
  expect(readLocalTime(text)).toBeUndefined()
})
