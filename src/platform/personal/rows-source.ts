import { desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DataKind } from '../../core/kept-data.ts'
import type { Person, PersonalSource, PersonalValue } from './personal-data.ts'

/** Upper bound of one person's rows in one table. */
const maxRows = 5_000

/** Creates the source of a person's data in the rows of one table. */
export function rowsSource({
  kind,
  table,
  id,
  at,
  where,
  fields,
  open,
  erase,
  erasedWhere = where,
}: {
  kind: DataKind
  table: PgTable
  id: AnyPgColumn
  /** The newest are read first. */
  at: AnyPgColumn
  /** Returns the condition for a person's rows; undefined if there can be none. */
  where: (person: Person) => SQL | undefined
  fields: Readonly<Record<string, AnyPgColumn | SQL>>
  /** Decrypts the encrypted fields of a row; without it the fields are shown unchanged. */
  open?(fields: Readonly<Record<string, unknown>>, id: string): Record<string, unknown>
  /** Effect of an erasure: deletes the rows, or sets columns. */
  erase?: 'delete' | ((now: Date) => Record<string, unknown>)
  /** Condition for the rows that an erasure concerns, if these are not those that the person reads. */
  erasedWhere?: (person: Person) => SQL | undefined
}): PersonalSource {
  return {
    kind,
    async read(executor, person) {
      const condition = where(person)
      if (!condition) return []
      const rows = await executor
        .select({ recordId: sql<string>`${id}::text`, ...fields })
        .from(table)
        .where(condition)
        .orderBy(desc(at))
        .limit(maxRows)
      return rows.map(({ recordId, ...values }) => ({
        id: recordId,
        fields: (open ? open(values, recordId) : values) as Record<string, PersonalValue>,
      }))
    },
    ...(erase && {
      async erase(tx, person, now) {
        const condition = erasedWhere(person)
        if (!condition) return
        if (erase === 'delete') await tx.delete(table).where(condition)
        else await tx.update(table).set(erase(now)).where(condition)
      },
    }),
  }
}
