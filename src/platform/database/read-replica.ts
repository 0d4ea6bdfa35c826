import { sql } from 'drizzle-orm'
import type { Log } from '../telemetry/log.ts'
import { type Database, type Executor, openDatabase } from './database.ts'
import { errorInWords } from './transient-error.ts'

/**
 * Runs queries whose result may be up to `maxLagSeconds` old, on a replica if there is one. Only for queries that change nothing
 * and on which no decision depends: a colleague who has made a decision must see it at once. A query may be run twice, the second
 * time on the primary.
 */
export type ReadFromReplica = <T>(ask: (executor: Executor) => Promise<T>) => Promise<T>

/** Maximum age of a result. A running shop writes more often, so that a working replica is never this far behind. */
const maxLagSeconds = 30
/**
 * Time for which a replica that did not respond, or was too far behind, is not queried: otherwise each page would wait for it.
 */
const restMs = 15_000
/** Timeout of a statement on the replica. If it expires, the primary executes the statement, within the time that a page has. */
const queryMs = 3_000
/** A small number: only figures and exports are read there. */
const maxConnections = 2

/**
 * Replication state of a server: whether it follows another, and the time since the commit of the last transaction that it
 * replayed.
 */
interface Position {
  follows: boolean
  /** Null: it has replayed nothing since it started. */
  lagSeconds: number | null
}

/** Returns the reason why a server is not queried; undefined if it may be. A server that follows no other is up to date. */
export function staleReason({ follows, lagSeconds }: Position): string | undefined {
  if (!follows) return undefined
  if (lagSeconds === null) return 'has received nothing yet'
  return lagSeconds > maxLagSeconds ? `is ${Math.round(lagSeconds)} s behind` : undefined
}

/** Reads without a replica: the primary executes every query. */
export const readFromPrimary =
  (database: Database): ReadFromReplica =>
  (ask) =>
    ask(database)

/**
 * Opens a replica for queries whose result may be old. The primary is used if the replica is unreachable, fails, or is more than
 * `maxLagSeconds` behind.
 */
export function openReplica({
  url,
  ownSessions,
  primary,
  log,
  now = () => performance.now(),
}: {
  url: string
  /** As in `openDatabase`. */
  ownSessions: boolean
  primary: Database
  log: Log
  /** In milliseconds. */
  now?: () => number
}): { readFromReplica: ReadFromReplica; close(): Promise<void> } {
  const replica = openDatabase({
    url,
    ownSessions,
    queryMs,
    max: maxConnections,
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
        const reason = staleReason(await positionOf(replica))
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
