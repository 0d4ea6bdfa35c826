import type { Deps } from './deps.ts'
import type { DocumentView } from './public.ts'
import { listDocuments } from './store.server.ts'

/** A user's documents, newest first. */
export function documentsOf(
  { database }: Pick<Deps, 'database'>,
  { userId }: { userId: string },
): Promise<DocumentView[]> {
  return listDocuments(database, userId)
}
