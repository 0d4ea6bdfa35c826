import { codeOf } from '../error-code.ts'
import { readOnlyState } from './read-only.ts'

/** SQLSTATE classes that are usually temporary: connection, rollback, resources, operator intervention, system. */
const transientClasses = /^(?:08|40|53|57|58)[0-9A-Z]{3}$/

/**
 * SQLSTATEs that are temporary in other classes: a standby, and the limits that an administrator may set on a server, `lock_timeout`,
 * `idle_in_transaction_session_timeout` and `transaction_timeout`. The other limits are in the classes above.
 */
const temporaryStates = [readOnlyState, '55P03', '25P03', '25P04']

/**
 * Messages of pg for a lost connection, which have no code. The last one ends a transaction whose `rollback` has no connection
 * any more.
 */
const lostConnection =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|is not queryable/i

/**
 * Checks whether an error is usually temporary: a lost connection, a deadlock, a timeout, another server that became the primary.
 * Its causes are checked too.
 */
export function isTransientError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  const code = codeOf(error) ?? ''
  if (transientClasses.test(code) || temporaryStates.includes(code) || /^E[A-Z]{4,}$/.test(code)) return true
  if (lostConnection.test(error.message)) return true
  return isTransientError(error.cause, depth + 1)
}

/** Returns the database's code of an error (SQLSTATE), its own or that of a cause. */
export function sqlStateOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined
  const code = codeOf(error) ?? ''
  return /^[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause, depth + 1)
}

/**
 * Describes an error in a few words without data: its name, or for a database error its code and the constraint that it violates.
 */
export function errorInWords(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.cause instanceof Error && depth < 4) return errorInWords(error.cause, depth + 1)
  const facts = ['code', 'table', 'column', 'constraint'].flatMap((name) => {
    const fact = (error as Error & Record<string, unknown>)[name]
    return typeof fact === 'string' ? [fact] : []
  })
  return facts.length > 0 ? facts.join(' ') : error.name
}
