import { blobJournal } from '../../src/modules/notifications/adapters/blob-journal.ts'
import type { MessageJournal } from '../../src/modules/notifications/index.server.ts'
import type { BlobStore } from '../../src/platform/storage/blob-store.ts'
import { bytesOf } from '../../src/platform/storage/blob-store.ts'

/** The journal of messages over files in memory. */
export function memoryJournal(): MessageJournal {
  const files = new Map<string, Uint8Array>()
  const store: BlobStore = {
    put: async (key, body) => void files.set(key, await bytesOf(body)),
    get: async (key) => files.get(key),
    delete: async (key) => void files.delete(key),
    list: async (folder) =>
      [...files.keys()]
        .filter((key) => key.startsWith(`${folder}/`))
        .map((key) => key.slice(folder.length + 1)),
  }
  return blobJournal(store)
}
