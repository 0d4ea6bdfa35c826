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

/**
 * Refuses a second connection of a pool to work that is within a transaction of it (see `transactions`): it would wait for itself on the embedded
 * database, and in production whenever the pool is used up. With it, a suite need not run on the embedded database to show that.
 */
const within = new AsyncLocalStorage<Transaction>()
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

/** A transaction that somebody else holds: what the work does beside it, other processes do. */
export function holdTransaction<T>(database: Database, work: (tx: Held) => Promise<T>): Promise<T> {
  return database.transaction((tx) => within.exit(() => work(tx)))
}
