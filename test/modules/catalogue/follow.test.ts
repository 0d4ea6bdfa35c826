import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followVersions } from '../../../src/modules/catalogue/follow-versions.ts'
import { release } from '../../../src/modules/catalogue/public.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import type { Log } from '../../../src/platform/telemetry/log.ts'
import { fixedClock } from '../../support/fixed-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what another process publishes is looked for every second, also after a failure, until the process stops', async () => {
  let asked = 0
  const mark = async () => {
    if (++asked === 2) throw new Error('connection lost')
    return []
  }
  const whole = () => ({ where: async () => [] })
  const database = {
    select: (fields?: object) => ({ from: fields ? mark : whole }),
  } as unknown as Database
  const warn = vi.fn()
  const clock = fixedClock(new Date('2026-11-20T15:00:00Z'))
  const { follow, unfollow } = followVersions({ database, clock, log: { warn } as unknown as Log, release })
  follow()
  follow()
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toBe(0)
  await vi.advanceTimersByTimeAsync(3_001)
  expect([asked, warn.mock.calls.length]).toEqual([4, 1])
  unfollow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(4)
})
