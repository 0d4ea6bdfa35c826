/** Time as the simulator sees it; tests pass one that they move by hand. */
export interface Clock {
  now(): Date
  /** Runs once after `ms` milliseconds; the answer calls it off. */
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

/** An instant the way the provider writes it: milliseconds and offset spelled out (Brasília, no daylight saving). */
export function providerDate(iso: string): string {
  return new Date(Date.parse(iso) - brasiliaOffsetMs).toISOString().replace('Z', '-03:00')
}

const spelledOut = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})([+-])(\d{2}):(\d{2})$/

/**
 * Reads a provider date. Refuses (undefined) one without milliseconds or numeric offset, and days or
 * hours that no calendar has.
 */
export function readProviderDate(text: unknown): Date | undefined {
  const parts = typeof text === 'string' ? spelledOut.exec(text) : null
  if (parts === null) return undefined
  const [, local = '', sign, hours = '', minutes = ''] = parts
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  const asUtc = new Date(`${local}Z`)
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== `${local}Z`) return undefined
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return new Date(asUtc.getTime() - offsetMs)
}
