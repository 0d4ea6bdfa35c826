import { type Database, openDatabase } from '../../src/platform/database/database.ts'

/**
 * Opens a test's database as the product opens its own: on a server with named statements, which it parses and plans once per
 * connection, and which a change of a table can break.
 */
export function openAsProduct({ url, max }: { url: string; max: number }): Database {
  return openDatabase({ url, max, ownSessions: Boolean(process.env.TEST_DATABASE_URL) })
}
