import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** SQLSTATE `read_only_sql_transaction`: a statement that writes, on a server that is a standby. */
export const readOnlyState = '25006'

/**
 * Makes a pool give up the connections on which something could not be written because their server is a standby: the primary moved while the
 * connection was made or kept. The next statement gets a new one, which leads to the primary.
 */
export function leaveStandbys(pool: pg.Pool): void {
  const onStandby = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    messagesOf(client).on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyState) onStandby.add(client)
    })
  })
  // The pool drops a connection that is ending when it is given back; what its user still says arrives.
  pool.on('release', (_, client) => {
    if (onStandby.has(client)) client.end().catch(() => {})
  })
}

/** What the server says on a connection. pg's types leave it out. */
function messagesOf(client: pg.PoolClient): EventEmitter {
  return (client as pg.PoolClient & { connection: EventEmitter }).connection
}
