import type pg from 'pg'
import type { SequenceInBackup, TableInBackup } from './manifest.ts'

/**
 * Schemas of a back-up: ours and that of the job queue. Applied migrations are not copied as a table: the manifest lists their
 * hashes.
 */
const schemas = ['public', 'pgboss']

/** Tables that the job queue creates again automatically: statistics, warnings, and the version of its tables. */
const remade = /^pgboss\.(?:version|warning|bam|queue_stats.*)$/

/**
 * Returns the tables of a database that a back-up contains, a partitioned one as a whole. @param ours names of our tables in
 * `public`
 */
export async function tablesOf(
  client: pg.ClientBase,
  ours: ReadonlySet<string>,
): Promise<Omit<TableInBackup, 'rows'>[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: TableInBackup['columns'] }>(
    `select n.nspname as schema, c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`,
    [schemas],
  )
  return rows.filter(({ schema, name }) =>
    schema === 'public' ? ours.has(name) : !remade.test(`${schema}.${name}`),
  )
}

/** Returns every sequence of ours with the last number that it generated. */
export async function sequencesOf(client: pg.ClientBase): Promise<SequenceInBackup[]> {
  const { rows } = await client.query<SequenceInBackup>(
    `select schemaname as schema, sequencename as name, data_type::text as type, start_value as start, last_value as last
     from pg_sequences where schemaname = 'public' order by 2`,
  )
  return rows
}

/** Quotes an identifier in SQL. */
export function quoted(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')
}

/** Returns the name under which the rows of a table are encrypted, which is also the name of their file. */
export function rowsName({ schema, name }: Pick<TableInBackup, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}
