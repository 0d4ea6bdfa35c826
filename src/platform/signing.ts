import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Signs values that pass through browsers: cookies and links. Encapsulates the key. */
export interface Signer {
  /**
   * 'value' → 'value.signature'
   *
   * @param purpose prefix that separates uses (`session:`, `consultation:`): a signature is valid for one purpose only
   */
  sign(purpose: string, value: string): string
  /** The value; undefined when the signature is invalid or for another purpose. */
  unsign(purpose: string, signed: string): string | undefined
  /** A keyed digest of a text. */
  digest(text: string): string
}

/** HMAC-SHA-256, base64url. Synchronous: cheaper than Web Crypto, which uses another thread. */
export function createSigner(secret: string): Signer {
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    digest,
    sign: (purpose, value) => `${value}.${digest(purpose + value)}`,
    unsign(purpose, signed) {
      const dot = signed.lastIndexOf('.')
      if (dot < 1) return undefined
      const value = signed.slice(0, dot)
      return isSameSecret(signed.slice(dot + 1), digest(purpose + value)) ? value : undefined
    },
  }
}

/** Compares two texts in constant time; reveals neither where they differ nor the length of the expected one. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Tells two secrets apart and says nothing of either: they are long and random. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(`recomeco/fingerprint/${secret}`).digest('hex').slice(0, 16)
}
