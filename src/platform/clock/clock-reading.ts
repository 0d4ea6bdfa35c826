/** What this machine's clocks say at one moment. Milliseconds. */
export interface LocalTime {
  /** The wall clock: may be set, wrong, or jump. */
  wall: number
  /** Counts from an arbitrary start and is never set; stands still while the machine is suspended. */
  monotonic: number
}

/** This machine's clocks and the database's at the same moment. Milliseconds. */
export interface ClockReading extends LocalTime {
  database: number
  /** How far `database` may be wrong: half of the round trip that asked for it. */
  error: number
}

/** Beyond this a clock is wrong: its process runs no schedule. */
const maxSkew = 60_000
/** A wall clock that moves otherwise than the monotonic one by this much was set, or the machine was suspended. */
const maxStep = 1_000
/** How fast the monotonic clocks of two machines drift apart at worst. */
const drift = 0.0005

/** A reading from an answer of the database, which it gave between two moments here. */
export function readingFrom(before: LocalTime, after: LocalTime, database: number): ClockReading {
  const error = Math.max(0, (after.monotonic - before.monotonic) / 2)
  return { wall: after.wall - error, monotonic: after.monotonic - error, database, error }
}

/** The database's time, by the monotonic clock since the reading: whatever happened to the wall clock meanwhile. */
export function databaseTime(reading: ClockReading, { monotonic }: LocalTime): number {
  return reading.database + (monotonic - reading.monotonic)
}

/** Milliseconds by which the wall clock is ahead of the database's; negative when it is behind. */
export function skewOf(reading: ClockReading, now: LocalTime): number {
  return now.wall - databaseTime(reading, now)
}

/** Whether a clock is wrong, whatever the round trip hid. */
export function isWrong({ skew, error }: { skew: number; error: number }): boolean {
  return Math.abs(skew) - error > maxSkew
}

/**
 * Whether the wall clock was set, or the machine was suspended, since the reading. Only the database can tell which, so
 * that it has to be asked again before anything is decided.
 */
export function hasStepped(reading: ClockReading, now: LocalTime): boolean {
  return Math.abs(now.wall - reading.wall - (now.monotonic - reading.monotonic)) > maxStep
}

/**
 * The reading to tell the time by: the new one, unless its round trip was so slow that the former one, with the drift
 * since, is still more exact. Two that contradict each other mean that something jumped, so the new one counts.
 */
export function moreExact(former: ClockReading | undefined, next: ClockReading): ClockReading {
  if (!former) return next
  const elapsed = next.monotonic - former.monotonic
  const formerError = former.error + elapsed * drift
  const apart = Math.abs(databaseTime(former, next) - next.database)
  const agree = elapsed >= 0 && apart <= formerError + next.error
  return agree && formerError < next.error ? former : next
}
