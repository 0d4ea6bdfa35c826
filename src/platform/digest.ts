import { type BinaryToTextEncoding, createHash } from 'node:crypto'

/** Returns the SHA-256 of bytes, or of a text in UTF-8, by default hexadecimal. */
export function sha256(content: string | Uint8Array, encoding: BinaryToTextEncoding = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding)
}
