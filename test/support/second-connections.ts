import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import {
  type Database,
  type Transaction as Held,
  transactions,
} from '../../src/platform/database/database.ts'

interface Transaction {
  readonly pool: pg.Pool
  ended?: boolean
}

declare global {
  /** Transaction around the current work. Global, because a mutant run loads this module again and pg must be watched only once. */
  var __transaction: AsyncLocalStorage<Transaction> | undefined
}

const isWatched = globalThis.__transaction !== undefined
globalThis.__transaction ??= new AsyncLocalStorage<Transaction>()
const within = globalThis.__transaction
if (!isWatched) refuseSecondConnections()

/**
 * Refuses a second connection of a pool to work inside a transaction of that pool (see `transactions`): it would deadlock on the
 * embedded database, and in production whenever the pool is exhausted. Because of this check, a suite need not run on the
 * embedded database to detect that.
 */
function refuseSecondConnections(): void {
  transactions.start.bindStore(within, (transaction) => transaction)
  transactions.asyncEnd.subscribe((transaction) => {
    ;(transaction as Transaction).ended = true
  })
  const connect = pg.Pool.prototype.connect as (this: pg.Pool, ...args: unknown[]) => unknown
  pg.Pool.prototype.connect = function (this: pg.Pool, ...args: unknown[]) {
    const transaction = within.getStore()
    if (transaction?.pool !== this || transaction.ended) return connect.apply(this, args)
    const error = new Error('Work within a transaction asked its own pool for a second connection.')
    const [done] = args
    if (typeof done !== 'function') return Promise.reject(error)
    done(error)
  } as typeof pg.Pool.prototype.connect
}

/** Runs a transaction that another party holds: work outside it counts as done by other processes. */
export function holdTransaction<T>(database: Database, work: (tx: Held) => Promise<T>): Promise<T> {
  return database.transaction((tx) => within.exit(() => work(tx)))
}
