import { createHmac, timingSafeEqual } from 'node:crypto'

/** A cookie whose value this server signed, bound to the cookie's name. http-only, SameSite=Lax. */
export interface SignedCookie {
  readonly name: string
  /** A `Set-Cookie`. The value is what JSON can carry. */
  serialize(value: unknown, options?: { maxAge: number }): string
  /** The value in a `Cookie` header; null when it is not there or not signed by us. */
  parse(header: string | null): unknown
}

/** Signs on the spot: a short HMAC costs less than handing it to another thread, as Web Crypto does. */
export function signedCookie({
  name,
  secret,
  secure,
  maxAge,
  path = '/',
}: {
  name: string
  secret: string
  secure: boolean
  /** Seconds. */
  maxAge: number
  /** Where it is sent; the whole site unless said. */
  path?: string
}): SignedCookie {
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const sign = (payload: string) =>
    createHmac('sha256', secret).update(`cookie:${name}=${payload}`).digest('base64url')

  return {
    name,
    serialize(value, options) {
      const payload = value === '' ? '' : Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = payload === '' ? '' : `${payload}.${sign(payload)}`
      return `${name}=${signed}; Max-Age=${options?.maxAge ?? maxAge}; ${attributes}`
    },
    parse(header) {
      const pair = header?.split(/;\s*/).find((text) => text.startsWith(`${name}=`))
      const [payload = '', signature = ''] = pair?.slice(name.length + 1).split('.') ?? []
      const expected = Buffer.from(sign(payload))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      try {
        return JSON.parse(Buffer.from(payload, 'base64url').toString())
      } catch {
        return null
      }
    },
  }
}
