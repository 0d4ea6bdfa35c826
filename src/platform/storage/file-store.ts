import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { checkedKey, isBlobKey, type ListedStore, untilRewritten } from './blob-store.ts'

/**
 * Stores files in a local folder, readable by this user only. Writes are atomic and durable: to a temporary file, synced, then
 * renamed.
 *
 * @param durable false omits the sync, for files that may be lost in a power failure but not when the process ends
 */
export function fileStore(folder: string, { durable = true } = {}): ListedStore {
  const pathOf = (key: string) => join(folder, ...checkedKey(key).split('/'))
  const get = async (key: string) => {
    try {
      return new Uint8Array(await readFile(pathOf(key)))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
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

    get,

    async delete(key) {
      const path = pathOf(key)
      // A rewrite that began before the first removal ends at the second, or is undone by the third.
      for (const each of [path, rewritten(path), path]) await remove(each)
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

    async *keys() {
      for await (const name of filesIn(folder)) if (isBlobKey(name)) yield name
    },

    async rewrite(key, change) {
      const path = pathOf(key)
      return untilRewritten(async () => {
        const before = await get(key)
        const after = before && (await change(before))
        if (!before || !after) return false
        const unfinished = rewritten(path)
        await remove(unfinished)
        try {
          const file = await openNew(unfinished)
          try {
            await file.writeFile(after)
            if (durable) await file.sync()
          } finally {
            await file.close()
          }
          // Read again now that `delete` finds the unfinished file.
          const now = await get(key)
          if (!now || Buffer.compare(now, before) !== 0) {
            await remove(unfinished)
            return undefined
          }
          await rename(unfinished, path)
        } catch (error) {
          if (isMissing(error)) return undefined
          await remove(unfinished)
          throw error
        }
        if (durable) await syncFolder(dirname(path))
        return true
      })
    },
  }
}

/**
 * Deletes the unfinished files that killed processes left in the folder of a store, and that no key names. A write takes minutes at
 * most, so one that was not touched for a day belongs to no process that runs.
 *
 * @returns the number of files
 */
export async function deleteUnfinished(folder: string, before: Date): Promise<number> {
  let deleted = 0
  for await (const entry of filesIn(folder)) {
    if (!unfinishedName.test(entry)) continue
    const path = join(folder, entry)
    const touched = await stat(path).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (!touched || touched.mtime >= before) continue
    await remove(path)
    deleted += 1
  }
  return deleted
}

/** The names that `put` and `rewrite` give to unfinished files. */
const unfinishedName = /\.(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|rewritten)~$/

/** The file in which new bytes wait until they replace those of a path. */
function rewritten(path: string): string {
  return `${path}.rewritten~`
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error) => {
    if (!isMissing(error)) throw error
  })
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

/** Lists files folder by folder, because there may be a very large number of them. */
async function* filesIn(folder: string, within = ''): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const name = within + entry.name
    if (entry.isDirectory()) yield* filesIn(join(folder, entry.name), `${name}/`)
    else if (entry.isFile()) yield name
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
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
