import { and, inArray, ne } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../database/database.ts'

/**
 * Checks whether one of the ids belongs to another user's row, to record an attempt to read another user's data. The response to
 * the visitor does not depend on it. One query by primary key, the same for unknown ids and for those of others.
 */
export async function belongsToAnother(
  executor: Executor,
  { id, owner }: { id: AnyPgColumn; owner: AnyPgColumn },
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<boolean> {
  const valid = ids.filter(isUuid)
  if (valid.length === 0) return false
  const rows = await executor
    .select({ id })
    .from(id.table)
    .where(and(inArray(id, valid), ne(owner, userId)))
    .limit(1)
  return rows.length > 0
}
