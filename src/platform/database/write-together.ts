import type { Writable } from 'node:stream'
import type pg from 'pg'

/**
 * Makes the connections of a pool send all statements of one turn of the event loop together. Statements that do not wait for
 * each other then cost one system call instead of one each, here and on the server.
 */
export function writeTogether(pool: pg.Pool): void {
  pool.on('connect', (client) => holdForTurn(streamOf(client)))
}

/** Buffers writes from the first `cork` on, until the end of the turn of the event loop. */
export function holdForTurn(stream: Pick<Writable, 'cork' | 'uncork'>): void {
  const cork = stream.cork.bind(stream)
  let isHolding = false
  stream.cork = () => {
    cork()
    if (isHolding) return
    isHolding = true
    cork()
    process.nextTick(() => {
      isHolding = false
      stream.uncork()
    })
  }
}

/**
 * Returns the stream of a connection. pg corks it around the messages of each statement. pg's types do not include the
 * connection.
 */
function streamOf(client: pg.PoolClient): Writable {
  return (client as pg.PoolClient & { connection: { stream: Writable } }).connection.stream
}
