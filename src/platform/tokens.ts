import { randomBytes } from 'node:crypto'
import { sha256 } from './digest.ts'

/** Generates 256 random bits, for a session or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the digest of a token, as it is stored. A random token needs neither salt nor a slow hash. */
export function hashToken(token: string): string {
  return sha256(token, 'base64url')
}
