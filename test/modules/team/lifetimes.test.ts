import { expect, test } from 'vitest'
import { before } from '../../../src/core/durations.ts'
import {
  ACCESS_RETENTION,
  DESK_IDLE,
  DESK_MAX_AGE,
  dueForRecording,
  INVITATION_LIFETIME,
  isFresh,
  isOpen,
} from '../../../src/modules/team/domain/lifetimes.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = new Date('2026-11-22T15:00:00Z')
const ago = (milliseconds: number) => before(now, milliseconds)

test('a desk session ends after an hour without work, and after twelve hours in any case', () => {
  expect([DESK_IDLE, DESK_MAX_AGE]).toEqual([60 * minute, 12 * 60 * minute])
  expect(isOpen({ createdAt: ago(DESK_MAX_AGE - 1), lastUsedAt: ago(DESK_IDLE - 1) }, now)).toBe(true)
  expect(isOpen({ createdAt: ago(DESK_MAX_AGE), lastUsedAt: now }, now)).toBe(false)
  expect(isOpen({ createdAt: now, lastUsedAt: ago(DESK_IDLE) }, now)).toBe(false)
})

test('records the use of a session at most once a minute; the second factor is fresh for a quarter of an hour', () => {
  expect(dueForRecording({ lastUsedAt: ago(minute - 1) }, now)).toBe(false)
  expect(dueForRecording({ lastUsedAt: ago(minute) }, now)).toBe(true)
  expect(isFresh(ago(15 * minute - 1), now)).toBe(true)
  expect(isFresh(ago(15 * minute), now)).toBe(false)
})

test('an invitation is valid for three days; access records are kept for at least six months', () => {
  expect(INVITATION_LIFETIME).toBe(3 * day)
  expect(ACCESS_RETENTION).toBe(183 * day)
})
