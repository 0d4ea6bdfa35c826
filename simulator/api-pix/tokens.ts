import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { type HttpRequest, type HttpResponse, json, readObject } from '../http.ts'

const tokenSeconds = 300

/**
 * Issues tokens by OAuth2 client credentials (RFC 6749, section 4.4): id and secret by HTTP Basic, the grant as a form, or as
 * JSON, which some banks require.
 */
export function createTokens({
  clientId,
  clientSecret,
  clock,
}: {
  clientId: string
  clientSecret: string
  clock: Clock
}) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const expiries = new Map<string, number>()
  let granted = 0

  return {
    grant({ headers, body }: HttpRequest): HttpResponse {
      if (headers.authorization !== basic) return json(401, { error: 'invalid_client' })
      const form = headers['content-type']?.startsWith('application/json')
        ? new Map(Object.entries(readObject(body) ?? {}))
        : new URLSearchParams(body)
      if (form.get('grant_type') !== 'client_credentials')
        return json(400, { error: 'unsupported_grant_type' })
      const token = randomUUID()
      expiries.set(token, clock.now().getTime() + tokenSeconds * 1000)
      granted++
      return json(200, {
        access_token: token,
        token_type: 'Bearer',
        expires_in: tokenSeconds,
        scope: form.get('scope') ?? '',
      })
    },

    isValid({ headers }: HttpRequest): boolean {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
      return (expiries.get(token) ?? 0) > clock.now().getTime()
    },

    revoke: () => expiries.clear(),
    granted: () => granted,
  }
}
