import type { ProviderRefusal, ProviderRefusalCode } from '../../ports.ts'
import {
  type Answered,
  defaultTimeout,
  type Patience,
  refusalOf,
  unavailable,
  withRetries,
} from '../client.ts'

export interface ClientOptions extends Patience {
  /** Without a slash at the end. */
  baseUrl: string
  accessToken: string
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  /** With its query. */
  path: string
  body?: unknown
  idempotencyKey?: string
}

/** Calls of the provider's API. */
export function createClient({
  baseUrl,
  accessToken,
  timeout = defaultTimeout,
  ...patience
}: ClientOptions): (call: Call) => Promise<Answered> {
  return withRetries(async ({ method, path, body, idempotencyKey }: Call) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          Authorization: `Bearer ${accessToken}`,
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { 'X-Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      const text = await response.text()
      if (response.ok) return { ok: true, value: JSON.parse(text) }
      return withCause(refusalOf(response.status, response.headers.get('retry-after')), text)
    } catch (error) {
      return unavailable(error instanceof Error ? error.name : 'unknown')
    }
  }, patience)
}

/** Causes that say more than their status does. */
const causes: { readonly [code: string]: ProviderRefusalCode } = {
  2067: 'invalid_payer',
  4050: 'invalid_payer',
  13253: 'no_pix_key',
}

/** With the first cause's number: `{"cause":[{"code":2067}]}`. What else the answer says may name a person. */
function withCause(refusal: ProviderRefusal, text: string): ProviderRefusal {
  if (refusal.code !== 'refused' && refusal.code !== 'not_found') return refusal
  const cause = /"cause"\s*:\s*\[\s*\{[^}]*?"code"\s*:\s*"?(\d+)/.exec(text)?.[1]
  if (cause === undefined) return refusal
  return { ok: false, code: causes[cause] ?? refusal.code, detail: `${refusal.detail} cause ${cause}` }
}
