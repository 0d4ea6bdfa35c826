import { appendFileSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  dateInOrder,
  land,
  migrationProblems,
  newMigrations,
  readLanded,
} from '../../scripts/lib/landed-migrations.ts'
import { inRoot } from '../../scripts/lib/root.ts'

const own = inRoot('migrations')

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'migrations-')), 'migrations')
  cpSync(own, folder, { recursive: true })
  keepTheFirstTwo()
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

test('the migrations of this build are the landed ones, unchanged and in order', () => {
  expect(migrationProblems(own)).toEqual([])
  // Fails after `npm run migration -- <name>`: once its SQL is final, run `npm run migration -- --land`.
  expect(newMigrations(own)).toEqual([])
})

test('a landed migration with one changed byte is a problem', () => {
  appendFileSync(join(folder, '0001_constraints.sql'), '\n')
  expect(migrationProblems(folder)).toEqual([
    '0001_constraints.sql has landed and was changed: write a new migration instead',
  ])
})

test('a landed migration that is missing is a problem', () => {
  rmSync(join(folder, '0000_tables.sql'))
  expect(migrationProblems(folder)).toEqual(['0000_tables.sql is missing'])
})

test('a landed migration that leaves the journal is a problem', () => {
  editJournal((entries) => entries.splice(1, 1))
  expect(migrationProblems(folder)).toEqual([
    '0001_constraints has landed as number 1; there is nothing',
    '0001_constraints.sql is not in the journal',
  ])
})

test('a landed migration that is renamed is a problem', () => {
  renameSync(join(folder, '0001_constraints.sql'), join(folder, '0001_rules.sql'))
  editJournal(([, second]) => Object.assign(second ?? {}, { tag: '0001_rules' }))
  expect(migrationProblems(folder)).toEqual(['0001_constraints has landed as number 1; there is 0001_rules'])
})

test('a journal in another order is a problem', () => {
  editJournal((entries) => entries.reverse())
  expect(migrationProblems(folder)).toContain('0000_tables has landed as number 0; there is 0001_constraints')
})

test('another date of a landed migration is a problem', () => {
  editJournal(([, second]) => Object.assign(second ?? {}, { when: 1_800_000_000_000 }))
  expect(migrationProblems(folder)).toEqual([
    '0001_constraints has landed and its date in the journal was changed',
  ])
})

test('a new migration lands after the others and is protected from then on', () => {
  addMigration('0002_more', Date.now() + 1e12)
  expect(migrationProblems(folder)).toEqual([])
  const before = readLanded(folder)
  expect(land(folder).map(({ tag }) => tag)).toEqual(['0002_more'])
  expect(readLanded(folder).slice(0, before.length)).toEqual(before)
  appendFileSync(join(folder, '0002_more.sql'), ' ')
  expect(migrationProblems(folder)).toEqual([
    '0002_more.sql has landed and was changed: write a new migration instead',
  ])
})

test('a new migration from a slow clock is dated after the last one', () => {
  addMigration('0002_more', 1)
  expect(migrationProblems(folder)).toEqual([
    '0002_more is dated before 0001_constraints: it would be skipped',
  ])
  dateInOrder(folder)
  expect(migrationProblems(folder)).toEqual([])
})

test('a new migration that removes something states which program may still start', () => {
  addMigration('0002_less', Date.now() + 1e12)
  const file = join(folder, '0002_less.sql')
  const less = 'ALTER TABLE "orders" DROP COLUMN "notes";'
  const note = (tag: string) =>
    `COMMENT ON TABLE "drizzle"."__drizzle_migrations" IS 'oldest program: ${tag}';`
  const refused = [
    '0002_less takes something away and does not say which program may still start (docs/decisions/0076)',
  ]
  writeFileSync(file, less)
  expect(migrationProblems(folder)).toEqual(refused)
  writeFileSync(file, `${less}\n${note('0003_later')}`)
  expect(migrationProblems(folder)).toEqual(refused)
  writeFileSync(file, `${less}\n${note('0001_constraints')}`)
  expect(migrationProblems(folder)).toEqual([])
  writeFileSync(file, 'ALTER TABLE "orders" RENAME COLUMN "notes" TO "remarks";')
  expect(migrationProblems(folder)).toEqual(refused)
})

test('two branches that each added a migration must regenerate one', () => {
  addMigration('0002_more', Date.now() + 1e12)
  addMigration('0003_other', Date.now() + 2e12, '0001')
  expect(migrationProblems(folder)).toEqual([
    'the snapshot of 0003_other does not follow the one before: regenerate it',
  ])
})

/** Independent of the real migrations, so that adding one does not break these tests. */
function keepTheFirstTwo(): void {
  for (const { tag } of readLanded(folder).slice(2)) rmSync(join(folder, `${tag}.sql`))
  editJournal((entries) => entries.splice(2))
  writeFileSync(join(folder, 'landed.json'), JSON.stringify(readLanded(folder).slice(0, 2)))
}

interface Entry {
  idx: number
  tag: string
  when: number
}

function editJournal(edit: (entries: Entry[]) => unknown): void {
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  edit(journal.entries)
  writeFileSync(file, JSON.stringify(journal))
}

function addMigration(
  tag: string,
  when: number,
  after = String(Number(tag.slice(0, 4)) - 1).padStart(4, '0'),
) {
  const before = JSON.parse(readFileSync(join(folder, 'meta', `${after}_snapshot.json`), 'utf8'))
  const snapshot = { ...before, id: tag, prevId: before.id }
  writeFileSync(join(folder, 'meta', `${tag.slice(0, 4)}_snapshot.json`), JSON.stringify(snapshot))
  writeFileSync(join(folder, `${tag}.sql`), 'select 1;')
  editJournal((entries) => entries.push({ ...entries[0], idx: Number(tag.slice(0, 4)), tag, when }))
}
