import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/digest.ts'
import { putAndMark } from '../../platform/storage/put-and-mark.ts'
import type { Deps } from './deps.ts'
import { checkFile } from './domain/check-file.ts'
import { documentName, type MediaType } from './domain/file-type.ts'
import { MAX_DOCUMENTS, MAX_TOTAL_BYTES } from './domain/limits.ts'
import type { DocumentRefusal, PersonType } from './public.ts'
import { fulfil, openRequestsOf } from './requests-store.server.ts'
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
  /** The file name, as the browser sent it. */
  name: string
  bytes: Uint8Array
  /** The team's request that it fulfils. Without one, it fulfils the only open request, if there is exactly one. */
  requestId?: string | undefined
}

/**
 * Stores a user's file: inserts the row, writes the bytes, then marks the row as stored. After a crash in between, the
 * same file sent again completes the row, or the sweep deletes it. Idempotent: the same content is one document per
 * user, and replaces a file that is missing.
 *
 * @throws StorageError when the file store is unavailable
 */
export async function addDocument(
  deps: Deps,
  file: NewDocument,
): Promise<Outcome<{ id: string; name: string }, DocumentRefusal>> {
  const { bytes } = file
  const checked = checkFile(bytes)
  if (!checked.ok) return checked

  const reserved = await reserveRow(deps, file, checked.value)
  if (!reserved.ok) return reserved
  const { id, name, storageKey, storedAt, reviewStatus } = reserved.value
  if (reviewStatus === 'rejected') return refuse('rejected_before')
  const answer = { userId: file.userId, requestId: file.requestId, documentId: id, now: deps.clock.now() }
  if (storedAt) {
    // The store lost the file, and its hash proves that these are its bytes.
    if (!(await deps.storage.get(storageKey))) await deps.storage.put(storageKey, bytes)
    // Also when the response to the first attempt was lost; an existing file fulfils only the request that is named.
    if (file.requestId) await answerRequest(deps.database, answer)
    return ok({ id, name })
  }

  await putAndMark(deps.storage, { key: storageKey, bytes }, () =>
    deps.database.transaction(async (tx) => {
      if (!(await markStored(tx, id, deps.clock.now()))) return false
      await answerRequest(tx, answer)
      return true
    }),
  )
  return ok({ id, name })
}

/** Marks the request that a file was sent for as fulfilled. */
async function answerRequest(
  executor: Executor,
  { requestId, ...sent }: { requestId: string | undefined; userId: string; documentId: string; now: Date },
): Promise<void> {
  if (requestId !== undefined) {
    if (isUuid(requestId)) await fulfil(executor, { ...sent, requestId })
    return
  }
  const [only, ...others] = await openRequestsOf(executor, sent.userId)
  if (only && others.length === 0) await fulfil(executor, { ...sent, requestId: only.id })
}

/** The row of this content: an existing one, or a new one within the limits. */
function reserveRow(deps: Deps, { userId, personType, name, bytes }: NewDocument, mediaType: MediaType) {
  const digest = sha256(bytes)
  const now = deps.clock.now()
  return deps.database.transaction(async (tx): Promise<Outcome<DocumentRow, DocumentRefusal>> => {
    await lockDocumentsOf(tx, userId)
    const existing = await findByContent(tx, { userId, sha256: digest })
    if (existing) {
      if (!existing.storedAt) await renewUnfinished(tx, existing.id, now)
      return ok(existing)
    }
    const totals = await totalsOf(tx, userId)
    if (totals.count >= MAX_DOCUMENTS) return refuse('too_many')
    if (totals.bytes + bytes.length > MAX_TOTAL_BYTES) return refuse('too_much')
    const id = deps.newId()
    return ok(
      await insertDocument(tx, {
        id,
        userId,
        personType,
        name: documentName(name, mediaType),
        mediaType,
        size: bytes.length,
        sha256: digest,
        storageKey: `documents/${id}`,
        createdAt: now,
      }),
    )
  })
}
