import { type BlobStore, bytesOf, checkedKey } from './blob-store.ts'
import { createCipher } from './cipher.ts'

/**
 * Encrypts what another store keeps, each file under its own key. Bytes moved to another name, cut or changed are an
 * error, never content.
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
  }
}
