import { createHash } from 'node:crypto'

/** Returns a short digest that distinguishes contents without containing them, for headers: 22 characters, base64url. */
export function fingerprint(content: string | Uint8Array): string {
  return sha256(content, 'base64url').slice(0, 22)
}

/** As in `platform/digest.ts`, which the web imports only as types. */
export function sha256(content: string | Uint8Array, encoding: 'base64' | 'base64url'): string {
  return createHash('sha256').update(content).digest(encoding)
}
