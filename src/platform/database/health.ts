import { codeOf } from '../error-code.ts'
import type { Database } from './database.ts'
import { readMigrations } from './migrations.ts'
import { connectionRefusalText } from './refusal.ts'

/** Hash of this build's newest migration. */
const newest = readMigrations().at(-1)?.hash

/**
 * Checks whether the database confirms within `milliseconds` that this build's newest migration is applied, and that it accepts writes: a
 * standby or a read-only database serves no page with an action. A newer schema counts too: during a rollout,
 * processes of the previous release keep serving.
 */
export async function hasCurrentSchema(database: Database, milliseconds = 2_000): Promise<boolean> {
  const applied = database.$client
    .query(
      `select 1 from drizzle.__drizzle_migrations
       where hash = $1 and current_setting('transaction_read_only') = 'off'`,
      [newest],
    )
    .then(
      ({ rows }) => rows.length > 0,
      () => false,
    )
  return (await within(milliseconds, applied)) ?? false
}

/**
 * Errors of a server that responded and then ended the connection: because of an administrator, a restart or the network. The
 * next connection may work.
 */
const endedStates = ['57P01', '57P02', 'ECONNRESET']
const maxTries = 5

/**
 * Runs a trivial query, and retries on another connection if the server ends one. @returns one sentence in Portuguese when it
 * fails or times out, else undefined
 */
export async function connectionProblem(
  database: Database,
  milliseconds: number,
): Promise<string | undefined> {
  return ((await within(milliseconds, tryToConnect(database))) ?? silent('')) || undefined
}

async function tryToConnect(database: Pick<Database, '$client'>, tries = 1): Promise<string> {
  try {
    await database.$client.query('select 1')
    return ''
  } catch (error) {
    const wasEnded = endedStates.includes(codeOf(error) ?? '') && tries < maxTries
    if (wasEnded) return tryToConnect(database, tries + 1)
    return connectionRefusalText(error) ?? silent(codeOf(error) ?? '')
  }
}

/** @returns undefined on timeout */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), milliseconds)
  try {
    return await Promise.race([answer, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

function silent(code: string): string {
  return `O banco de dados não responde${code ? ` (${code})` : ''}.`
}
