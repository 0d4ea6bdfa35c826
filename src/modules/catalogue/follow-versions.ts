import { AsyncLocalStorage } from 'node:async_hooks'
import type { CatalogueDeps } from './deps.ts'
import type { Catalogue } from './domain/catalogue.ts'
import { catalogueOf, type Period, periodsOf } from './domain/versions.ts'
import { selectHolding, versionsMark } from './versions-store.server.ts'

/** Milliseconds between checks for newly published versions. */
const PERIOD = 1_000

/** The catalogue of the running work, whatever is published meanwhile. */
const held = new AsyncLocalStorage<Catalogue>()

/**
 * Keeps the catalogue in memory, so that no read waits for the database. Scheduled versions are known in advance, and take
 * effect by the clock, in every process at the same moment. When the database does not answer, the last known catalogue
 * remains.
 */
export function followVersions({
  database,
  clock,
  log,
  release,
}: Pick<CatalogueDeps, 'database' | 'clock' | 'log' | 'release'>) {
  let periods: readonly Period[] = [{ from: Number.NEGATIVE_INFINITY, catalogue: release }]
  let mark: string | undefined
  let timer: NodeJS.Timeout | undefined
  let reading = Promise.resolve()

  async function read(): Promise<void> {
    // The mark is read first: a version published between the two reads is read again at the next check.
    const seen = await versionsMark(database)
    if (seen === mark) return
    const now = clock.now()
    periods = periodsOf(release, await selectHolding(database, now), now)
    mark = seen
  }

  /** Reads are sequential, so that an older answer never replaces a newer one. */
  function refresh(): Promise<void> {
    const next = reading.then(read)
    reading = next.catch(() => {})
    return next
  }

  const current = () => held.getStore() ?? catalogueOf(periods, clock.now()) ?? release

  return {
    /** The catalogue of the current request, otherwise of this moment. */
    current,
    /** Reads the published versions. */
    refresh,
    /** Reads them periodically; failures are logged, and change nothing. */
    follow() {
      timer ??= setInterval(() => {
        refresh().catch((err) =>
          log.warn({ err }, 'catalogue: could not read its versions; the last known stays'),
        )
      }, PERIOD)
      timer.unref()
    },
    unfollow() {
      clearInterval(timer)
      timer = undefined
    },
    /**
     * Runs work with the same catalogue from beginning to end: by default the current one, or that of the surrounding
     * work.
     */
    holding<T>(work: () => T, catalogue: Catalogue = current()): T {
      return held.run(catalogue, work)
    },
  }
}
