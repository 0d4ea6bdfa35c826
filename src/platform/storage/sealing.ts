import { and, count, eq, getTableName, inArray, not, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../../core/clock.ts'
import type { Database, Executor, Transaction } from '../database/database.ts'
import type { Cipher } from './cipher.ts'
import { sealingGate } from './tables.server.ts'

/** How values are sealed that earlier releases stored readable (docs/decisions/0062-the-cpf-at-rest.md). */
export interface Sealing {
  cipher: Cipher
  /**
   * Whether rows are written sealed: from the first one in a new database; in an upgraded one once no process of the release before
   * runs any more, which reads the readable columns alone.
   */
  isDue(): boolean
}

/** Reads once until when this database is written readable; the clock decides from then on. */
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

/** Until when this database is written readable; undefined for one that always was sealed. */
export async function readableUntilOf(executor: Executor): Promise<Date | undefined> {
  const [gate] = await executor.select({ until: sealingGate.readableUntil }).from(sealingGate)
  return gate && gate.until.getTime() > 0 ? gate.until : undefined
}

/** The readable rows of a table. `where` is served by an index: there are few, or none. */
export interface ReadableRows {
  table: PgTable
  where: SQL
}

/** Readable rows that can be sealed. */
export interface SealableRows extends ReadableRows {
  /** Seals some of them, in a transaction. @returns how many */
  sealSome(tx: Transaction): Promise<number>
}

/** How many rows are readable, by table. */
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

/** Rows of one transaction, whose locks it holds for some 50 ms. */
const rowsAtOnce = 50
/** Rows of one table in one run of the job; the next one goes on. */
const rowsAtMost = 20_000

/**
 * Seals what rows hold readable, while others read and write: those that are locked wait for the next run. Interrupted, it goes on
 * where it was. Does nothing before its time.
 *
 * @returns how many rows
 * @throws Error when a row would say something else once sealed; then none of its batch is changed
 */
export async function sealReadable(
  database: Database,
  sealing: Sealing,
  tables: readonly SealableRows[],
): Promise<number> {
  if (!sealing.isDue()) return 0
  let sealed = 0
  for (const { sealSome } of tables) {
    for (let ofTable = 0; ofTable < rowsAtMost; ) {
      const done = await database.transaction(sealSome)
      ofTable += done
      sealed += done
      if (done < rowsAtOnce) break
    }
  }
  return sealed
}

/**
 * Describes how the rows of a table become sealed. Each row is read back and opened before its transaction commits.
 *
 * @param id a uuid
 * @param seal the columns of a row, sealed
 * @param read what a row says, readable or sealed
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
    ...{ table, where },
    async sealSome(tx) {
      const from = table as PgTable
      const readable = tx.select().from(from).where(where).limit(rowsAtOnce)
      const rows = (await readable.for('no key update', { skipLocked: true })) as Table['$inferSelect'][]
      for (const row of rows) {
        const changed = tx.update(from).set(seal(row) as Record<string, unknown>)
        await changed.where(eq(id, idOf(row)))
      }
      if (rows.length === 0) return 0
      const sealed = (await tx
        .select()
        .from(from)
        .where(and(inArray(id, rows.map(idOf)), not(where)))) as Table['$inferSelect'][]
      const said = new Map(rows.map((row) => [idOf(row), read(row)]))
      const isSame = sealed.length === rows.length && sealed.every((row) => read(row) === said.get(idOf(row)))
      if (!isSame) throw new Error(`rows of ${getTableName(table)} would say something else once sealed`)
      return rows.length
    },
  }
}
