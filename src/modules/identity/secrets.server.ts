import { createHash, randomBytes } from 'node:crypto'
import { isSignedByUs, signatureOf } from '../../platform/signing.ts'

/** 256 random bits, for a session or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. A random token needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** 'value' → 'value.signature'. */
export function sign(value: string, secret: string): string {
  return `${value}.${signatureOf(meaning(value), secret)}`
}

/** The value, or undefined when the signature is not ours. */
export function unsign(signed: string, secret: string): string | undefined {
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const value = signed.slice(0, dot)
  return isSignedByUs(meaning(value), signed.slice(dot + 1), secret) ? value : undefined
}

function meaning(value: string): string {
  return `session:${value}`
}
