import type { Clock } from '../../core/clock.ts'
import type { Database } from '../database/database.ts'
import {
  type ClockReading,
  databaseTime,
  hasStepped,
  isWrong,
  type LocalTime,
  moreAccurate,
  readingFrom,
  skewOf,
} from './clock-reading.ts'

/** State of this machine's clock. */
export interface ClockState {
  /** Differs from the database's by less than a minute. */
  isRight: boolean
  /** Seconds by which it is ahead of the database's; negative when it is behind. */
  skewSeconds: number
}

/**
 * Clock of the database. Every process uses it, so that a stored time means the same to all of them, regardless of their own
 * clocks.
 */
export interface DatabaseClock extends Clock {
  /** Returns the state now, without querying the database. */
  state(): ClockState
  /**
   * Returns the current state; queries the database when its last response is older than a few seconds or the wall clock has
   * jumped since.
   *
   * @throws the database's error
   */
  check(): Promise<ClockState>
  /** Queries the database regularly, and calls the listener on every change of `isRight`. @returns a function that stops it */
  watch(listener: (state: ClockState) => void): () => void
}

/** Milliseconds for which a check reuses a response of the database. */
const freshFor = 5_000
const watchPeriod = 10_000

const thisMachine = (): LocalTime => ({ wall: Date.now(), monotonic: performance.now() })

/**
 * Opens the clock with a first reading.
 *
 * @param local this machine's clocks
 * @throws the database's error
 */
export async function openDatabaseClock({
  database,
  local = thisMachine,
}: {
  database: Pick<Database, '$client'>
  local?: () => LocalTime
}): Promise<DatabaseClock> {
  /** Reading from which the time is computed, and the latest reading. */
  let exact = await read()
  let latest = exact
  let isRight = !isWrong({ skew: skewOf(latest, latest), error: latest.error })
  let reading: Promise<void> | undefined
  const listeners = new Set<(state: ClockState) => void>()

  async function read(): Promise<ClockReading> {
    // Waiting for a connection is not part of the round trip.
    const client = await database.$client.connect()
    try {
      const before = local()
      const { rows } = await client.query<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      )
      return readingFrom(before, local(), Number(rows[0]?.ms))
    } finally {
      client.release()
    }
  }

  /** Queries the database again. Several concurrent calls share one query. */
  function readAgain(): Promise<void> {
    reading ??= (async () => {
      try {
        latest = await read()
        exact = moreAccurate(exact, latest)
        const wasRight = isRight
        isRight = !isWrong({ skew: skewOf(latest, latest), error: latest.error })
        if (isRight !== wasRight) for (const listener of listeners) listener(state())
      } finally {
        reading = undefined
      }
    })()
    return reading
  }

  function state(): ClockState {
    return { isRight, skewSeconds: skewOf(exact, local()) / 1000 }
  }

  return {
    now() {
      const here = local()
      // The returned time does not follow a wall clock that was set; after a suspension it is behind until the database responds.
      if (!reading && hasStepped(latest, here)) void readAgain().catch(() => {})
      return new Date(databaseTime(exact, here))
    },
    state,

    async check() {
      const now = local()
      if (now.monotonic - latest.monotonic > freshFor || hasStepped(latest, now)) await readAgain()
      return state()
    },

    watch(listener) {
      listeners.add(listener)
      // The code that needs the database reports that it does not respond; the next reading tries again.
      const timer = setInterval(() => void readAgain().catch(() => {}), watchPeriod)
      timer.unref()
      return () => {
        clearInterval(timer)
        listeners.delete(listener)
      }
    },
  }
}
