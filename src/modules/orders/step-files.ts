import { before, HOUR } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/digest.ts'
import { readStored } from '../../platform/storage/stored-file.ts'
import { checkFile, documentName, type FileRefusal, type MediaType } from '../documents/public.ts'
import {
  deleteUnusedFile,
  fileOfAnother,
  findSharedFile,
  findStepFile,
  insertStepFile,
  type StepFileRow,
  selectUnusedFiles,
  takeStepFile,
} from './completions-store.server.ts'
import type { OrdersDeps } from './deps.ts'
import { orderExists } from './store.server.ts'

/** Hours after which an unused file is deleted. */
const unusedHours = 24
const filesAtOnce = 200

export type StepFileRefusal = 'not_found' | FileRefusal

/**
 * Stores a file as evidence of an order's step: a PDF or a picture according to its content, whatever its name. The caller
 * has checked that this operator may complete steps.
 *
 * @returns the file's id, for `completeStep`
 * @throws StorageError when the file store is unavailable
 */
export async function addStepFile(
  { database, storage, clock, newId }: Pick<OrdersDeps, 'database' | 'storage' | 'clock' | 'newId'>,
  { orderId, name, bytes, by }: { orderId: string; name: string; bytes: Uint8Array; by: string },
): Promise<Outcome<string, StepFileRefusal>> {
  if (!isUuid(orderId) || !(await orderExists(database, orderId))) return refuse('not_found')
  const checked = checkFile(bytes)
  if (!checked.ok) return checked
  const mediaType = checked.value
  const id = newId()
  const storageKey = `steps/${id}`
  // Inserts the row first, so that no file exists without a row, and files left by a crash are swept.
  await insertStepFile(database, {
    id,
    orderId,
    name: documentName(name, mediaType),
    mediaType,
    size: bytes.length,
    storageKey,
    sha256: sha256(bytes),
    addedBy: by,
    createdAt: clock.now(),
    usedAt: null,
  })
  await storage.put(storageKey, bytes)
  return ok(id)
}

/**
 * Marks a file of an order as used, once, as evidence for the caller's record. Returns false for an unknown or used file.
 */
export function takeFile(
  tx: Transaction,
  { fileId, orderId }: { fileId: string; orderId: string },
  { clock }: Pick<OrdersDeps, 'clock'>,
): Promise<boolean> {
  return takeStepFile(tx, { id: fileId, orderId, usedAt: clock.now() })
}

export interface OpenedFile {
  name: string
  mediaType: MediaType
  bytes: Uint8Array
}

/** The evidence of an order's step, for the team. */
export async function openStepFile(
  deps: Pick<OrdersDeps, 'database' | 'storage'>,
  { orderId, fileId }: { orderId: string; fileId: string },
): Promise<Outcome<OpenedFile, 'not_found'>> {
  const isId = isUuid(orderId) && isUuid(fileId)
  return opened(deps, isId ? await findStepFile(deps.database, { id: fileId, orderId }) : undefined)
}

/**
 * Evidence that the team shares, only for the order's customer. Another customer's file is refused like an unknown one.
 */
export async function openSharedFile(
  deps: Pick<OrdersDeps, 'database' | 'storage'>,
  { fileId, userId }: { fileId: string; userId: string },
): Promise<Outcome<OpenedFile, 'not_found'>> {
  return opened(
    deps,
    isUuid(fileId) ? await findSharedFile(deps.database, { id: fileId, userId }) : undefined,
  )
}

/**
 * Whether one of the ids is that of a file in another customer's order. Uses one query for unknown ids and for others'
 * alike.
 */
export function isFileOfAnother(
  { database }: Pick<OrdersDeps, 'database'>,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<boolean> {
  return fileOfAnother(database, { ids: ids.filter(isUuid), userId })
}

/** Deletes files that no completion uses. */
export async function deleteUnusedStepFiles({
  database,
  storage,
  clock,
}: Pick<OrdersDeps, 'database' | 'storage' | 'clock'>): Promise<void> {
  const unusedSince = before(clock.now(), unusedHours * HOUR)
  for (const { id, storageKey } of await selectUnusedFiles(database, {
    before: unusedSince,
    limit: filesAtOnce,
  })) {
    // A concurrent completion that uses the file blocks on the row, and then finds it deleted.
    await database.transaction(async (tx) => {
      if (await deleteUnusedFile(tx, id)) await storage.delete(storageKey)
    })
  }
}

async function opened(
  { storage }: Pick<OrdersDeps, 'storage'>,
  file: StepFileRow | undefined,
): Promise<Outcome<OpenedFile, 'not_found'>> {
  if (!file) return refuse('not_found')
  const bytes = await readStored(storage, file.storageKey)
  return ok({ name: file.name, mediaType: file.mediaType, bytes })
}
