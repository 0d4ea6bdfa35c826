import type { Deps } from './deps.ts'
import { UNFINISHED_AFTER } from './domain/limits.ts'
import { claimUnfinished, deleteRow, findRemoved } from './store.server.ts'

/** Erases the bytes of a removed document, then its row. May be run again. */
export async function eraseDocument(
  { database, storage }: Deps,
  { documentId }: { documentId: string },
): Promise<void> {
  const document = await findRemoved(database, documentId)
  if (!document) return
  await storage.delete(document.storageKey)
  await deleteRow(database, documentId)
}

/** Erases what a crash left behind: uploads that never finished, and removals whose job gave up. */
export async function sweepDocuments(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - UNFINISHED_AFTER)
  for (const documentId of await claimUnfinished(deps.database, { before, now })) {
    await eraseDocument(deps, { documentId })
  }
}
