import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { putAndMark } from '../../platform/storage/put-and-mark.ts'
import { checkFile, documentName, type FileRefusal } from '../documents/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { RESULT_TEXT_MAX } from './public.ts'
import { deletePrepared, insertResult, markResultStored, sealContent } from './results-store.server.ts'
import { findConsultationRow } from './store.server.ts'

export interface PreparedResult {
  consultationId: string
  text?: string | undefined
  file?: { name: string; bytes: Uint8Array } | undefined
  /** 'team', or the name of a bureau. */
  source: string
}

export type PrepareRefusal = 'not_found' | 'nothing_to_deliver' | 'too_long' | Exclude<FileRefusal, 'empty'>

/**
 * Stores a result without delivering it: it is not shown until `deliverResult` names it. The type of a file is detected from its
 * content, as with documents. The sweep deletes results that are never delivered.
 *
 * @returns the id of the result
 * @throws StorageError when the file store is unavailable
 */
export async function prepareResult(
  deps: Pick<ConsultationsDeps, 'database' | 'storage' | 'cipher' | 'clock' | 'newId'>,
  { consultationId, text: given, file, source }: PreparedResult,
): Promise<Outcome<string, PrepareRefusal>> {
  const { database, storage, cipher, clock, newId } = deps
  const text = given?.replaceAll('\r\n', '\n').trim() || undefined
  if (!text && !file) return refuse('nothing_to_deliver')
  if (text && text.length > RESULT_TEXT_MAX) return refuse('too_long')
  const checked = file && checkFile(file.bytes)
  if (checked && !checked.ok) return refuse(checked.code === 'empty' ? 'wrong_content' : checked.code)
  const mediaType = checked?.value
  const isKnown = isUuid(consultationId) && (await findConsultationRow(database, consultationId))
  if (!isKnown) return refuse('not_found')

  const id = newId()
  const now = clock.now()
  const storageKey = file ? `results/${id}` : null
  const fileName = file && mediaType && documentName(file.name, mediaType)
  await insertResult(database, {
    id,
    consultationId,
    content: sealContent(cipher, id, { text, fileName }),
    storageKey,
    mediaType: mediaType ?? null,
    size: file?.bytes.length ?? null,
    storedAt: file ? null : now,
    source,
    createdAt: now,
  })
  if (!file || !storageKey) return ok(id)
  await putAndMark(storage, { key: storageKey, bytes: file.bytes }, () =>
    markResultStored(database, id, clock.now()),
  )
  return ok(id)
}

/** Deletes a prepared result that will not be delivered. */
export async function discardResult(
  { database, storage }: Pick<ConsultationsDeps, 'database' | 'storage'>,
  { id, storageKey }: { id: string; storageKey: string | null },
): Promise<void> {
  if (storageKey) await storage.delete(storageKey)
  await deletePrepared(database, id)
}
