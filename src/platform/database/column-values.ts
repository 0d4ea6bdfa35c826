import { isNotNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'

/** Returns every text that is stored in the given columns, column by column. */
export async function valuesOf(executor: Executor, columns: readonly AnyPgColumn[]): Promise<string[]> {
  const found: string[] = []
  for (const column of columns) {
    const rows = await executor
      .select({ value: sql<string>`${column}` })
      .from(column.table)
      .where(isNotNull(column))
    for (const { value } of rows) found.push(value)
  }
  return found
}
