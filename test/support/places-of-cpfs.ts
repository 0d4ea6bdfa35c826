import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCpf } from '../../src/core/cpf.ts'
import type { Shop } from './shop.ts'

/**
 * Returns the places where one of these CPFs is readable, with or without punctuation: every table of every schema, and every
 * file.
 */
export async function placesOf(
  { query, dataDir }: Pick<Shop, 'query' | 'dataDir'>,
  cpfs: readonly string[],
): Promise<{ looked: number; found: string[] }> {
  const needles = cpfs.flatMap((cpf) => [cpf, formatCpf(cpf)])
  const isIn = (text: string) => needles.some((needle) => text.includes(needle))
  const found = new Set<string>()
  const tables = await query<{ name: string; place: string }>(
    `select format('%I.%I', schemaname, tablename) as name, tablename as place from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name, place } of tables) {
    for (const { row } of await query<{ row: string }>(`select t::text as row from ${name} t`)) {
      // Bytes are written as hexadecimal digits: their readable content is searched too.
      const bytes = [...row.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'))
      if (isIn(row) || bytes.some((each) => isIn(each.toString('latin1')))) found.add(place)
    }
  }
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name)
    if (isIn(await readFile(path, 'latin1'))) found.add(path)
  }
  return { looked: tables.length, found: [...found].toSorted() }
}
