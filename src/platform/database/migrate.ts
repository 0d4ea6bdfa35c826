import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { sqlStateOf } from './transient-error.ts'

/**
 * How migrations wait for tables that a running shop uses. Whoever asks for a table later waits behind a migration that
 * waits, so it gives up soon, lets the others through, and tries again.
 */
interface MigrationPatience {
  /** Milliseconds that a migration waits for a table. */
  lockMs: number
  /** Milliseconds until it tries again. */
  pauseMs: number
  attempts: number
}

/** Five minutes in all: longer than any transaction of the product. */
const defaultPatience: MigrationPatience = { lockMs: 2_000, pauseMs: 3_000, attempts: 60 }

/**
 * Applies the pending migrations in one transaction. Several processes may start concurrently, and a release before this
 * one may go on serving meanwhile.
 *
 * @throws DatabaseError, and nothing is changed, when the database has a migration history unknown to this build, or a table
 *   stays in use for too long
 */
export function migrate(database: Database, patience = defaultPatience): Promise<void> {
  return withStartupLock(database, async (client) => {
    const problem = await migrationProblem(client)
    if (problem) throw new DatabaseError(problem)
    await client.query(`set lock_timeout = ${patience.lockMs}`)
    try {
      await applyPatiently(client, patience)
    } finally {
      await client.query('reset lock_timeout').catch(() => {})
    }
  })
}

async function applyPatiently(
  client: pg.PoolClient,
  { pauseMs, attempts }: MigrationPatience,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMigrations(drizzle({ client }), { migrationsFolder })
    } catch (error) {
      if (sqlStateOf(error) !== lockNotAvailable) throw error
      if (attempt === attempts) throw new DatabaseError(tableInUse)
      await sleep(pauseMs)
    }
  }
}

const lockNotAvailable = '55P03'
const tableInUse =
  'O banco de dados precisa ser atualizado, mas uma tabela está em uso sem pausa há minutos; nada foi alterado. Procure a transação que ficou aberta e inicie de novo.'

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
