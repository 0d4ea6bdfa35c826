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
 * The content of a document, only for its owner. Another user's document is refused like an unknown one.
 *
 * @throws StorageError when the stored bytes were modified
 */
export async function openDocument(
  { database, storage }: Deps,
  { id, userId }: { id: string; userId: string },
): Promise<Outcome<OpenedDocument, 'unknown_document'>> {
  const document = isUuid(id) ? await findOwned(database, { id, userId }) : undefined
  if (!document) return refuse('unknown_document')
  const bytes = await storage.get(document.storageKey)
  if (!bytes) throw new Error(`the file of document ${id} is missing`)
  return ok({ name: document.name, mediaType: document.mediaType, bytes })
}
