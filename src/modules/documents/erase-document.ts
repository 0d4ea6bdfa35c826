import type { Deps } from './deps.ts'
import { UNFINISHED_AFTER } from './domain/limits.ts'
import { claimUnfinished, deleteRow, findRemoved } from './store.server.ts'

/** Deletes the bytes of a removed document, then its row. Idempotent. */
export async function eraseDocument(
  { database, storage }: Deps,
  { documentId }: { documentId: string },
): Promise<void> {
  const document = await findRemoved(database, documentId)
  if (!document) return
  await storage.delete(document.storageKey)
  await deleteRow(database, documentId)
}

/** Cleans up after crashes: unfinished uploads, and removals whose job failed. */
export async function cleanUpDocuments(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - UNFINISHED_AFTER)
  for (const documentId of await claimUnfinished(deps.database, { before, now })) {
    await eraseDocument(deps, { documentId })
  }
}
