import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { earlierSchemaOf, upgradeEarlierSchema } from './earlier-schemas.ts'
import {
  type AppliedMigration,
  historyProblem,
  migrationsFolder,
  readJournal,
  readMigrations,
  tablesWithoutRecord,
  writeJournal,
} from './migrations.ts'
import { lockStartup } from './startup-lock.ts'
import { sqlStateOf } from './transient-error.ts'

/**
 * Limits of the wait of migrations for tables that a running shop uses. A request for a table queues behind a migration that
 * waits for it, so the migration gives up soon, lets the others proceed, and retries.
 */
interface MigrationRetryLimits {
  /**
   * Milliseconds that a migration waits for all of its tables together. Less than PostgreSQL's `deadlock_timeout`: a transaction
   * of the shop that has locked one of them and waits for another continues before PostgreSQL would abort it.
   */
  lockMs: number
  /** Milliseconds until the next attempt. */
  pauseMs: number
  attempts: number
}

/** Five minutes in total: longer than any transaction of the product. */
const defaultLimits: MigrationRetryLimits = { lockMs: 700, pauseMs: 3_000, attempts: 80 }

/**
 * Applies the pending migrations in one transaction, after the upgrade of an earlier schema if the database has one. Several
 * processes may start concurrently, and the previous release may continue to serve meanwhile, or start again on a database that
 * is ahead of it.
 *
 * @throws DatabaseError, with nothing changed, when the database has a migration history unknown to this build, or a table
 * remains in use for too long
 */
export function migrate(database: Database, limits = defaultLimits): Promise<void> {
  return applyFrom(migrationsFolder, database, limits)
}

/**
 * Applies the migrations with these hashes, as an earlier release did: for the contents of a back-up of that release.
 *
 * @param hashes the first of this build, or all of an earlier schema
 */
export async function migrateTo(database: Database, hashes: readonly string[]): Promise<void> {
  const earlier = earlierSchemaOf(hashes)
  if (earlier) await applyFrom(earlier.folder, database, defaultLimits)
  else await migrateToFirst(database, hashes.length)
}

async function migrateToFirst(database: Database, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-migrations-'))
  try {
    // The contents are written, instead of copying the files: those of an installation may be read-only, including folders, and
    // so would be the copies.
    const journal = readJournal(migrationsFolder)
    const entries = journal.entries.slice(0, count)
    for (const { tag } of entries) {
      writeFileSync(join(folder, `${tag}.sql`), readFileSync(join(migrationsFolder, `${tag}.sql`)))
    }
    mkdirSync(join(folder, 'meta'))
    writeJournal(folder, { ...journal, entries })
    await applyFrom(folder, database, defaultLimits)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns how many migrations a database has, how many of this build are missing in it, and how many of a later build it has.
 *
 * @throws DatabaseError when its history is unknown to this build
 */
export async function migrationsToApply(
  database: Database,
): Promise<{ applied: number; pending: number; ahead: number }> {
  const client = await database.$client.connect()
  try {
    const problem = await migrationProblem(client)
    if (problem) throw new DatabaseError(problem)
    const applied = await appliedMigrations(client)
    const kept = earlierSchemaIn(applied) ? 0 : applied.length
    const missing = readMigrations().length - kept
    return { applied: applied.length, pending: Math.max(0, missing), ahead: Math.max(0, -missing) }
  } finally {
    client.release()
  }
}

/**
 * Applies the migrations of a folder. Each attempt is one transaction, which holds the startup lock; the migrator's own `begin`
 * inside it has no effect, and its commit or rollback ends it. Nothing depends on the session: behind a pooler the next statement
 * may run in another one.
 */
async function applyFrom(folder: string, database: Database, limits: MigrationRetryLimits): Promise<void> {
  const client = await database.$client.connect()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await applyOnce(folder, client, limits.lockMs)
      } catch (error) {
        if (!inUse.includes(sqlStateOf(error) ?? '')) throw error
        if (attempt === limits.attempts) throw new DatabaseError(tableInUse)
        await sleep(limits.pauseMs)
      }
    }
  } finally {
    client.release()
  }
}

async function applyOnce(folder: string, client: pg.PoolClient, lockMs: number): Promise<void> {
  await client.query('begin')
  try {
    await lockStartup(client)
    const problem = await migrationProblem(client)
    if (problem) throw new DatabaseError(problem)
    const schema = earlierSchemaIn(await appliedMigrations(client))
    const tables = schema ? await ownTables(client) : await tablesToChange(client, folder)
    await lockTables(client, tables, lockMs)
    await client.query(`set local lock_timeout = ${lockMs}`)
    if (schema) await upgradeEarlierSchema(client, { schema, tables })
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Locks all tables before the first is changed: from then on the migration waits for nothing, and blocks others only briefly. */
async function lockTables(client: pg.PoolClient, tables: readonly string[], lockMs: number): Promise<void> {
  const until = performance.now() + lockMs
  for (const table of tables) {
    await client.query(`set local lock_timeout = ${Math.max(1, Math.floor(until - performance.now()))}`)
    await client.query(`lock table "${table}" in access exclusive mode`)
  }
}

/** Returns the existing tables that are named in the pending migrations of a folder. */
async function tablesToChange(client: pg.PoolClient, folder: string): Promise<string[]> {
  const pending = readMigrations(folder).slice((await appliedMigrations(client)).length)
  const sql = pending.map(({ tag }) => readFileSync(join(folder, `${tag}.sql`), 'utf8')).join('\n')
  const named = new Set([...sql.matchAll(/\w+/g)].map(([word]) => word))
  return (await ownTables(client)).filter((table) => named.has(table))
}

/** SQLSTATE of an unavailable lock, and of a detected deadlock. */
const inUse = ['55P03', '40P01']
const tableInUse =
  'O banco de dados precisa ser atualizado, mas uma tabela está em uso sem pausa há minutos; nada foi alterado. Procure a transação que ficou aberta e inicie de novo.'

async function migrationProblem(client: pg.PoolClient): Promise<string | undefined> {
  const applied = await appliedMigrations(client)
  if (earlierSchemaIn(applied)) return undefined
  if (applied.length > 0) return historyProblem(applied, readMigrations(), await oldestProgram(client))
  const tables = await ownTables(client)
  return tables.length > 0 ? tablesWithoutRecord(tables) : undefined
}

/**
 * Returns the migration that a program must know, which a destructive migration wrote as a comment on the record of migrations.
 */
async function oldestProgram(client: pg.PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as comment",
  )
  return /^oldest program: (\w+)$/.exec(rows[0]?.comment ?? '')?.[1]
}

function earlierSchemaIn(applied: readonly AppliedMigration[]) {
  return earlierSchemaOf(applied.map(({ hash }) => hash))
}

/** Returns the migrations that a database has recorded, oldest first; none for an empty one. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const record = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  )
  if (!record.rows[0].exists) return []
  const { rows } = await client.query<{ hash: string; created_at: number }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows.map(({ hash, created_at }) => ({ hash, createdAt: created_at }))
}

/** Returns the names of the tables that the migrations create. */
export function createdTables(): string[] {
  return readMigrations().flatMap(({ tag }) => {
    const sql = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')
    return [...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name = '']) => name)
  })
}

/** Returns the existing tables that the migrations would create. Other tables in the database are ignored. */
async function ownTables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1) order by 1',
    [createdTables()],
  )
  return rows.map(({ name }) => name)
}
