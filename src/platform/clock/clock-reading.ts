/** Readings of this machine's clocks at one moment, in milliseconds. */
export interface LocalTime {
  /** Wall clock: may be set, wrong, or jump. */
  wall: number
  /** Counts from an arbitrary start and is never set; stops while the machine is suspended. */
  monotonic: number
}

/** Readings of this machine's clocks and the database's at the same moment, in milliseconds. */
export interface ClockReading extends LocalTime {
  database: number
  /** Maximum error of `database`: half of the round trip of its query. */
  error: number
}

/** Maximum skew of a clock. Beyond it the clock is wrong and its process runs no schedule. */
const maxSkew = 60_000
/**
 * Maximum difference between the advance of the wall clock and of the monotonic one. Beyond it the wall clock was set, or the
 * machine was suspended.
 */
const maxStep = 1_000
/** Maximum rate at which the monotonic clocks of two machines drift apart. */
const drift = 0.0005

/** Creates a reading from a response of the database that was given between two local moments. */
export function readingFrom(before: LocalTime, after: LocalTime, database: number): ClockReading {
  const error = Math.max(0, (after.monotonic - before.monotonic) / 2)
  return { wall: after.wall - error, monotonic: after.monotonic - error, database, error }
}

/** Returns the database's time, computed with the monotonic clock since the reading, independent of changes of the wall clock. */
export function databaseTime(reading: ClockReading, { monotonic }: LocalTime): number {
  return reading.database + (monotonic - reading.monotonic)
}

/** Returns the milliseconds by which the wall clock is ahead of the database's; negative when it is behind. */
export function skewOf(reading: ClockReading, now: LocalTime): number {
  return now.wall - databaseTime(reading, now)
}

/** Checks whether a clock is wrong even if the maximum error of the reading is deducted. */
export function isWrong({ skew, error }: { skew: number; error: number }): boolean {
  return Math.abs(skew) - error > maxSkew
}

/**
 * Checks whether the wall clock was set, or the machine was suspended, since the reading. Only the database can tell which of the
 * two happened, so it must be queried again before a decision.
 */
export function hasStepped(reading: ClockReading, now: LocalTime): boolean {
  return Math.abs(now.wall - reading.wall - (now.monotonic - reading.monotonic)) > maxStep
}

/**
 * Returns the reading to compute the time from: the new one, unless its round trip was so slow that the former one, with the
 * drift since, is still more exact. If the two contradict each other, a clock has jumped, so the new one is used.
 */
export function moreAccurate(former: ClockReading | undefined, next: ClockReading): ClockReading {
  if (!former) return next
  const elapsed = next.monotonic - former.monotonic
  const formerError = former.error + elapsed * drift
  const apart = Math.abs(databaseTime(former, next) - next.database)
  const agree = elapsed >= 0 && apart <= formerError + next.error
  return agree && formerError < next.error ? former : next
}
