/** Spans of time in milliseconds, and instants at a distance. Calendar days in São Paulo are in `calendar.ts`. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function before(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() - milliseconds)
}

export function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}
