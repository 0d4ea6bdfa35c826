import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Migration, migrationsFolder, readMigrations } from './migrations.ts'

/**
 * Schema that was deployed before the rule that migrations are only added: its migrations have the same names as ours but
 * different content.
 */
interface EarlierSchema {
  /** Folder of its original migrations and `upgrade.sql`. */
  folder: string
  migrations: readonly Migration[]
}

/** Named by the commit that contained it (docs/decisions/0070-two-landed-schemas.md). */
const earlierSchemas: readonly EarlierSchema[] = ['129a6a7'].map((commit) => {
  const folder = join(migrationsFolder, 'earlier', commit)
  return { folder, migrations: readMigrations(folder) }
})

/** Returns the earlier schema whose migrations are exactly those with these hashes. */
export function earlierSchemaOf(hashes: readonly string[]): EarlierSchema | undefined {
  return earlierSchemas.find(
    ({ migrations }) =>
      migrations.length === hashes.length && migrations.every(({ hash }, at) => hash === hashes[at]),
  )
}

/** Returns those of our migrations that an upgraded database has: as many as it had before, under their dates. */
function successorsOf({ migrations }: EarlierSchema): Migration[] {
  return readMigrations().slice(0, migrations.length)
}

/**
 * Upgrades a database of an earlier schema to our first migrations, with its data, in the caller's transaction: its tables are
 * moved to another schema, ours are created as in a new database, `upgrade.sql` fills them, and the migration record lists our
 * migrations. Tables that are not ours remain where they are.
 *
 * @param tables its tables, locked
 */
export async function upgradeEarlierSchema(
  client: pg.ClientBase,
  { schema, tables }: { schema: EarlierSchema; tables: readonly string[] },
): Promise<void> {
  const successors = successorsOf(schema)
  await client.query('create schema earlier')
  for (const table of tables) await client.query(`alter table "${table}" set schema earlier`)
  await client.query('alter function refuse_rewriting_evidence() set schema earlier')
  for (const { tag } of successors) await client.query(sqlOf(migrationsFolder, tag))
  await client.query(sqlOf(schema.folder, 'upgrade'))
  await client.query('drop schema earlier cascade')
  await client.query('delete from drizzle.__drizzle_migrations')
  for (const { hash, createdAt } of successors) {
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      createdAt,
    ])
  }
}

function sqlOf(folder: string, name: string): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8')
}
