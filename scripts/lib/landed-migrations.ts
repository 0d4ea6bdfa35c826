import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Journal,
  readJournal,
  readMigrations,
  writeJournal,
} from '../../src/platform/database/migrations.ts'

/** A migration that databases may have applied: its name, position and content must no longer change. */
export interface LandedMigration {
  tag: string
  /** Date in the journal, in milliseconds since 1970. */
  createdAt: number
  /** Hash of the file, in hexadecimal. */
  sha256: string
}

const fileOf = (folder: string) => join(folder, 'landed.json')

export function readLanded(folder: string): LandedMigration[] {
  return JSON.parse(readFileSync(fileOf(folder), 'utf8')) as LandedMigration[]
}

/** Returns problems of the migrations in a folder, one line each: a landed one changed, or a new one is out of order. */
export function migrationProblems(folder: string): string[] {
  const landed = readLanded(folder)
  const { entries } = readJournal(folder)
  const missing = entries.filter(({ tag }) => !existsSync(join(folder, `${tag}.sql`)))
  if (missing.length > 0) return missing.map(({ tag }) => `${tag}.sql is missing`)
  return [
    ...landedProblems(landed, readMigrations(folder)),
    ...orderProblems(entries),
    ...snapshotProblems(folder, entries),
    ...strayFiles(folder, entries),
    ...unsaidLosses(folder, entries),
  ]
}

/** Returns the migrations that have not landed. */
export function newMigrations(folder: string): LandedMigration[] {
  const landed = new Set(readLanded(folder).map(({ tag }) => tag))
  return readMigrations(folder)
    .filter(({ tag }) => !landed.has(tag))
    .map(({ tag, createdAt, hash }) => ({ tag, createdAt, sha256: hash }))
}

/** Appends the new migrations to the list of landed ones; never changes existing entries. */
export function land(folder: string): LandedMigration[] {
  const added = newMigrations(folder)
  writeFileSync(fileOf(folder), `${JSON.stringify([...readLanded(folder), ...added], null, 2)}\n`)
  return added
}

/**
 * Dates a new migration after the one before it: the migrator silently skips migrations older than the newest applied
 * one, and clocks may be wrong.
 */
export function dateInOrder(folder: string): void {
  const journal = readJournal(folder)
  const [last, before] = [journal.entries.at(-1), journal.entries.at(-2)]
  if (!last || !before || last.when > before.when) return
  last.when = before.when + 1
  writeJournal(folder, journal)
}

function landedProblems(
  landed: readonly LandedMigration[],
  present: readonly { tag: string; hash: string; createdAt: number }[],
): string[] {
  return landed.flatMap(({ tag, createdAt, sha256 }, at) => {
    const found = present[at]
    if (found?.tag !== tag) return `${tag} has landed as number ${at}; there is ${found?.tag ?? 'nothing'}`
    if (found.hash !== sha256) return `${tag}.sql has landed and was changed: write a new migration instead`
    return found.createdAt === createdAt ? [] : `${tag} has landed and its date in the journal was changed`
  })
}

function orderProblems(entries: Journal['entries']): string[] {
  return entries.flatMap(({ idx, tag, when }, at) => {
    if (idx !== at || !tag.startsWith(`${String(at).padStart(4, '0')}_`)) return `${tag} is not number ${at}`
    const before = entries[at - 1]
    return before && when <= before.when ? `${tag} is dated before ${before.tag}: it would be skipped` : []
  })
}

/** Checks that each snapshot references the one before it; two branches that both added a migration break the chain. */
function snapshotProblems(folder: string, entries: Journal['entries']): string[] {
  let before = '00000000-0000-0000-0000-000000000000'
  return entries.flatMap(({ tag }) => {
    const file = join(folder, 'meta', `${tag.slice(0, 4)}_snapshot.json`)
    if (!existsSync(file)) return `the snapshot of ${tag} is missing`
    const { id, prevId } = JSON.parse(readFileSync(file, 'utf8')) as { id: string; prevId: string }
    const follows = prevId === before
    before = id
    return follows ? [] : `the snapshot of ${tag} does not follow the one before: regenerate it`
  })
}

/** Date of migration 0045: no migration up to it removed anything that a landed release reads. */
const lastWithoutLosses = 1_795_466_269_541
const takesAway = /\bDROP (?:TABLE|COLUMN|VIEW|TYPE)\b|\bRENAME (?:COLUMN|TO)\b/i

/**
 * Finds migrations that remove something but do not say which is the oldest program that may still start: a program that still
 * uses what was removed must not.
 */
function unsaidLosses(folder: string, entries: Journal['entries']): string[] {
  return entries.flatMap(({ idx, tag, when }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    if (when <= lastWithoutLosses || !takesAway.test(sql)) return []
    const oldest = /'oldest program: (\w+)'/.exec(sql)?.[1]
    if (entries.some((entry) => entry.idx <= idx && entry.tag === oldest)) return []
    return [
      `${tag} takes something away and does not say which program may still start (docs/decisions/0076)`,
    ]
  })
}

function strayFiles(folder: string, entries: Journal['entries']): string[] {
  const known = new Set(entries.map(({ tag }) => `${tag}.sql`))
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && !known.has(name))
  return files.map((name) => `${name} is not in the journal`)
}
