import type { BlobStore } from './blob-store.ts'

/** Error of a file that a row names and that cannot be read: it is missing or damaged, or its store does not answer. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
  readonly file: string
  /** The store answered that it has no such file. */
  readonly isMissing: boolean

  constructor(file: string, cause?: unknown) {
    const reason = cause instanceof Error ? `cannot be read: ${cause.message}` : 'cannot be read'
    super(`the file ${file} ${cause === undefined ? 'is missing' : reason}`, { cause })
    this.file = file
    this.isMissing = cause === undefined
  }
}

/** Returns the bytes of a file that a row names. @throws UnreadableFileError */
export async function readStored(storage: Pick<BlobStore, 'get'>, file: string): Promise<Uint8Array> {
  const bytes = await storage.get(file).catch((error: unknown) => {
    throw new UnreadableFileError(file, error)
  })
  if (!bytes) throw new UnreadableFileError(file)
  return bytes
}

/** Returns the error of an unreadable file by which a request failed, if it did. */
export function unreadableFileOf(
  error: unknown,
): Pick<UnreadableFileError, 'file' | 'isMissing'> | undefined {
  return error instanceof UnreadableFileError ? error : undefined
}
