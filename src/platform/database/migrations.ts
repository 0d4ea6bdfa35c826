import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { counted } from '../../core/text.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Migration of this build. */
export interface Migration {
  /** Name of its file, without `.sql`. */
  tag: string
  /** SHA-256 of its file, hex. */
  hash: string
  /** Milliseconds since 1970 according to the journal: the migrator orders by it. */
  createdAt: number
}

/** Row of `drizzle.__drizzle_migrations`. */
export type AppliedMigration = Omit<Migration, 'tag'>

/** The journal of drizzle-kit, with the fields that we use. */
export interface Journal {
  /** In the order in which they are applied. */
  entries: {
    idx: number
    tag: string
    /** Milliseconds since 1970. */
    when: number
  }[]
}

export function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(journalOf(folder), 'utf8')) as Journal
}

export function writeJournal(folder: string, journal: Journal): void {
  writeFileSync(journalOf(folder), `${JSON.stringify(journal, null, 2)}\n`)
}

const journalOf = (folder: string) => join(folder, 'meta', '_journal.json')

/** Returns the migrations in a folder, in the order of its journal. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = readJournal(folder)
  const files = readMigrationFiles({ migrationsFolder: folder })
  return files.map(({ hash, folderMillis }, at) => ({
    tag: journal.entries[at]?.tag ?? '',
    hash,
    createdAt: folderMillis,
  }))
}

/**
 * Compares the applied migrations with those of this build: they must be equal up to the length of the shorter list. A database
 * may be ahead, because a release works on the schema of the next one: it serves during the rollout of the next one, is restarted
 * if it ends during that time, and is used again if the new release is rolled back.
 *
 * @param applied oldest first
 * @param oldest the migration that programs must know to work on this schema, if there is one
 * (docs/decisions/0076-a-database-ahead.md)
 * @returns one sentence in Portuguese about the difference, or undefined
 */
export function historyProblem(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
  oldest?: string,
): string | undefined {
  for (const [at, { hash, createdAt }] of applied.entries()) {
    const own = known[at]
    if (!own) break
    if (own.hash === hash && own.createdAt === createdAt) continue
    return own.createdAt === createdAt ? changedMigration(own.tag) : unknownMigration(hash)
  }
  const isTooOld = oldest !== undefined && !known.some(({ tag }) => tag === oldest)
  return isTooOld ? programTooOld(applied.length - known.length) : undefined
}

/** Returns a phrase that states how far a database is ahead of the program. */
export function aheadText(by: number): string {
  return `${counted(by, 'migração', 'migrações')} à frente desta versão do programa`
}

/** Returns the problem of a database that has our tables but no migration record, as after the restore of only one schema. */
export function tablesWithoutRecord(tables: readonly string[]): string {
  return `O banco de dados já tem tabelas como as deste programa (${tables.slice(0, 3).join(', ')}${
    tables.length > 3 ? '…' : ''
  }), mas não o registro das migrações; ${unchanged} restaurar a cópia inteira ou usar um banco vazio.`
}

const unchanged = 'nada foi alterado, e é preciso'

function programTooOld(by: number): string {
  return `O banco de dados está ${aheadText(by)} e já não lhe serve; ${unchanged} iniciar a versão que o migrou ou uma mais nova.`
}

function changedMigration(tag: string): string {
  return `A migração ${tag} registrada no banco de dados não é a desta versão do programa; ${unchanged} usar a versão que o criou ou outro banco.`
}

function unknownMigration(hash: string): string {
  return `O banco de dados registra uma migração que esta versão do programa não conhece (${hash.slice(0, 12)}); ${unchanged} usar a versão que a aplicou ou outro banco.`
}
