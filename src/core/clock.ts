/** An injected clock: use cases receive it, domain functions receive an instant. */
export interface Clock {
  now(): Date
}

/** A stopped clock, for tests. */
export function fixedClock(instant: string | Date): Clock {
  const time = new Date(instant).getTime()
  return { now: () => new Date(time) }
}
