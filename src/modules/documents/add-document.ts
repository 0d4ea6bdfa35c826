import { createHash } from 'node:crypto'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { documentName, type MediaType, mediaTypeOf } from './domain/file-type.ts'
import { LARGEST_FILE, MOST_BYTES, MOST_DOCUMENTS } from './domain/limits.ts'
import type { DocumentRefusal, PersonType } from './public.ts'
import {
  type DocumentRow,
  findByContent,
  insertDocument,
  lockDocumentsOf,
  markStored,
  renewUnfinished,
  totalsOf,
} from './store.server.ts'

export interface NewDocument {
  userId: string
  personType: PersonType
  /** As the browser sent it. */
  name: string
  bytes: Uint8Array
}

/**
 * Keeps a file of a person's: the row first, then the bytes, then the word that they are there. A crash in between
 * leaves a row that the same file sent again completes, or the sweep takes away. The same content is one document for
 * one person, however often it is sent.
 *
 * @throws StorageError where the file store does not take it now
 */
export async function addDocument(
  deps: Deps,
  given: NewDocument,
): Promise<Outcome<{ id: string; name: string }, DocumentRefusal>> {
  const { bytes } = given
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > LARGEST_FILE) return refuse('too_large')
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType) return refuse('wrong_content')

  const place = await takePlace(deps, given, mediaType)
  if (!place.ok) return place
  const { id, name, storageKey, storedAt } = place.value
  if (storedAt) return ok({ id, name })

  await deps.storage.put(storageKey, bytes)
  if (await markStored(deps.database, id, deps.clock.now())) return ok({ id, name })
  await deps.storage.delete(storageKey)
  throw new Error('an upload took longer than unfinished uploads are kept')
}

/** The row of this content: the one it already has, or a new one where there is room. */
function takePlace(deps: Deps, { userId, personType, name, bytes }: NewDocument, mediaType: MediaType) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const now = deps.clock.now()
  return deps.database.transaction(async (tx): Promise<Outcome<DocumentRow, DocumentRefusal>> => {
    await lockDocumentsOf(tx, userId)
    const known = await findByContent(tx, { userId, sha256 })
    if (known) {
      if (!known.storedAt) await renewUnfinished(tx, known.id, now)
      return ok(known)
    }
    const totals = await totalsOf(tx, userId)
    if (totals.count >= MOST_DOCUMENTS) return refuse('too_many')
    if (totals.bytes + bytes.length > MOST_BYTES) return refuse('too_much')
    const id = deps.newId()
    return ok(
      await insertDocument(tx, {
        id,
        userId,
        personType,
        name: documentName(name, mediaType),
        mediaType,
        size: bytes.length,
        sha256,
        storageKey: `documents/${id}`,
        createdAt: now,
      }),
    )
  })
}
