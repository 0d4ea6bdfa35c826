import { type BlobStore, bytesOf } from '../../src/platform/storage/blob-store.ts'

/** Creates an in-memory file store. */
export function memoryStore(): BlobStore & { keys(): string[] } {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (key, body) => void files.set(key, await bytesOf(body)),
    get: async (key) => files.get(key),
    delete: async (key) => void files.delete(key),
    list: async (folder) =>
      [...files.keys()]
        .filter((key) => key.startsWith(`${folder}/`))
        .map((key) => key.slice(folder.length + 1)),
    keys: () => [...files.keys()],
  }
}
