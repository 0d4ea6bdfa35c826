import type { CpuClock } from './processes.ts'

/** What one stage of the benchmark found. */
export interface Figure {
  name: string
  /** How many were done, and in how many seconds. */
  done: number
  failed: number
  seconds: number
  /** Milliseconds that half of the answers, and 95 in 100, took at most; absent where nobody waited for one. */
  median?: number
  slow?: number
  /** Seconds of processor time the whole stage took, by who spent them. */
  web: number | undefined
  database: number | undefined
}

export interface Clocks {
  web: CpuClock
  database: CpuClock
}

/**
 * Lets `clients` do one thing after the other until `seconds` have passed or there is nothing left to do.
 *
 * @param next does one thing and says whether it went as it should; undefined when there is nothing left
 */
export async function drive({
  name,
  clients,
  seconds,
  next,
  clocks,
}: {
  name: string
  clients: number
  seconds: number
  next: () => Promise<boolean> | undefined
  clocks: Clocks
}): Promise<Figure> {
  const waits: number[] = []
  let failed = 0
  const spent = stopwatch(clocks)
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const began = performance.now()
        const work = next()
        if (work === undefined) return
        if (await work) waits.push(performance.now() - began)
        else failed++
      }
    }),
  )
  const { took, ...cpu } = spent()
  waits.sort((a, b) => a - b)
  const median = waits[Math.floor(waits.length * 0.5)]
  const slow = waits[Math.floor(waits.length * 0.95)]
  return {
    name,
    done: waits.length,
    failed,
    seconds: took,
    ...cpu,
    ...(median === undefined || slow === undefined ? {} : { median, slow }),
  }
}

/** Begins to count; what it returns says how much time has passed and been spent since. */
export function stopwatch({ web, database }: Clocks) {
  const before = { at: performance.now(), web: web(), database: database() }
  return () => ({
    took: (performance.now() - before.at) / 1000,
    web: difference(web(), before.web),
    database: difference(database(), before.database),
  })
}

function difference(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? undefined : after - before
}
