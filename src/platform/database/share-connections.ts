import type pg from 'pg'

/** Milliseconds for which a pool requests no further connection after one was refused. */
const restMs = 1_000

/**
 * Makes a pool whose next connection is refused continue with those that it has: the server accepts no more of them, or no
 * longer this user or password. Otherwise a query that needs one more connection fails, although another is free a moment
 * later.
 *
 * @param onRefused called for each refusal beside which open connections serve
 */
export function shareConnections(pool: pg.Pool, onRefused: (error: Error) => void): void {
  const { max, connectionTimeoutMillis = 0 } = pool.options
  const connect = pool.connect.bind(pool)
  let restUntil = 0
  /** @param began when the connection was first asked for: all attempts together take no longer than one may */
  const mayWait = (error: Error, began: number) => {
    if (!isRefusal(error) || pool.ending || pool.totalCount === 0) return false
    onRefused(error)
    if (performance.now() - began > connectionTimeoutMillis) return false
    // A request to a full pool waits for the next released connection.
    pool.options.max = pool.totalCount
    restUntil = performance.now() + restMs
    return true
  }
  const share = (callback?: Callback, began = performance.now()): Promise<pg.PoolClient> | undefined => {
    if (performance.now() >= restUntil) pool.options.max = max
    if (callback) {
      connect((error, client, release) => {
        if (error && mayWait(error, began)) share(callback, began)
        else callback(error, client, release)
      })
      return undefined
    }
    return connect().catch((error: Error) => {
      if (!mayWait(error, began)) throw error
      return share(undefined, began) as Promise<pg.PoolClient>
    })
  }
  pool.connect = share as typeof pool.connect
}

/** Of `connect`, when the pool itself requests the connection of a single statement. */
type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * A connection is refused by the server, with an SQLSTATE; by the network, with a system error code; or without any code.
 * Errors of the pool itself do not count, above all its timeout, because the pool must not wait any longer.
 */
function isRefusal(error: Error): boolean {
  return 'code' in error || error.message === 'Connection terminated unexpectedly'
}
