/** Time as an argument: decisions receive an instant, use cases receive a clock. */
export interface Clock {
  now(): Date
}

/** A clock that stands still, for tests and rehearsals. */
export function fixedClock(instant: string | Date): Clock {
  const time = new Date(instant).getTime()
  return { now: () => new Date(time) }
}
