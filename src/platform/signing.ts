import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Signs what travels through browsers and comes back: cookies and links. Holds the key, so that nobody else does. */
export interface Signer {
  /**
   * 'value' → 'value.signature'
   *
   * @param purpose what the signature is for, ending in a mark (`session:`, `consultation:`), so that it serves for nothing else
   */
  sign(purpose: string, value: string): string
  /** The value; undefined where the signature is not ours, or for another purpose. */
  unsign(purpose: string, signed: string): string | undefined
  /** A digest of a text that nobody without the key can compute. */
  digest(text: string): string
}

/** HMAC-SHA-256, base64url. Signs on the spot: that costs less than Web Crypto's hand-over to another thread. */
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

/** Whether two texts are the same, in a time that says neither where they differ nor how long the expected one is. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
