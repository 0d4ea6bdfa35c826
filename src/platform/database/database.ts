import { tracingChannel } from 'node:diagnostics_channel'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { nameStatements } from './named-statements.ts'
import { leaveStandbys } from './read-only.ts'
import { writeTogether } from './write-together.ts'

/** The database or a transaction: what store functions accept. */
export type Executor = Pick<
  NodePgDatabase,
  '_' | 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export interface Database extends NodePgDatabase {
  /** The underlying pool, for what Drizzle does not offer. */
  readonly $client: pg.Pool
}

// A bigint of centavos fits a safe integer: 90 trillion reais.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is not an instant: it stays the text 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/**
 * Says where each transaction of a pool begins and ends. Work that asks its own pool for a second connection waits for itself when every
 * connection is taken, and at once on the embedded database, which has one: the tests listen, and refuse it on every database.
 */
export const transactions = tracingChannel<unknown, { readonly pool: pg.Pool }>('recomeco:transaction')

/**
 * How long a connection may take to be made, or a pool to have one that is free. Where statements are not limited, and on the embedded
 * database, which serves one connection after the other, those before it may take long.
 */
const connectMs = { limited: 5_000, unlimited: 30_000 }

/**
 * Opens a pool on a PostgreSQL URL.
 *
 * @param onError called for lost connections. Clients in use emit 'error' too, between two statements of a transaction:
 *   without a handler it would end the process
 * @param queryMs how long a statement may take, as seen from here: a server that was paused, or a network that swallows everything, says
 *   nothing at all. Its connection is given up. Without one, a statement may take for ever
 * @param ownSessions each connection has a session of its own, as on a server, which keeps named statements
 */
export function openDatabase({
  url,
  max = 10,
  ownSessions = false,
  queryMs,
  onError = () => {},
}: {
  url: string
  max?: number
  ownSessions?: boolean
  queryMs?: number | undefined
  onError?: (error: Error) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: queryMs === undefined ? connectMs.unlimited : connectMs.limited,
    ...(queryMs === undefined ? {} : { query_timeout: queryMs }),
    idleTimeoutMillis: 30_000,
    application_name: 'recomeco',
    // Statements that are sent together do not wait for each other's answers.
    pipeline: true,
  })
  if (ownSessions) nameStatements(pool)
  writeTogether(pool)
  leaveStandbys(pool)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
  const database = drizzle({ client: pool }) as Database
  const onConnection = drizzleOfConnections()
  // Drizzle's own, on a pool, keeps a connection for ever when its `begin` fails, as it does on every lane while a pooler has no server.
  database.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await transactions.tracePromise(() => onConnection(client).transaction(work, config), { pool })
    } finally {
      client.release()
    }
  }
  return database
}

/** Drizzle on one connection, the same whenever the pool lends it: its transactions share a session, and what was built for it (built-once.ts). */
function drizzleOfConnections(): (client: pg.PoolClient) => NodePgDatabase {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase>()
  return (client) => {
    const one = known.get(client) ?? drizzle({ client })
    known.set(client, one)
    return one
  }
}
