import { globSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { type DataKind, dataKinds, keptData } from '../../../src/core/kept-data.ts'
import { impersonalColumns, personalColumns } from '../../../src/modules/privacy/domain/columns.ts'
import { keptRows, keptWords, untilText } from '../../../src/web/copy/privacy/kept-data.ts'

/** Returns every table that the product defines, with its columns and their types. */
async function allTables(): Promise<{ name: string; columns: { name: string; type: string }[] }[]> {
  const files = globSync('src/**/tables.server.ts', { cwd: inRoot() })
  const modules = await Promise.all(files.map((file) => import(inRoot(file))))
  return modules
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table as PgTable))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.getSQLType() })),
    }))
}

/** Checks whether a column may contain free text: what people and others write. */
const saysAnything = ({ type }: { type: string }) => /text|json|bytea|\[\]|inet|char/.test(type)

test('every column that may hold personal data is in the retention table or is known to hold none', async () => {
  const tables = await allTables()
  expect(tables.length).toBeGreaterThan(60)
  const unknown = tables.flatMap(({ name, columns }) => {
    const personal = personalColumns[name]?.columns ?? []
    const known = new Set([...personal, ...(impersonalColumns[name] ?? [])])
    return columns
      .filter((column) => saysAnything(column) && !known.has(column.name))
      .map((c) => `${name}.${c.name}`)
  })
  expect(
    unknown,
    'say in src/modules/privacy/domain/columns.ts what these hold; what is personal is exported and erased by the personal.ts of its module',
  ).toEqual([])
})

test('every personal column belongs to a listed kind; nothing is listed twice or does not exist', async () => {
  const tables = await allTables()
  const owned = tables.filter(({ columns }) => columns.some((column) => column.name === 'user_id'))
  expect(owned.map(({ name }) => name).filter((name) => !personalColumns[name])).toEqual([])
  const existing = new Set(
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
  )
  const listed = [
    ...Object.entries(personalColumns).flatMap(([table, { columns }]) => columns.map((c) => `${table}.${c}`)),
    ...Object.entries(impersonalColumns).flatMap(([table, columns]) => columns.map((c) => `${table}.${c}`)),
  ]
  expect(listed.filter((column) => !existing.has(column))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('every kind of data is in a table, a file or a copy of both', () => {
  const stored = new Set<DataKind>(Object.values(personalColumns).map(({ kind }) => kind))
  // Rows in the same table as a paid look-up; files outside the database.
  const beside: DataKind[] = ['unpaid-lookup', 'journal', 'backup']
  expect(dataKinds.filter((kind) => !stored.has(kind) && !beside.includes(kind))).toEqual([])
})

test('the policy lists every kind with its retention and law; what is kept despite a request has a law', () => {
  expect(keptRows.map(({ name }) => name)).toEqual(dataKinds.map((kind) => keptWords[kind].name))
  for (const [index, kind] of dataKinds.entries()) {
    const { keptFor, law } = keptData[kind]
    const row = keptRows[index]?.text ?? ''
    expect(row).toContain(untilText(kind))
    expect(row).toContain(`(${law})`)
    expect(law).toMatch(/art/)
    if (typeof keptFor === 'object') expect(row).toContain(String(Object.values(keptFor)[0]))
  }
})
