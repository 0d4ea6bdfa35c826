import { type BinaryToTextEncoding, createHash, createHmac, type KeyObject } from 'node:crypto'

/** Returns the SHA-256 of bytes, or of a text in UTF-8, by default hexadecimal. */
export function sha256(content: string | Uint8Array, encoding: BinaryToTextEncoding = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding)
}

/** Returns the HMAC-SHA-256 of bytes, or of a text in UTF-8. */
export function hmacSha256(
  key: string | Uint8Array | KeyObject,
  content: string | Uint8Array,
  encoding: BinaryToTextEncoding,
): string {
  return createHmac('sha256', key).update(content).digest(encoding)
}
