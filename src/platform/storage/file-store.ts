import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey, isBlobKey, type ListedStore } from './blob-store.ts'

/**
 * Stores files in a local folder, readable by this user only. Writes are atomic and durable: to a temporary file, synced, then
 * renamed.
 *
 * @param durable false omits the sync, for files that may be lost in a power failure but not when the process ends
 */
export function fileStore(folder: string, { durable = true } = {}): ListedStore {
  const pathOf = (key: string) => join(folder, ...checkedKey(key).split('/'))
  return {
    async put(key, body) {
      const path = pathOf(key)
      const unfinished = `${path}.${randomUUID()}~`
      try {
        const file = await openNew(unfinished)
        try {
          for await (const chunk of body instanceof Uint8Array ? [body] : body) await file.writeFile(chunk)
          if (durable) await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
        if (durable) await syncFolder(dirname(path))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async get(key) {
      try {
        return new Uint8Array(await readFile(pathOf(key)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true }).catch((error) => {
        if (!isMissing(error)) throw error
      })
    },

    async list(within) {
      try {
        const entries = await readdir(pathOf(within), { withFileTypes: true })
        return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('~')).map(({ name }) => name)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },

    keys: () => keysIn(folder),
  }
}

/** Opens a new file. Creates the folder only if it is missing, which is rare. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (!isMissing(error)) throw error
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return open(path, 'wx', 0o600)
  }
}

/** Lists keys folder by folder, because there may be a very large number of files. */
async function* keysIn(folder: string, within = ''): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const key = within + entry.name
    if (entry.isDirectory()) yield* keysIn(join(folder, entry.name), `${key}/`)
    else if (entry.isFile() && isBlobKey(key)) yield key
  }
}

/** Makes the rename durable. Windows cannot open folders and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
