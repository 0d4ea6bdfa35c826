import type { Writable } from 'node:stream'
import type pg from 'pg'

/**
 * Makes the connections of a pool send together the statements that they are given in one turn of the event loop. Those that do not wait for
 * each other then cost one system call instead of one each, here and on the server.
 */
export function writeTogether(pool: pg.Pool): void {
  pool.on('connect', (client) => holdForTurn(streamOf(client)))
}

/** Holds what is written between `cork` and `uncork` until the turn ends, and everything after it. */
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

/** pg corks its stream around the messages of each statement. Its types leave the connection out. */
function streamOf(client: pg.PoolClient): Writable {
  return (client as pg.PoolClient & { connection: { stream: Writable } }).connection.stream
}
