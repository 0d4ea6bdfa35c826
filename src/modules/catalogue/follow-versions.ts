import { AsyncLocalStorage } from 'node:async_hooks'
import type { CatalogueDeps } from './deps.ts'
import type { Catalogue } from './domain/catalogue.ts'
import { catalogueOf, type Period, periodsOf } from './domain/versions.ts'
import { selectHolding, versionsMark } from './versions-store.server.ts'

/** Milliseconds after which a process asks again whether something was published. */
const PERIOD = 1_000

/** The catalogue of the work that runs, whatever is published meanwhile. */
const held = new AsyncLocalStorage<Catalogue>()

/**
 * Keeps the catalogue in memory: nobody who asks for it waits for the database. What begins later is known before, and begins
 * by the clock, in every process at the same moment. When the database does not answer, the last known one stays.
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
    // The mark first: what is published between the two is read again by the next look.
    const seen = await versionsMark(database)
    if (seen === mark) return
    const now = clock.now()
    periods = periodsOf(release, await selectHolding(database, now), now)
    mark = seen
  }

  /** One reading after the other, so that an older answer never replaces a newer one. */
  function refresh(): Promise<void> {
    const next = reading.then(read)
    reading = next.catch(() => {})
    return next
  }

  const current = () => held.getStore() ?? catalogueOf(periods, clock.now()) ?? release

  return {
    /** The catalogue of the request that asks, else of this moment. */
    current,
    /** Reads what was published. */
    refresh,
    /** Keeps reading it; failures are logged, and change nothing. */
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
    /** Runs work with one catalogue from its beginning to its end: by default that of now, or of the work around it. */
    holding<T>(work: () => T, catalogue: Catalogue = current()): T {
      return held.run(catalogue, work)
    },
  }
}
