import type { CpuClock } from './processes.ts'

/** Result of one stage, or of one of its rounds. */
export interface Figure extends Spent {
  name: string
  /** Number of completed operations. */
  done: number
  failed: number
  /** Duration of the operations alone, without the work they left to the worker. */
  seconds: number
  /** Latency percentiles (50 and 95) in milliseconds; absent for stages without requests. */
  median?: number
  p95?: number
  /** Milliseconds of CPU time per operation in the cheapest and the most expensive round. */
  spread?: readonly [min: number, max: number]
}

/** CPU seconds of a whole stage, by consumer; undefined if not measured. */
interface Spent {
  app: number | undefined
  database: number | undefined
  worker: number | undefined
}

export type Clocks = { readonly [consumer in keyof Spent]?: CpuClock }

interface Drive {
  name: string
  clients: number
  seconds: number
  /** Runs one operation and resolves with true if it succeeded; returns undefined when none is left. */
  next: () => Promise<boolean> | undefined
  clocks: Clocks
  /** Resolves when the worker has finished the work that the operations left to it; its CPU time is included. */
  rest?: () => Promise<unknown>
}

/** Runs operations with `clients` concurrent clients until `seconds` have passed or none is left. */
export async function drive({
  name,
  clients,
  seconds,
  next,
  clocks,
  rest = async () => {},
}: Drive): Promise<Figure> {
  const latencies: number[] = []
  let failed = 0
  const spent = stopwatch(clocks)
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const asked = performance.now()
        const work = next()
        if (work === undefined) return
        if (await work) latencies.push(performance.now() - asked)
        else failed++
      }
    }),
  )
  const took = (performance.now() - began) / 1000
  await rest()
  const { took: _whole, ...cpu } = spent()
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

/**
 * Runs a stage several times.
 *
 * @returns the round with the median cost, and the costs of the cheapest and the most expensive round
 */
export async function repeated(rounds: number, run: () => Promise<Figure>): Promise<Figure> {
  const figures: Figure[] = []
  for (let round = 0; round < rounds; round++) figures.push(await run())
  const cost = (figure: Figure) => costOf(figure) ?? figure.seconds / figure.done
  figures.sort((a, b) => cost(a) - cost(b))
  const middle = figures[Math.floor(figures.length / 2)]
  const [min, max] = [figures[0], figures.at(-1)]
  if (!middle || !min || !max) throw new Error('a stage needs a round')
  const failed = figures.reduce((sum, figure) => sum + figure.failed, 0)
  return { ...middle, failed, spread: [costOf(min) ?? 0, costOf(max) ?? 0] }
}

/** Returns the milliseconds of CPU time per operation, of all consumers together; undefined if none is measured. */
export function costOf({ app, database, worker, done }: Figure): number | undefined {
  const measured = [app, database, worker].filter((seconds) => seconds !== undefined)
  return measured.length === 0 || done === 0
    ? undefined
    : (1000 * measured.reduce((sum, seconds) => sum + seconds, 0)) / done
}

/** Starts measuring; the returned function gives the wall and CPU time since the start. */
export function stopwatch({ app, database, worker }: Clocks): () => Spent & { took: number } {
  const read = () => ({ app: app?.(), database: database?.(), worker: worker?.() })
  const [at, before] = [performance.now(), read()]
  return () => {
    const after = read()
    return {
      took: (performance.now() - at) / 1000,
      app: difference(after.app, before.app),
      database: difference(after.database, before.database),
      worker: difference(after.worker, before.worker),
    }
  }
}

function difference(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? undefined : after - before
}
