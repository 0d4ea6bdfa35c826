import { type BlobStore, bytesOf, checkedKey } from './blob-store.ts'
import { type Cipher, createCipher } from './cipher.ts'

/**
 * Encrypts the files of another store, each with its own key. Bytes that were moved to another name, truncated or changed cause
 * an error.
 *
 * @param keys 32 bytes as hex, or the cipher of several keys
 */
export function encrypted(store: BlobStore, keys: string | Cipher): BlobStore {
  const cipher = typeof keys === 'string' ? createCipher(keys) : keys
  const nameOf = blobName
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

/** Returns the name under which a file is encrypted. */
export function blobName(key: string): string {
  return `blob/v1/${checkedKey(key)}`
}
