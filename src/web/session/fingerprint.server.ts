import { createHash } from 'node:crypto'

/** Returns a short digest that distinguishes contents without containing them, for headers: 22 characters, base64url. */
export function fingerprint(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
