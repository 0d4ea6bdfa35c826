import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../database/database.ts'
import { earlierSchemaOf } from '../database/earlier-schemas.ts'
import { appliedMigrations, createdTables, migrateTo } from '../database/migrate.ts'
import { readMigrations } from '../database/migrations.ts'
import { beginRestore } from '../database/unfinished-restore.ts'
import { createJobTables } from '../jobs/jobs.ts'
import { jobTablesVersion } from '../jobs/tables-version.ts'
import type { Cipher } from '../storage/cipher.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, SequenceInBackup, TableInBackup } from './manifest.ts'
import { readRows } from './rows-file.ts'
import { quoted, rowsName, tablesOf } from './tables.ts'

interface Loaded {
  folder: string
  manifest: Manifest
  cipher: Cipher
}

/**
 * Loads the database of a back-up into an empty one, with the schema that it had then, in one transaction: all of it or nothing.
 * Foreign keys are dropped during the load, and checked when they are created again. The whole back-up is read before the first
 * change: a damaged one leaves the database empty, so that another back-up can be loaded. The database is marked as unfinished until
 * `endRestore`.
 *
 * @throws BackupError when the database is not empty, or the back-up is damaged or of a program that this one does not know
 */
export async function loadDatabase(
  database: Database,
  { folder, manifest, cipher, embedded }: Loaded & { embedded: boolean },
): Promise<void> {
  refuseUnknown(manifest)
  refuseOtherJobs(manifest)
  const used = await database.$client.connect()
  await refuseUsed(used).finally(() => used.release())
  await refuseDamaged({ folder, manifest, cipher })
  await beginRestore(database, refuseUsed)
  await migrateTo(database, manifest.migrations)
  await createJobTables(database, embedded)
  const client = await database.$client.connect()
  try {
    await client.query('begin')
    const tables = await tablesOf(client, new Set(createdTables()))
    const keys = await dropKeys(client)
    for (const { schema, name } of tables) {
      const table = quoted(schema, name)
      if (schema === 'public') await client.query(`alter table ${table} disable trigger user`)
      await client.query(`delete from ${table}`)
    }
    for (const table of manifest.tables) await loadTable(client, table, { folder, manifest, cipher })
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    }
    for (const { schema, name } of tables) {
      if (schema === 'public') await client.query(`alter table ${quoted(schema, name)} enable trigger user`)
    }
    for (const sequence of manifest.sequences) await loadSequence(client, sequence)
    await client.query('commit')
    await client.query('analyze').catch(() => {})
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

function refuseUnknown({ migrations }: Manifest): void {
  const known = readMigrations().map(({ hash }) => hash)
  if (earlierSchemaOf(migrations) || migrations.every((hash, at) => known[at] === hash)) return
  throw new BackupError(
    'A cópia é de uma versão mais nova do programa, ou de outro: restaure-a com a versão que a fez, dita em manifest.json.',
  )
}

async function refuseUsed(client: pg.PoolClient): Promise<void> {
  const isEmpty =
    (await appliedMigrations(client)).length === 0 &&
    (await tablesOf(client, new Set(createdTables()))).length === 0
  if (!isEmpty)
    throw new BackupError(
      'O banco de dados de destino não está vazio; nada foi alterado. Indique um banco novo.',
    )
}

async function refuseDamaged(from: Loaded): Promise<void> {
  for (const table of from.manifest.tables) {
    let read = 0
    for await (const rows of rowsIn(table, from)) read += rows.length
    assertRowCount(table, read)
  }
}

function rowsIn(table: TableInBackup, { folder, manifest, cipher }: Loaded): AsyncGenerator<string[]> {
  const fileName = rowsName(table)
  const reading = { cipher, name: `backup/v1/${manifest.id}/${fileName}` }
  return readRows(join(folder, 'database', fileName), reading)
}

function assertRowCount(table: TableInBackup, rows: number): void {
  if (rows === table.rows) return
  throw new BackupError(`A tabela ${rowsName(table)} tem ${rows} linhas na cópia, e não ${table.rows}.`)
}

function refuseOtherJobs({ jobs }: Manifest): void {
  if (jobs === 0 || jobs === jobTablesVersion) return
  throw new BackupError(
    `A fila de tarefas da cópia é da versão ${jobs}, a deste programa é da ${jobTablesVersion}: restaure com a versão que fez a cópia e depois atualize.`,
  )
}

interface Key {
  table: string
  name: string
  definition: string
}

async function dropKeys(client: pg.PoolClient): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1, 2`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows
}

/**
 * Loads the rows of a table. Columns are matched by name: a table altered by several migrations has them in another order than
 * one created by a single statement.
 */
async function loadTable(client: pg.PoolClient, table: TableInBackup, from: Loaded): Promise<void> {
  // Its file was read before the first change. Two tables of three of a young shop are empty, and a type costs more than their rows.
  if (table.rows === 0) return
  const { schema, name, columns } = table
  const type = columns.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')
  const names = columns.map((column) => quoted(column.name)).join(', ')
  await client.query(`create type pg_temp.copied_row as (${type})`)
  let loaded = 0
  for await (const rows of rowsIn(table, from)) {
    await client.query(
      `insert into ${quoted(schema, name)} (${names}) overriding system value select * from unnest($1::text[]::pg_temp.copied_row[])`,
      [rows],
    )
    loaded += rows.length
  }
  await client.query('drop type pg_temp.copied_row')
  assertRowCount(table, loaded)
}

async function loadSequence(
  client: pg.PoolClient,
  { schema, name, type, start, last }: SequenceInBackup,
): Promise<void> {
  const sequence = quoted(schema, name)
  await client.query(`create sequence if not exists ${sequence} as ${type} start ${start}`)
  if (last !== null) await client.query(`select setval(${pg.escapeLiteral(sequence)}, $1)`, [last])
}
