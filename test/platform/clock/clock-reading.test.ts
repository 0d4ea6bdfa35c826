import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ClockReading,
  databaseTime,
  hasStepped,
  isWrong,
  moreAccurate,
  readingFrom,
  skewOf,
} from '../../../src/platform/clock/clock-reading.ts'

const milliseconds = (max: number) => fc.double({ min: 0, max, noNaN: true })
/** A machine whose clock is ahead by `skew` queries the database; the request takes `there` and the response `back`. */
const exchange = fc.record({
  // Any, and more often one about which there can be a doubt.
  skew: fc.oneof(
    fc.double({ min: -4e11, max: 4e11, noNaN: true }),
    fc.integer({ min: -65_000, max: 65_000 }),
  ),
  there: milliseconds(5_000),
  back: milliseconds(5_000),
  asked: fc.double({ min: 6e11, max: 2.3e12, noNaN: true }),
  booted: milliseconds(1e10),
})

function read({
  skew,
  there,
  back,
  asked,
  booted,
}: typeof exchange extends fc.Arbitrary<infer T> ? T : never) {
  const at = (elapsed: number) => ({ wall: asked + elapsed + skew, monotonic: booted + elapsed })
  return { at, reading: readingFrom(at(0), at(there + back), asked + there) }
}

test('whatever the skew and the round trip, the reported time is off by at most half the round trip', () => {
  fc.assert(
    fc.property(exchange, milliseconds(1e9), (machine, later) => {
      const { at, reading } = read(machine)
      const time = databaseTime(reading, at(later))
      expect(Math.abs(time - (machine.asked + later))).toBeLessThanOrEqual(reading.error + 1)
      expect(Math.abs(skewOf(reading, at(later)) - machine.skew)).toBeLessThanOrEqual(reading.error + 1)
    }),
  )
})

test('a clock right to a minute is never called wrong, one beyond it and the round trip always', () => {
  fc.assert(
    fc.property(exchange, (machine) => {
      const { at, reading } = read(machine)
      const wrong = isWrong({ skew: skewOf(reading, at(0)), error: reading.error })
      if (Math.abs(machine.skew) < 59_999) expect(wrong).toBe(false)
      if (Math.abs(machine.skew) > 60_001 + 2 * reading.error) expect(wrong).toBe(true)
    }),
  )
})

test.each([
  ['set ahead', 3_600_000, 0, true],
  ['set back', -3_600_000, 0, true],
  ['suspended for a night', 0, 28_800_000, true],
  ['slewed by half a second', 500, 0, false],
])(
  'whether a machine that was %s asks the time again (%s ms set, %s ms asleep)',
  (_, set, slept, stepped) => {
    const { at, reading } = read({ skew: 0, there: 1, back: 1, asked: 1.8e12, booted: 1_000 })
    const later = at(10_000)
    const now = { wall: later.wall + set + slept, monotonic: later.monotonic }
    expect(hasStepped(reading, now)).toBe(stepped)
    // Until the next query, the reported time does not follow the wall clock.
    expect(databaseTime(reading, now)).toBe(databaseTime(reading, later))
  },
)

test('a slow answer does not replace an exact one, unless they contradict each other or the exact one is old', () => {
  const exact = reading({ database: 1_000_000, error: 2 })
  const slow = reading({ database: 1_010_300, error: 900, after: 10_000 })
  expect(moreAccurate(undefined, slow)).toBe(slow)
  expect(moreAccurate(exact, slow)).toBe(exact)
  expect(moreAccurate(slow, reading({ database: 1_020_000, error: 2, after: 20_000 })).error).toBe(2)
  const resumed = reading({ database: 9_000_000, error: 900, after: 10_000 })
  expect(moreAccurate(exact, resumed)).toBe(resumed)
  const muchLater = reading({ database: 1_000_000 + 1e7, error: 900, after: 1e7 })
  expect(moreAccurate(exact, muchLater)).toBe(muchLater)
})

function reading({ after = 0, ...answer }: Pick<ClockReading, 'database' | 'error'> & { after?: number }) {
  return { wall: 1_000_000 + after, monotonic: 500 + after, ...answer }
}
