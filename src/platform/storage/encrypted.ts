import { type BlobStore, bytesOf, checkedKey } from './blob-store.ts'
import { createCipher } from './cipher.ts'

/**
 * Encrypts the files of another store, each with its own key. Bytes that were moved to another name, truncated or changed
 * are an error.
 *
 * @param masterKey 32 bytes as hex
 */
export function encrypted(store: BlobStore, masterKey: string): BlobStore {
  const cipher = createCipher(masterKey)
  const nameOf = (key: string) => `blob/v1/${checkedKey(key)}`
  return {
    async put(key, body) {
      await store.put(key, cipher.seal(nameOf(key), await bytesOf(body)))
    },

    async get(key) {
      const name = nameOf(key)
      const stored = await store.get(key)
      return stored && cipher.open(name, stored)
    },

    delete: (key) => store.delete(checkedKey(key)),
    list: async (folder) => store.list(checkedKey(folder)),
  }
}
