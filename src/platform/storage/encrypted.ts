import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type BlobStore, bytesOf, checkedKey, StorageError } from './blob-store.ts'

/** "RC" and the version of the layout: header (3) · salt (16) · nonce (12) · ciphertext · tag (16). */
const header = Buffer.from([0x52, 0x43, 1])
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16
const prefix = header.length + saltBytes + nonceBytes

/**
 * Encrypts what another store keeps: AES-256-GCM under a key of this object's own (HKDF-SHA-256 of the master key,
 * with a random salt and the object's key as info), authenticated together with its header and name. Bytes moved
 * to another name, cut or changed are an error, never content.
 *
 * @param masterKey 32 bytes as hex
 */
export function encrypted(store: BlobStore, masterKey: string): BlobStore {
  const master = Buffer.from(masterKey, 'hex')
  if (master.length !== 32) throw new StorageError('the encryption key must have 32 bytes')

  return {
    async put(key, body) {
      const plain = await bytesOf(body)
      const salt = randomBytes(saltBytes)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(master, salt, checkedKey(key)), nonce)
      cipher.setAAD(associated(key))
      await store.put(
        key,
        Buffer.concat([header, salt, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
      )
    },

    async get(key) {
      const stored = await store.get(checkedKey(key))
      return stored && opened(Buffer.from(stored), key, master)
    },

    delete: (key) => store.delete(checkedKey(key)),
  }
}

function opened(stored: Buffer, key: string, master: Buffer): Uint8Array {
  if (stored.length < prefix + tagBytes || !stored.subarray(0, header.length).equals(header)) {
    throw new StorageError('a stored file is not in a known layout')
  }
  const salt = stored.subarray(header.length, header.length + saltBytes)
  const nonce = stored.subarray(header.length + saltBytes, prefix)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(master, salt, key), nonce)
  decipher.setAAD(associated(key))
  decipher.setAuthTag(stored.subarray(-tagBytes))
  try {
    return new Uint8Array(
      Buffer.concat([decipher.update(stored.subarray(prefix, -tagBytes)), decipher.final()]),
    )
  } catch {
    throw new StorageError('a stored file was changed, moved, or written under another encryption key')
  }
}

function keyOf(master: Buffer, salt: Buffer, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, salt, `recomeco/blob/v1/${key}`, 32))
}

function associated(key: string): Buffer {
  return Buffer.concat([header, Buffer.from(key, 'utf8')])
}
