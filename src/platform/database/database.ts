import { tracingChannel } from 'node:diagnostics_channel'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { nameStatements } from './named-statements.ts'
import { dropStandbyConnections } from './read-only.ts'
import { shareConnections } from './share-connections.ts'
import { writeTogether } from './write-together.ts'

/** Database or transaction: the type that store functions accept. */
export type Executor = Pick<
  NodePgDatabase,
  '_' | 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export interface Database extends NodePgDatabase {
  /** Underlying pool, for features that Drizzle does not offer. */
  readonly $client: pg.Pool
}

// An amount in centavos fits a safe integer: up to 90 trillion reais.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is not an instant: it remains the text 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/**
 * Tracing channel that reports the start and end of each transaction of a pool. Code that requests a second connection from its
 * own pool deadlocks when every connection is in use, and immediately on the embedded database, which has only one: the tests
 * subscribe and refuse such code on every database.
 */
export const transactions = tracingChannel<unknown, { readonly pool: pg.Pool }>('recomeco:transaction')

/**
 * Timeouts for opening a connection, or for getting a free one from the pool. Where statements have no timeout, and on the
 * embedded database, which serves one connection after the other, earlier statements may take long.
 */
const connectMs = { limited: 5_000, unlimited: 30_000 }

/**
 * Opens a pool on a PostgreSQL URL.
 *
 * @param onError called for lost connections. Clients in use emit 'error' too, between two statements of a transaction: without a
 * handler it would end the process
 * @param onRefused called for each new connection that is refused, while those that are open serve instead
 * @param queryMs timeout of a statement, measured here: a server that was paused, or a network that drops all packets, sends no
 * response at all. The connection is then given up. If absent, there is no timeout
 * @param ownSessions each connection has a session of its own, as on a server, which keeps named statements
 */
export function openDatabase({
  url,
  max = 10,
  ownSessions = false,
  queryMs,
  onError = () => {},
  onRefused = () => {},
}: {
  url: string
  max?: number
  ownSessions?: boolean
  queryMs?: number | undefined
  onError?: (error: Error) => void
  onRefused?: (error: Error) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: queryMs === undefined ? connectMs.unlimited : connectMs.limited,
    ...(queryMs === undefined ? {} : { query_timeout: queryMs }),
    idleTimeoutMillis: 30_000,
    application_name: 'recomeco',
    // Statements that are sent together do not wait for each other's responses.
    pipeline: true,
  })
  if (ownSessions) nameStatements(pool)
  writeTogether(pool)
  dropStandbyConnections(pool)
  shareConnections(pool, onRefused)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
  const database = drizzle({ client: pool })
  const onConnection = drizzleOfConnections()
  // Drizzle's own implementation, on a pool, never releases the connection if its `begin` fails, as happens on every connection
  // while a pooler has no server.
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

/**
 * Returns Drizzle on one connection, the same object whenever the pool lends that connection: its transactions share a session,
 * and the statements built for it (built-once.ts).
 */
function drizzleOfConnections(): (client: pg.PoolClient) => NodePgDatabase {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase>()
  return (client) => {
    const one = known.get(client) ?? drizzle({ client })
    known.set(client, one)
    return one
  }
}
