import { sqlStateOf } from './transient-error.ts'

/** `current transaction is aborted`: another statement failed before this one. */
const afterFailure = '25P02'

/**
 * Pipelines statements that do not need each other's results, inside a transaction: one round trip to the database. Waits for all
 * of them even if one fails: the transaction must not end while a statement is still to be sent.
 *
 * @throws the error of the statement that failed, not the errors caused by it
 */
export async function pipelined<const T extends readonly Promise<unknown>[]>(
  ...statements: T
): Promise<{ -readonly [at in keyof T]: Awaited<T[at]> }> {
  const answers = await Promise.allSettled(statements)
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => sqlStateOf(error) !== afterFailure) ?? errors[0]
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined)) as {
    -readonly [at in keyof T]: Awaited<T[at]>
  }
}
