import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { deleteRequests, reopenRequestsOf } from './requests-store.server.ts'
import { markAllRemoved, markRemoved } from './store.server.ts'

/** Marks a document as removed; a job enqueued in the same transaction deletes its bytes. */
export async function removeDocument(
  { database, enqueue, clock }: Deps,
  { id, userId }: { id: string; userId: string },
): Promise<Outcome<{ name: string }, 'unknown_document'>> {
  if (!isUuid(id)) return refuse('unknown_document')
  return database.transaction(async (tx) => {
    const name = await markRemoved(tx, { id, userId, now: clock.now() })
    if (name === undefined) return refuse('unknown_document')
    await reopenRequestsOf(tx, { documentId: id })
    await enqueue(tx, 'documents.erase', { documentId: id })
    return ok({ name })
  })
}

/** Removes a user's documents, or those sent before an instant, in the caller's transaction (LGPD, arts. 15 and 18). */
export async function removeAllDocuments(
  tx: Executor,
  { userId, sentBefore }: { userId: string; sentBefore?: Date },
  { enqueue, clock }: Pick<Deps, 'enqueue' | 'clock'>,
): Promise<void> {
  await deleteRequests(tx, { userId, before: sentBefore })
  for (const documentId of await markAllRemoved(tx, { userId, now: clock.now(), sentBefore })) {
    await enqueue(tx, 'documents.erase', { documentId })
  }
}
