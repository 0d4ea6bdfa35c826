import { and, desc, type GetColumnData, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DataKind } from '../../core/kept-data.ts'
import type { Executor } from '../database/database.ts'
import { pagesById } from '../database/pages-by-id.ts'
import type { Person, PersonalRecord, PersonalSource, PersonalValue } from './personal-data.ts'

/** Rows of a page: of the longest records, signed contracts, a page takes a few milliseconds. */
const pageRows = 100
const pageIds = 2_000

type Fields = Readonly<Record<string, AnyPgColumn | SQL>>

/** What the database returns for these fields. */
type Values<F extends Fields> = {
  [Name in keyof F]: F[Name] extends AnyPgColumn
    ? GetColumnData<F[Name]>
    : F[Name] extends SQL<infer T>
      ? T
      : never
}

/** Creates the source of a person's data in the rows of one table. */
export function rowsSource<F extends Fields>({
  kind,
  table,
  id,
  where,
  fields,
  open,
  erase,
}: {
  kind: DataKind
  table: PgTable
  /** Time-ordered, so that the newest rows are read first. */
  id: AnyPgColumn
  /** Returns the condition for a person's rows; undefined if there can be none. */
  where: (person: Person) => SQL | undefined
  fields: F
  /** Decrypts the encrypted fields of a row; without it the fields are shown unchanged. */
  open?(fields: Values<F>, id: string): Record<string, unknown>
  /** Effect of an erasure: deletes the rows, or sets columns. */
  erase?: 'delete' | ((now: Date) => Record<string, unknown>)
}): PersonalSource {
  const recordId = sql<string>`${id}::text`
  const pagesOf = <Row extends { recordId: string }>(
    person: Person,
    limit: number,
    read: (which: SQL | undefined) => PromiseLike<Row[]>,
  ) => {
    const condition = where(person)
    if (!condition) return nothing()
    const next = (after: string | undefined) =>
      read(after === undefined ? condition : and(condition, lt(id, after)))
    return pagesById(limit, (row: Row) => row.recordId, next)
  }
  return {
    kind,
    async *read(executor, person) {
      const select = (which: SQL | undefined) =>
        executor
          .select({ recordId, ...fields })
          .from(table)
          .where(which)
          .orderBy(desc(id))
          .limit(pageRows)
      for await (const rows of pagesOf(person, pageRows, select)) {
        yield rows.map(({ recordId, ...values }) => ({
          id: recordId,
          fields: (open ? open(values as Values<F>, recordId) : values) as Record<string, PersonalValue>,
        }))
      }
    },
    async *readIds(executor, person) {
      const select = (which: SQL | undefined) =>
        executor.select({ recordId }).from(table).where(which).orderBy(desc(id)).limit(pageIds)
      for await (const rows of pagesOf(person, pageIds, select)) yield rows.map((row) => row.recordId)
    },
    ...(erase && {
      async erase(tx, person, now) {
        const condition = where(person)
        if (!condition) return
        if (erase === 'delete') await tx.delete(table).where(condition)
        else await tx.update(table).set(erase(now)).where(condition)
      },
    }),
  }
}

async function* nothing(): AsyncGenerator<never> {}

/** Creates a source of records that are few: they are one page. */
export function singlePageSource({
  read,
  ...source
}: Pick<PersonalSource, 'kind' | 'erase'> & {
  read(executor: Executor, person: Person): Promise<PersonalRecord[]>
}): PersonalSource {
  return {
    ...source,
    async *read(executor, person) {
      yield await read(executor, person)
    },
    async *readIds(executor, person) {
      yield (await read(executor, person)).map(({ id }) => id)
    },
  }
}
