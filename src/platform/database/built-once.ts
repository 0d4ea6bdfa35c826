import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'

interface Preparable<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> }
}

/**
 * Returns a statement that is built once for each database, and once for each connection that runs transactions; later calls only
 * supply its values, because Drizzle takes longer to build a statement than to send it (docs/decisions/0037). For statements of
 * nearly every request, and those that write every order.
 *
 * @param build uses `sql.placeholder(name)` for each of the values
 */
export function builtOnce<Values extends Record<string, unknown>, Result>(
  build: (executor: Executor) => Preparable<Result>,
): (executor: Executor, values: Values) => Promise<Result> {
  const built = new WeakMap<object, ReturnType<Preparable<Result>['prepare']>>()
  return (executor, values) => {
    // The transactions of a connection share one session, one after the other (database.ts).
    const { session } = executor._
    // Without a name: the pool decides whether statements have names (named-statements.ts).
    const statement = built.get(session) ?? build(executor).prepare('')
    built.set(session, statement)
    return statement.execute(values)
  }
}

/** Returns `column = any($1)`, for a list of any length that a statement of `builtOnce` takes as one value. */
export function isAmong(column: AnyPgColumn, name: string): SQL {
  return sql`${column} = any(${sql.placeholder(name)})`
}
