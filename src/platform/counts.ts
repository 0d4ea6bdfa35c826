import type { Log } from './telemetry/log.ts'

/** Counts by key that wait to be stored together. */
export interface Counts<Key> {
  readonly count: (key: Key) => void
  /** Stores the counts since the last call. If that fails, it is logged and they are lost. */
  readonly flush: () => Promise<void>
}

/**
 * Gathers counts in memory and stores them together, so that counting delays no request and a flood of requests causes one small
 * statement every few seconds. A killed process loses its buffered counts.
 *
 * @param every milliseconds for which counts are gathered
 * @param what is counted, for the log
 */
export function gatherCounts<Key>({
  every,
  what,
  store,
  log,
}: {
  every: number
  what: string
  store: (counts: ReadonlyMap<Key, number>) => Promise<void>
  log: Log
}): Counts<Key> {
  let gathered = new Map<Key, number>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counts = gathered
    gathered = new Map()
    try {
      await store(counts)
    } catch (err) {
      log.warn({ err }, `could not store the counts of ${what}`)
    }
  }

  return {
    count(key) {
      gathered.set(key, (gathered.get(key) ?? 0) + 1)
      timer ??= setTimeout(flush, every).unref()
    },
    flush,
  }
}
