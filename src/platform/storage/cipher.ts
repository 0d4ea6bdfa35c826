import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { fingerprintOf } from '../signing.ts'
import { type BlindIndex, createBlindIndex } from './blind-index.ts'
import { StorageError } from './blob-store.ts'

/** Authenticated encryption bound to a name: bytes encrypted under one name cannot be decrypted under another. */
export interface Cipher {
  seal(name: string, plain: Uint8Array): Uint8Array
  /** @throws StorageError when the bytes were changed, truncated, moved to another name or encrypted with another key */
  open(name: string, sealed: Uint8Array): Uint8Array
  /** Checks whether the bytes state that they were encrypted with the key in use; those of earlier releases name no key. */
  isCurrent(sealed: Uint8Array): boolean
  /** Creates an index that finds encrypted values by the value, under a separate key for each purpose. */
  blindIndex(purpose: string): BlindIndex
}

/**
 * "RC" and the version of the layout: header (3) · salt (16) · nonce (12) · ciphertext · tag (16). The salt begins with the id of
 * the key; in data of earlier releases it is random there, and those releases read the id as part of the salt.
 */
const header = Buffer.from([0x52, 0x43, 1])
const saltBytes = 16
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const prefix = header.length + saltBytes + nonceBytes

/**
 * Creates the cipher: AES-256-GCM with a key derived for each value (HKDF-SHA-256 of the master key, a random salt, the name as
 * info); the header and the name are authenticated too.
 *
 * @param masterKey 32 bytes as hex
 * @param others keys that only decrypt: the previous key, or the next one
 */
export function createCipher(masterKey: string, others: readonly string[] = []): Cipher {
  const current = readKey(masterKey)
  const keys = [current, ...others.map(readKey)]

  return {
    seal(name, plain) {
      const salt = Buffer.concat([current.id, randomBytes(saltBytes - keyIdBytes)])
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, name, salt), nonce)
      cipher.setAAD(associated(name))
      return Buffer.concat([header, salt, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },

    open(name, given) {
      const sealed = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      if (sealed.length < prefix + tagBytes || !sealed.subarray(0, header.length).equals(header)) {
        throw new StorageError('a stored file or row is not in a known layout')
      }
      const salt = sealed.subarray(header.length, header.length + saltBytes)
      const nonce = sealed.subarray(header.length + saltBytes, prefix)
      // The key that it names is tried first. If it names none, or another key by coincidence, all keys are tried.
      const isNamed = ({ id }: Key) => id.equals(salt.subarray(0, keyIdBytes))
      for (const key of keys.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
        const decipher = createDecipheriv('aes-256-gcm', keyFor(key, name, salt), nonce)
        decipher.setAAD(associated(name))
        decipher.setAuthTag(sealed.subarray(-tagBytes))
        const plain = decipher.update(sealed.subarray(prefix, -tagBytes))
        try {
          return new Uint8Array(Buffer.concat([plain, decipher.final()]))
        } catch {
          // Encrypted with another key, or changed.
        }
      }
      throw new StorageError(
        'a stored file or row was changed, moved, or written under another encryption key',
      )
    },

    blindIndex: (purpose) => createBlindIndex(purpose, [masterKey, ...others]),

    isCurrent: (sealed) => current.id.equals(sealed.subarray(header.length, header.length + keyIdBytes)),
  }
}

/**
 * Encryption key. Node uses a `KeyObject` directly; for plain bytes it first throws and catches an error internally to detect
 * that they are not one.
 */
interface Key {
  master: KeyObject
  /** First bytes of its fingerprint. */
  id: Buffer
}

function readKey(hex: string): Key {
  const master = Buffer.from(hex, 'hex')
  if (master.length !== 32) throw new StorageError('the encryption key must have 32 bytes')
  return {
    master: createSecretKey(master),
    id: Buffer.from(fingerprintOf(hex.toLowerCase()), 'hex').subarray(0, keyIdBytes),
  }
}

function keyFor({ master }: Key, name: string, salt: Buffer): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', master, salt, `recomeco/${name}`, 32)))
}

/** Encrypts a JSON value. */
export function sealJson(cipher: Cipher, name: string, value: unknown): Uint8Array {
  return cipher.seal(name, Buffer.from(JSON.stringify(value), 'utf8'))
}

/** Decrypts a JSON value. Its type is not checked: it is the value that was encrypted under this name. */
export function openJson<T>(cipher: Cipher, name: string, sealed: Uint8Array): T {
  return JSON.parse(Buffer.from(cipher.open(name, sealed)).toString('utf8')) as T
}

function associated(name: string): Buffer {
  return Buffer.concat([header, Buffer.from(name, 'utf8')])
}
