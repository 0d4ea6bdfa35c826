import type { BlobStore } from './blob-store.ts'

/**
 * Writes a file whose row is already inserted, then marks the row as stored: no file exists without a row, and a crash in between
 * leaves a row that the sweep deletes together with its file.
 *
 * @param markStored returns false when the sweep has deleted the row meanwhile
 * @throws Error in that case, after deleting the file; StorageError when the file store is unavailable
 */
export async function putAndMark(
  storage: Pick<BlobStore, 'put' | 'delete'>,
  { key, bytes }: { key: string; bytes: Uint8Array },
  markStored: () => Promise<boolean>,
): Promise<void> {
  await storage.put(key, bytes)
  if (await markStored()) return
  await storage.delete(key)
  throw new Error(`storing ${key} took longer than the sweep waits for unfinished files`)
}
