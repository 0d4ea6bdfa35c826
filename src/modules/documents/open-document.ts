import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { readStored } from '../../platform/storage/stored-file.ts'
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
 * @throws UnreadableFileError when its file is missing or was modified, or the file store is unavailable
 */
export async function openDocument(
  { database, storage }: Deps,
  { id, userId }: { id: string; userId: string },
): Promise<Outcome<OpenedDocument, 'unknown_document'>> {
  const document = isUuid(id) ? await findOwned(database, { id, userId }) : undefined
  if (!document) return refuse('unknown_document')
  const bytes = await readStored(storage, document.storageKey)
  return ok({ name: document.name, mediaType: document.mediaType, bytes })
}
