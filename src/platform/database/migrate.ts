import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './database.ts'
import { oneAtATime } from './one-at-a-time.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Brings the schema up to date. Many processes may start at once. */
export function migrate(database: Database): Promise<void> {
  return oneAtATime(database, (client) => applyMigrations(drizzle({ client }), { migrationsFolder }))
}
