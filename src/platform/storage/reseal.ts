import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../database/database.ts'
import type { ListedStore } from './blob-store.ts'
import type { Cipher } from './cipher.ts'
import { blobName } from './encrypted.ts'

/** Column with encrypted values, each under a name that derives from its row. */
export interface SealedColumn {
  column: AnyPgColumn
  /** Columns that identify a row and determine its name; not null, and texts or uuids. */
  row: readonly AnyPgColumn[]
  /** @param values of `row`, in its order */
  nameOf(...values: string[]): string
}

const rowsAtOnce = 200

/**
 * Encrypts values of other keys again with the key in use, while others read and write: a value that is written or erased meanwhile
 * remains unchanged.
 *
 * @returns the number of values
 * @throws StorageError when one of them cannot be decrypted with any key
 */
export async function resealColumn(
  database: Database,
  cipher: Cipher,
  sealedColumn: SealedColumn,
): Promise<number> {
  const { column, row, nameOf } = sealedColumn
  let resealed = 0
  let isChanged = false
  let after: string[] | undefined
  const place = sql`(${sql.join(
    row.map((part) => sql`${part}::text collate "C"`),
    sql`, `,
  )})`
  for (;;) {
    const rows = await database
      .select({
        sealed: sql<Uint8Array | null>`${column}`,
        values: sql<string[]>`array[${sql.join(
          row.map((part) => sql`${part}::text`),
          sql`, `,
        )}]`,
      })
      .from(column.table)
      .where(
        and(
          sql`${column} is not null`,
          after &&
            sql`${place} > (${sql.join(
              after.map((value) => sql`${value}`),
              sql`, `,
            )})`,
        ),
      )
      .orderBy(place)
      .limit(rowsAtOnce)
    for (const { sealed, values } of rows) {
      after = values
      if (!sealed || cipher.isCurrent(sealed)) continue
      const name = nameOf(...values)
      const found: SQL[] = row.map((part, at) => sql`${part}::text = ${values[at]}`)
      const { rows: updated } = await database.execute(
        sql`update ${column.table} set ${sql.identifier(column.name)} = ${Buffer.from(cipher.seal(name, cipher.open(name, sealed)))}
          where ${and(...found, eq(column, sealed))} returning 1`,
      )
      if (updated.length > 0) resealed += 1
      else isChanged = true
    }
    if (rows.length < rowsAtOnce) break
  }
  // Repeats until nothing changed, to find rows that a process without the new key wrote in the meantime.
  return isChanged ? resealed + (await resealColumn(database, cipher, sealedColumn)) : resealed
}

/**
 * Encrypts every file of another key again with the key in use, while others store and delete: a deleted one does not come back.
 *
 * @returns the number of files
 */
export async function resealFiles(store: ListedStore, cipher: Cipher): Promise<number> {
  let resealed = 0
  for await (const key of store.keys()) {
    const name = blobName(key)
    const isRewritten = await store.rewrite(key, (sealed) =>
      cipher.isCurrent(sealed) ? undefined : cipher.seal(name, cipher.open(name, sealed)),
    )
    if (isRewritten) resealed += 1
  }
  return resealed
}
