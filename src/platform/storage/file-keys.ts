import type { SQL } from 'drizzle-orm'
import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../database/database.ts'
import type { ListedStore } from './blob-store.ts'

/** The stored files that the rows of a table refer to. */
export interface FileKeys {
  table: PgTable
  /** The key of a row's file; null for a row without one. */
  key: SQL | AnyPgColumn
  /** The rows whose file was stored completely and not deleted since. */
  where: SQL | undefined
}

/** Returns the keys of the files that must be in the store. */
export async function fileKeysOf(executor: Executor, sources: readonly FileKeys[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, key, where } of sources) {
    const rows = await executor
      .select({ key: sql<string | null>`${key}` })
      .from(table)
      .where(where)
    for (const row of rows) if (row.key !== null) found.push(row.key)
  }
  return found
}

/** Checks whether a file must be in the store. */
export async function isFileKey(
  executor: Executor,
  sources: readonly FileKeys[],
  file: string,
): Promise<boolean> {
  for (const { table, key, where } of sources) {
    const isIt = and(where, eq(sql`${key}`, file))
    const rows = await executor.select({ one: sql`1` }).from(table).where(isIt).limit(1)
    if (rows.length > 0) return true
  }
  return false
}

/** Returns the keys of the files that must be in the store and are not, in order. */
export async function missingFiles(
  executor: Executor,
  store: ListedStore,
  sources: readonly FileKeys[],
): Promise<string[]> {
  // A file is stored before its row is marked as stored, so the files of these rows are in the list, unless they were
  // deleted meanwhile.
  const missing = new Set(await fileKeysOf(executor, sources))
  for await (const key of store.keys()) missing.delete(key)
  if (missing.size === 0) return []
  return (await fileKeysOf(executor, sources)).filter((key) => missing.has(key)).toSorted()
}
