import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { appliedMigrations, createdTables } from '../database/migrate.ts'
import { aheadText, readMigrations } from '../database/migrations.ts'
import type { Cipher } from '../storage/cipher.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, SequenceInBackup, TableInBackup } from './manifest.ts'
import { writeRows } from './rows-file.ts'
import { quoted, rowsName, sequencesOf, tablesOf } from './tables.ts'

export type DatabaseInBackup = Pick<
  Manifest,
  'at' | 'server' | 'migrations' | 'jobs' | 'tables' | 'sequences'
>

/**
 * Writes every row of the database from one consistent snapshot. The shop keeps running: on PostgreSQL the snapshot takes no row
 * locks and blocks no writer; the embedded database has one session, so its other queries wait until the dump is written.
 *
 * @param folder of the back-up; the rows are written to `database` in it
 * @throws BackupError when the database is empty, or has tables of a newer program that this one does not know
 */
export async function dumpDatabase(
  database: Database,
  { folder, id, cipher }: { folder: string; id: string; cipher: Cipher },
): Promise<DatabaseInBackup> {
  const into = join(folder, 'database')
  mkdirSync(into, { mode: 0o700 })
  const client = await database.$client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    for (const setting of settings) await client.query(`set local ${setting}`)
    const migrations = (await appliedMigrations(client)).map(({ hash }) => hash)
    if (migrations.length === 0)
      throw new BackupError('O banco de dados não tem nada deste programa: não há o que copiar.')
    refuseUnknownTables(migrations.length - readMigrations().length)
    const found = await tablesOf(client, new Set(createdTables()))
    const tables: TableInBackup[] = []
    for (const table of found) {
      const name = rowsName(table)
      const sealing = { cipher, name: `backup/v1/${id}/${name}` }
      tables.push({ ...table, rows: await writeRows(join(into, name), rowsOf(client, table), sealing) })
    }
    const sequences: SequenceInBackup[] = await sequencesOf(client)
    const { rows } = await client.query<{ at: string; server: string; jobs: number | null }>(
      `select to_char(transaction_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
         current_setting('server_version') as server, ${await jobsVersion(client)} as jobs`,
    )
    const [moment] = rows
    if (!moment) throw new Error('no answer')
    return { at: moment.at, server: moment.server, jobs: moment.jobs ?? 0, migrations, tables, sequences }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/**
 * Refuses a database whose schema is newer than this program. The previous release may still serve on such a database, but its
 * back-up would be mistaken for a complete one.
 */
function refuseUnknownTables(ahead: number): void {
  if (ahead <= 0) return
  throw new BackupError(
    `O banco de dados está ${aheadText(ahead)}, que não conhece todas as tabelas dele: faça a cópia com a versão que o migrou.`,
  )
}

/**
 * Settings that make the format of values independent of the server's configuration and remove the timeouts that would end the
 * snapshot.
 */
const settings = [
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 1',
  "bytea_output = 'hex'",
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

const rowsAtOnce = 500

/** Reads rows as the text that PostgreSQL produces for them, which the same type parses back without loss of digits. */
async function* rowsOf(
  client: pg.PoolClient,
  { schema, name }: Pick<TableInBackup, 'schema' | 'name'>,
): AsyncGenerator<string[]> {
  await client.query(
    `declare copied no scroll cursor for select (t.*)::text as row from ${quoted(schema, name)} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from copied`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close copied')
}

async function jobsVersion(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('pgboss.version') is not null as exists",
  )
  return rows[0]?.exists ? '(select version::int from pgboss.version)' : 'null::int'
}
