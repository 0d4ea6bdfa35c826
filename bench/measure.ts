import type { CpuClock } from './processes.ts'

/** The result of one stage. */
export interface Figure {
  name: string
  /** Completed operations. */
  done: number
  failed: number
  seconds: number
  /** Latency percentiles (50 and 95) in milliseconds; absent for stages without requests. */
  median?: number
  p95?: number
  /** CPU seconds of the whole stage, by consumer. */
  web: number | undefined
  database: number | undefined
}

export interface Clocks {
  web: CpuClock
  database: CpuClock
}

/**
 * Runs operations with `clients` concurrent clients until `seconds` have passed or none is left.
 *
 * @param next runs one operation and resolves with whether it succeeded; undefined when none is left
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
  const latencies: number[] = []
  let failed = 0
  const spent = stopwatch(clocks)
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const began = performance.now()
        const work = next()
        if (work === undefined) return
        if (await work) latencies.push(performance.now() - began)
        else failed++
      }
    }),
  )
  const { took, ...cpu } = spent()
  latencies.sort((a, b) => a - b)
  const median = latencies[Math.floor(latencies.length * 0.5)]
  const p95 = latencies[Math.floor(latencies.length * 0.95)]
  return {
    name,
    done: latencies.length,
    failed,
    seconds: took,
    ...cpu,
    ...(median === undefined || p95 === undefined ? {} : { median, p95 }),
  }
}

/** Starts measuring; the returned function gives the wall and CPU time since then. */
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
