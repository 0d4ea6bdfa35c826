/** Time source of the simulator; tests inject one that they advance manually. */
export interface Clock {
  now(): Date
  /** Runs once after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const brasiliaOffsetMs = 3 * 60 * 60 * 1000

/** Formats an instant as the provider does: with milliseconds and numeric offset (Brasília, no daylight saving). */
export function providerDate(iso: string): string {
  return new Date(Date.parse(iso) - brasiliaOffsetMs).toISOString().replace('Z', '-03:00')
}

const datePattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})([+-])(\d{2}):(\d{2})$/

/**
 * Parses a provider date. Returns undefined if milliseconds or the numeric offset are missing, or if the day or hour does not
 * exist.
 */
export function readProviderDate(text: unknown): Date | undefined {
  const parts = typeof text === 'string' ? datePattern.exec(text) : null
  if (parts === null) return undefined
  const [, local = '', sign, hours = '', minutes = ''] = parts
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  const asUtc = new Date(`${local}Z`)
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== `${local}Z`) return undefined
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return new Date(asUtc.getTime() - offsetMs)
}
