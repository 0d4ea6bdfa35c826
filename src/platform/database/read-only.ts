import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** SQLSTATE `read_only_sql_transaction`: a write statement on a server that is a standby. */
export const readOnlyState = '25006'

/**
 * Makes a pool drop the connections on which a write failed because their server is a standby: another server became the primary
 * while the connection was being opened or kept. The next statement gets a new connection, which leads to the primary.
 */
export function dropStandbyConnections(pool: pg.Pool): void {
  const onStandby = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    messagesOf(client).on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyState) onStandby.add(client)
    })
  })
  // The pool drops a connection that is ending when it is released; what its user has sent still arrives.
  pool.on('release', (_, client) => {
    if (onStandby.has(client)) client.end().catch(() => {})
  })
}

/** Returns the events of the server's messages on a connection, which are missing in pg's types. */
function messagesOf(client: pg.PoolClient): EventEmitter {
  return (client as pg.PoolClient & { connection: EventEmitter }).connection
}
