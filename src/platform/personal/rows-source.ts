import { desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DataKind } from '../../core/kept-data.ts'
import type { Person, PersonalSource, PersonalValue } from './personal-data.ts'

/** An upper bound of one person's rows in one table. */
const maxRows = 5_000

/** What rows of one table keep of a person. */
export function rowsSource({
  kind,
  table,
  id,
  at,
  where,
  fields,
  open,
  erase,
}: {
  kind: DataKind
  table: PgTable
  id: AnyPgColumn
  /** The newest are read first. */
  at: AnyPgColumn
  /** Which rows are a person's; undefined where none can be. */
  where: (person: Person) => SQL | undefined
  fields: Readonly<Record<string, AnyPgColumn | SQL>>
  /** Opens what is sealed among the fields of a row; without one they are shown as they are. */
  open?(fields: Readonly<Record<string, unknown>>, id: string): Record<string, unknown>
  /** What an erasure does: deletes the rows, or sets columns. */
  erase?: 'delete' | ((now: Date) => Record<string, unknown>)
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
        const condition = where(person)
        if (!condition) return
        if (erase === 'delete') await tx.delete(table).where(condition)
        else await tx.update(table).set(erase(now)).where(condition)
      },
    }),
  }
}
