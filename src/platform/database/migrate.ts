import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import {
  type AppliedMigration,
  historyProblem,
  migrationsFolder,
  readMigrations,
  tablesWithoutRecord,
} from './migrations.ts'
import { withStartupLock } from './startup-lock.ts'

/**
 * Applies the pending migrations. Several processes may start concurrently.
 *
 * @throws DatabaseError, before anything changes, when the database has a migration history unknown to this build
 */
export function migrate(database: Database): Promise<void> {
  return withStartupLock(database, async (client) => {
    const problem = await migrationProblem(client)
    if (problem) throw new DatabaseError(problem)
    await applyMigrations(drizzle({ client }), { migrationsFolder })
  })
}

async function migrationProblem(client: pg.PoolClient): Promise<string | undefined> {
  const applied = await readApplied(client)
  if (applied.length > 0) return historyProblem(applied, readMigrations())
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

/** Existing tables that the migrations would create. Other tables in the database do not matter. */
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
