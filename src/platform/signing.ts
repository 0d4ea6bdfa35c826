import { createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { hmacSha256, sha256 } from './digest.ts'

/** Signer of values that pass through browsers: cookies and links. Encapsulates the key. */
export interface Signer {
  /**
   * Signs a value: 'value' → 'value.signature'
   *
   * @param purpose prefix that separates uses (`session:`, `consultation:`): a signature is valid for one purpose only
   */
  sign(purpose: string, value: string): string
  /** Returns the value; undefined when the signature is invalid or for another purpose. */
  unsign(purpose: string, signed: string): string | undefined
  /** Returns a keyed digest of a text. */
  digest(text: string): string
  /** Returns that digest, and those with the other secrets, to compare with a stored or received one. */
  digests(text: string): string[]
}

/**
 * Creates a signer: HMAC-SHA-256, base64url. Synchronous, which is cheaper than Web Crypto, which uses another thread.
 *
 * @param others secrets that are accepted but do not sign: the previous secret, or the next one
 */
export function createSigner(secret: string, others: readonly string[] = []): Signer {
  const [key, otherKeys] = [keyOf(secret), others.map(keyOf)]
  const digestBy = (key: KeyObject, text: string) => hmacSha256(key, text, 'base64url')
  const digest = (text: string) => digestBy(key, text)
  const digests = (text: string) => [key, ...otherKeys].map((one) => digestBy(one, text))
  return {
    digest,
    digests,
    sign: (purpose, value) => `${value}.${digest(purpose + value)}`,
    unsign(purpose, signed) {
      const dot = signed.lastIndexOf('.')
      if (dot < 1) return undefined
      const value = signed.slice(0, dot)
      const signature = signed.slice(dot + 1)
      return digests(purpose + value).some((own) => isSameSecret(signature, own)) ? value : undefined
    },
  }
}

const keyOf = (secret: string) => createSecretKey(secret, 'utf8')

/** Compares two texts in constant time; reveals neither where they differ nor the length of the expected one. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given), digest(expected))
}

/** Returns a fingerprint that distinguishes two secrets without revealing them: they are long and random. */
export function fingerprintOf(secret: string): string {
  return sha256(`recomeco/fingerprint/${secret}`).slice(0, 16)
}
