import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { type Answer, type Call, json } from '../http.ts'

const tokenSeconds = 300

/** OAuth2 with client credentials (RFC 6749, section 4.4): the id and the secret as Basic, the grant as a form. */
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
  const ends = new Map<string, number>()
  let granted = 0

  return {
    grant({ headers, body }: Call): Answer {
      if (headers.authorization !== basic) return json(401, { error: 'invalid_client' })
      const form = new URLSearchParams(body)
      if (form.get('grant_type') !== 'client_credentials')
        return json(400, { error: 'unsupported_grant_type' })
      const token = randomUUID()
      ends.set(token, clock.now().getTime() + tokenSeconds * 1000)
      granted++
      return json(200, {
        access_token: token,
        token_type: 'Bearer',
        expires_in: tokenSeconds,
        scope: form.get('scope') ?? '',
      })
    },

    isGood({ headers }: Call): boolean {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
      return (ends.get(token) ?? 0) > clock.now().getTime()
    },

    revoke: () => ends.clear(),
    granted: () => granted,
  }
}
