import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import {
  type AppliedMigration,
  migrationsFolder,
  readMigrations,
  tablesWithoutRecord,
  whyUnknownPast,
} from './migrations.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Brings the schema up to date. Many processes may start at once.
 *
 * @throws DatabaseError, before anything is changed, where the database has a past that this build does not know
 */
export function migrate(database: Database): Promise<void> {
  return oneAtATime(database, async (client) => {
    const why = await whyNotMigrate(client)
    if (why) throw new DatabaseError(why)
    await applyMigrations(drizzle({ client }), { migrationsFolder })
  })
}

async function whyNotMigrate(client: pg.PoolClient): Promise<string | undefined> {
  const applied = await readApplied(client)
  if (applied.length > 0) return whyUnknownPast(applied, readMigrations())
  const tables = await ownTables(client)
  return tables.length > 0 ? tablesWithoutRecord(tables) : undefined
}

async function readApplied(client: pg.PoolClient): Promise<AppliedMigration[]> {
  const record = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  )
  if (!record.rows[0].exists) return []
  const { rows } = await client.query<{ hash: string; created_at: number }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows.map(({ hash, created_at }) => ({ hash, createdAt: created_at }))
}

/** The tables in the way of the first migrations: a database may hold other things besides. */
async function ownTables(client: pg.PoolClient): Promise<string[]> {
  const created = readMigrations().flatMap(({ tag }) => {
    const sql = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')
    return [...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name]) => name)
  })
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1) order by 1',
    [created],
  )
  return rows.map(({ name }) => name)
}
