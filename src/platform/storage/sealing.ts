import { and, count, eq, getTableName, inArray, not, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../../core/clock.ts'
import type { Database, Executor, Transaction } from '../database/database.ts'
import type { Cipher } from './cipher.ts'
import { sealingGate } from './tables.server.ts'

/** Encryption of values that earlier releases stored unencrypted (docs/decisions/0062-the-cpf-at-rest.md). */
export interface Sealing {
  cipher: Cipher
  /**
   * Checks whether rows are written encrypted: in a new database always; in an upgraded one only after no process of the previous
   * release runs any more, because that release reads only the unencrypted columns.
   */
  isDue(): boolean
}

/** Reads once until when this database is written unencrypted; afterwards the clock decides. */
export async function openSealing({
  database,
  cipher,
  clock,
}: {
  database: Executor
  cipher: Cipher
  clock: Clock
}): Promise<Sealing> {
  const readableUntil = await readableUntilOf(database)
  return { cipher, isDue: () => readableUntil === undefined || clock.now() >= readableUntil }
}

/** Returns the time until which this database is written unencrypted; undefined for one that was always encrypted. */
export async function readableUntilOf(executor: Executor): Promise<Date | undefined> {
  const [gate] = await executor.select({ until: sealingGate.readableUntil }).from(sealingGate)
  return gate && gate.until.getTime() > 0 ? gate.until : undefined
}

/** Unencrypted rows of a table. `where` is served by an index: there are few of them, or none. */
export interface ReadableRows {
  table: PgTable
  where: SQL
}

/** Unencrypted rows that can be encrypted. */
export interface SealableRows extends ReadableRows {
  /** Encrypts some of them, in a transaction. @returns the number of rows */
  sealSome(tx: Transaction): Promise<number>
}

/** Counts the unencrypted rows, by table. */
export async function countReadable(
  executor: Executor,
  tables: readonly ReadableRows[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, where } of tables) {
    const [row] = await executor.select({ rows: count() }).from(table).where(where)
    counts.set(getTableName(table), row?.rows ?? 0)
  }
  return counts
}

/** Rows of one transaction, which locks them for some 50 ms. */
const rowsAtOnce = 50
/** Maximum rows of one table in one run of the job; the next run continues. */
const maxRowsPerRun = 20_000

/**
 * Encrypts the unencrypted values of rows, while others read and write: locked rows wait for the next run. After an interruption
 * it continues from the same point. Does nothing before the time in `isDue`.
 *
 * @returns the number of rows
 * @throws Error when a row would have another value once encrypted; then no row of its batch is changed
 */
export async function sealReadable(
  database: Database,
  sealing: Sealing,
  tables: readonly SealableRows[],
): Promise<number> {
  if (!sealing.isDue()) return 0
  let sealed = 0
  for (const { sealSome } of tables) {
    for (let ofTable = 0; ofTable < maxRowsPerRun; ) {
      const done = await database.transaction(sealSome)
      ofTable += done
      sealed += done
      if (done < rowsAtOnce) break
    }
  }
  return sealed
}

/**
 * Describes how the rows of a table are encrypted. Each row is read back and decrypted before its transaction commits.
 *
 * @param id a uuid
 * @param seal returns the columns of a row, encrypted
 * @param read returns the value of a row, encrypted or not
 */
export function sealableRows<Table extends PgTable & { $inferSelect: unknown }>({
  table,
  where,
  id,
  idOf,
  seal,
  read,
}: ReadableRows & {
  table: Table
  id: AnyPgColumn
  idOf(row: Table['$inferSelect']): string
  seal(row: Table['$inferSelect']): Partial<Table['$inferSelect']>
  read(row: Table['$inferSelect']): string
}): SealableRows {
  return {
    table,
    where,
    async sealSome(tx) {
      const from = table as PgTable
      const readable = tx.select().from(from).where(where).limit(rowsAtOnce)
      const rows = (await readable.for('no key update', { skipLocked: true })) as Table['$inferSelect'][]
      for (const row of rows) {
        const changed = tx.update(from).set(seal(row))
        await changed.where(eq(id, idOf(row)))
      }
      if (rows.length === 0) return 0
      const sealed = (await tx
        .select()
        .from(from)
        .where(and(inArray(id, rows.map(idOf)), not(where)))) as Table['$inferSelect'][]
      const before = new Map(rows.map((row) => [idOf(row), read(row)]))
      const isSame =
        sealed.length === rows.length && sealed.every((row) => read(row) === before.get(idOf(row)))
      if (!isSame) throw new Error(`rows of ${getTableName(table)} would differ once sealed`)
      return rows.length
    },
  }
}
