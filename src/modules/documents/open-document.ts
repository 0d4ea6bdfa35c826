import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import type { MediaType } from './domain/file-type.ts'
import { findOwned } from './store.server.ts'

export interface OpenedDocument {
  name: string
  mediaType: MediaType
  bytes: Uint8Array
}

/**
 * The content of a document, for its owner alone. Somebody else's is refused as one that does not exist.
 *
 * @throws StorageError where the stored bytes are not what was written
 */
export async function openDocument(
  { database, storage }: Deps,
  { id, userId }: { id: string; userId: string },
): Promise<Outcome<OpenedDocument, 'unknown_document'>> {
  const document = isUuid(id) ? await findOwned(database, { id, userId }) : undefined
  if (!document) return refuse('unknown_document')
  const bytes = await storage.get(document.storageKey)
  if (!bytes) throw new Error(`the file of document ${id} is gone`)
  return ok({ name: document.name, mediaType: document.mediaType, bytes })
}
