/** Spans of time in milliseconds, and instants at a distance. Calendar days in São Paulo are in `calendar.ts`. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function before(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() - milliseconds)
}

export function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

/** Whole seconds until an instant; 0 once it is over. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.floor((instant.getTime() - now.getTime()) / 1_000))
}
