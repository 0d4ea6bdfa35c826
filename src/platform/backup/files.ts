import type { BlobStore, ListedStore } from '../storage/blob-store.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

/**
 * Copies every file as it is stored, which is encrypted. A file that is deleted during the copy is skipped.
 *
 * @throws BackupError when the files cannot be listed, or one of them cannot be read
 */
export async function copyFiles(from: ListedStore, to: BlobStore): Promise<Manifest['files']> {
  const copied = { count: 0, bytes: 0 }
  for await (const key of keysOf(from)) {
    const bytes = await from.get(key).catch(unreadable)
    if (!bytes) continue
    await to.put(key, bytes)
    copied.count += 1
    copied.bytes += bytes.length
  }
  return copied
}

async function* keysOf(store: ListedStore): AsyncGenerator<string> {
  try {
    yield* store.keys()
  } catch (error) {
    unreadable(error)
  }
}

function unreadable(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new BackupError(`Os arquivos da loja não puderam ser lidos, e a cópia não foi feita: ${reason}.`)
}

/**
 * Restores the files that are missing. Existing files are kept: they are as old as the copy or newer, and the journal of sent
 * messages among them shows what the restored database is missing. A file that cannot be opened is left out, so that it is
 * reported as missing, and another copy can bring it back.
 */
export async function bringBackFiles(
  copy: ListedStore,
  { opened, to }: { opened: BlobStore; to: BlobStore },
): Promise<{ added: number; kept: number; bad: string[] }> {
  const result = { added: 0, kept: 0, bad: [] as string[] }
  for await (const key of copy.keys()) {
    if (await to.get(key)) {
      result.kept += 1
      continue
    }
    try {
      await opened.get(key)
    } catch {
      result.bad.push(key)
      continue
    }
    const bytes = await copy.get(key)
    if (bytes) await to.put(key, bytes)
    result.added += 1
  }
  return result
}

/** Opens every file of a copy. @returns the number of files, and the keys of those that cannot be opened */
export async function openEachFile(
  copy: ListedStore,
  opened: BlobStore,
): Promise<{ count: number; bad: string[] }> {
  const result = { count: 0, bad: [] as string[] }
  for await (const key of copy.keys()) {
    result.count += 1
    await opened.get(key).catch(() => result.bad.push(key))
  }
  return result
}
