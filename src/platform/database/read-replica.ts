import { sql } from 'drizzle-orm'
import type { Log } from '../telemetry/log.ts'
import { type Database, type Executor, openDatabase } from './database.ts'
import { errorInWords } from './transient-error.ts'

/**
 * Asks what may be answered up to `maxLagSeconds` late, on a replica where there is one. Only for what changes nothing and decides nothing:
 * a colleague who just decided must see it decided. What is asked may be asked twice, the second time on the primary.
 */
export type ReadFromReplica = <T>(ask: (executor: Executor) => Promise<T>) => Promise<T>

/** How late an answer may be. A running shop writes more often, so that a replica that follows is never so far behind. */
const maxLagSeconds = 30
/** A replica that did not answer, or was too far behind, is not asked again for so long: each page would wait for it. */
const restMs = 15_000
/** A statement on the replica. What it does not answer in time the primary answers, within the time a page has. */
const queryMs = 3_000
/** Few: only numbers and exports are read there. */
const maxConnections = 2

/** What a server says of itself: whether it follows another, and when what it last heard was committed there. */
interface Position {
  follows: boolean
  /** Null: it has heard nothing since it started. */
  lagSeconds: number | null
}

/** Why a server is not asked; undefined when it may be. A server that follows no other is up to date. */
export function whyTooLate({ follows, lagSeconds }: Position): string | undefined {
  if (!follows) return undefined
  if (lagSeconds === null) return 'has heard nothing yet'
  return lagSeconds > maxLagSeconds ? `is ${Math.round(lagSeconds)} s behind` : undefined
}

/** Without a replica: the primary answers everything. */
export const readFromPrimary =
  (database: Database): ReadFromReplica =>
  (ask) =>
    ask(database)

/** Opens a replica for what may be read late. The primary answers where it is away, fails, or is more than `maxLagSeconds` behind. */
export function openReplica({
  url,
  ownSessions,
  primary,
  log,
  now = () => performance.now(),
}: {
  url: string
  /** As of `openDatabase`. */
  ownSessions: boolean
  primary: Database
  log: Log
  /** Milliseconds. */
  now?: () => number
}): { readFromReplica: ReadFromReplica; close(): Promise<void> } {
  const replica = openDatabase({
    ...{ url, ownSessions, queryMs, max: maxConnections },
    onError: (err) => log.warn({ err }, 'connection to the replica lost'),
  })
  let restsUntil = 0
  const rest = (reason: string) => {
    restsUntil = now() + restMs
    log.warn({ reason }, 'the replica is not read for a while')
  }
  return {
    async readFromReplica(ask) {
      if (now() < restsUntil) return ask(primary)
      try {
        const reason = whyTooLate(await positionOf(replica))
        if (reason === undefined) return await ask(replica)
        rest(reason)
      } catch (error) {
        rest(errorInWords(error))
      }
      return ask(primary)
    },
    close: () => replica.$client.end(),
  }
}

async function positionOf(executor: Executor): Promise<Position> {
  const { rows } = await executor.execute<{ follows: boolean; lag: number | null }>(sql`
    select pg_is_in_recovery() as follows,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float as lag`)
  return { follows: rows[0]?.follows ?? false, lagSeconds: rows[0]?.lag ?? null }
}
