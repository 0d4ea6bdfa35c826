import type { Clock } from '../../src/core/clock.ts'

/** A stopped clock. */
export function fixedClock(instant: string | Date): Clock {
  const time = new Date(instant).getTime()
  return { now: () => new Date(time) }
}
