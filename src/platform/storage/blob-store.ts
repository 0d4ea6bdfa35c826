/**
 * Where files live. Keys are paths of our own making, such as `documents/<uuid>`: see `isBlobKey`. Whole files in
 * memory are fine here: the largest upload the product takes is bounded.
 */
export interface BlobStore {
  /** Writes all of it or nothing; a second write under the same key replaces the first. */
  put(key: string, body: BlobBody): Promise<void>
  /** The bytes, or undefined where nothing is stored under the key. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Nothing stored is no error. */
  delete(key: string): Promise<void>
}

export type BlobBody = Uint8Array | AsyncIterable<Uint8Array>

/** Something a store could not do now: the disk is full, the service does not answer, the bytes are not ours. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** Parts of letters, digits, `-`, `_` and inner dots, divided by single slashes: nothing that climbs out of a folder. */
export function isBlobKey(key: string): boolean {
  return key.length <= 200 && /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/.test(key)
}

/** @throws when the key is not one of ours: a bug, never a person's mistake */
export function checkedKey(key: string): string {
  if (!isBlobKey(key)) throw new StorageError('not a key of a stored file')
  return key
}

export async function bytesOf(body: BlobBody): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
