import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Our signature of a text: HMAC-SHA-256, base64url.
 *
 * @param text begins with what it is for (`session:…`, `consultation:…`), so that no signature serves for another thing
 */
export function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Whether a signature is ours for the text. Takes the same time wherever they differ. */
export function isSignedByUs(text: string, signature: string, secret: string): boolean {
  return isSameSecret(signature, signatureOf(text, secret))
}

/** Whether two texts are the same, in a time that says neither where they differ nor how long the expected one is. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
