import { cookieValue, setCookie } from '../../core/cookie.ts'
import { parseJson } from '../../core/json.ts'
import type { Signer } from '../../platform/signing.ts'

/** A cookie with a signed value; the signature covers the cookie's name. http-only, SameSite=Lax. */
export interface SignedCookie {
  readonly name: string
  /** A `Set-Cookie` header. The value must be JSON-serializable; '' leaves the cookie empty. */
  serialize(value: unknown, options?: { maxAge: number }): string
  /** The value in a `Cookie` header; null when it is absent or its signature is invalid. */
  parse(header: string | null): unknown
}

export function signedCookie({
  name,
  signer,
  secure,
  maxAge,
  path = '/',
}: {
  name: string
  signer: Signer
  secure: boolean
  /** Seconds. */
  maxAge: number
  /** `Path` attribute; the whole site by default. */
  path?: string
}): SignedCookie {
  const purpose = `cookie:${name}=`
  return {
    name,
    serialize(value, options) {
      const payload = value === '' ? '' : Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = payload === '' ? '' : signer.sign(purpose, payload)
      return setCookie({ name, value: signed, maxAge: options?.maxAge ?? maxAge, secure, path })
    },
    parse(header) {
      const payload = signer.unsign(purpose, cookieValue(header, name) ?? '')
      return payload === undefined ? null : parseJson(Buffer.from(payload, 'base64url').toString())
    },
  }
}
