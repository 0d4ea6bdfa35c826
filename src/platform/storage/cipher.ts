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

/** Authenticated encryption bound to a name: bytes sealed under one name do not open under another. */
export interface Cipher {
  seal(name: string, plain: Uint8Array): Uint8Array
  /** @throws StorageError when the bytes were changed, truncated, moved to another name or sealed under another key */
  open(name: string, sealed: Uint8Array): Uint8Array
  /** Whether bytes say that they were sealed with the key in use; those of earlier releases say of no key. */
  isCurrent(sealed: Uint8Array): boolean
  /** Finds sealed values by the value, under a key of its own for each purpose. */
  blindIndex(purpose: string): BlindIndex
}

/**
 * "RC" and the version of the layout: header (3) · salt (16) · nonce (12) · ciphertext · tag (16). The salt begins with the id of
 * the key; in what earlier releases sealed it is random there, and they read it so.
 */
const header = Buffer.from([0x52, 0x43, 1])
const saltBytes = 16
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const prefix = header.length + saltBytes + nonceBytes

/**
 * AES-256-GCM with a key derived for each value (HKDF-SHA-256 of the master key, a random salt, the name as info); the
 * header and the name are authenticated too.
 *
 * @param masterKey 32 bytes as hex
 * @param others open what they sealed and seal nothing: the key of before, or the one to come
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
      // The key that it names first; what names none, or one that is like it by chance, is tried with all.
      const isNamed = ({ id }: Key) => id.equals(salt.subarray(0, keyIdBytes))
      for (const key of keys.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
        const decipher = createDecipheriv('aes-256-gcm', keyFor(key, name, salt), nonce)
        decipher.setAAD(associated(name))
        decipher.setAuthTag(sealed.subarray(-tagBytes))
        const plain = decipher.update(sealed.subarray(prefix, -tagBytes))
        try {
          return new Uint8Array(Buffer.concat([plain, decipher.final()]))
        } catch {
          // Another key, or none.
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

/** Node takes a `KeyObject` as it is; whether bytes are one it finds out by an error that it throws and catches. */
interface Key {
  master: KeyObject
  /** The beginning of its fingerprint. */
  id: Buffer
}

function readKey(hex: string): Key {
  const master = Buffer.from(hex, 'hex')
  if (master.length !== 32) throw new StorageError('the encryption key must have 32 bytes')
  return {
    master: createSecretKey(master),
    id: Buffer.from(fingerprintOf(hex), 'hex').subarray(0, keyIdBytes),
  }
}

function keyFor({ master }: Key, name: string, salt: Buffer): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', master, salt, `recomeco/${name}`, 32)))
}

/** Seals a JSON value. */
export function sealJson(cipher: Cipher, name: string, value: unknown): Uint8Array {
  return cipher.seal(name, Buffer.from(JSON.stringify(value), 'utf8'))
}

/** Opens a sealed JSON value. Its type is not checked: it is the one sealed under this name. */
export function openJson<T>(cipher: Cipher, name: string, sealed: Uint8Array): T {
  return JSON.parse(Buffer.from(cipher.open(name, sealed)).toString('utf8')) as T
}

function associated(name: string): Buffer {
  return Buffer.concat([header, Buffer.from(name, 'utf8')])
}
