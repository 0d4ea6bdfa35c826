import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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
  return `${value}.${signature(value, secret)}`
}

/** The value, or undefined when the signature is not ours. Takes the same time wherever they differ. */
export function unsign(signed: string, secret: string): string | undefined {
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1))
  const expected = Buffer.from(signature(value, secret))
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}

function signature(value: string, secret: string): string {
  return createHmac('sha256', secret).update(`session:${value}`).digest('base64url')
}
