import type { Executor } from './database.ts'

interface Preparable<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> }
}

/**
 * A statement that is built once for each database, and once for each connection that has transactions, and then only gets its values: to
 * build one takes Drizzle longer than to send it (docs/decisions/0037). For what nearly every request asks, and what every order writes.
 *
 * @param build has `sql.placeholder(name)` for each of the values
 */
export function builtOnce<Values extends Record<string, unknown>, Result>(
  build: (executor: Executor) => Preparable<Result>,
): (executor: Executor, values: Values) => Promise<Result> {
  const built = new WeakMap<object, ReturnType<Preparable<Result>['prepare']>>()
  return (executor, values) => {
    // The transactions of a connection have one session, one after the other (database.ts).
    const { session } = executor._
    // Without a name of its own: whether statements have names is for the pool to say (named-statements.ts).
    const statement = built.get(session) ?? build(executor).prepare('')
    built.set(session, statement)
    return statement.execute(values)
  }
}
