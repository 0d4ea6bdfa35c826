import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import { exchange } from '../../../../platform/http-client.ts'
import type { ProviderRefusal, ProviderRefusalCode } from '../../ports.ts'
import { type Answered, defaultTimeout, type RetryLimits, readAnswer, withRetries } from '../client.ts'

export interface ClientOptions extends RetryLimits {
  /** Without a trailing slash. */
  baseUrl: string
  accessToken: string
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  /** Path and query. */
  path: string
  body?: unknown
  idempotencyKey?: string
}

/** Client of the provider's API. */
export function createClient({
  baseUrl,
  accessToken,
  timeout = defaultTimeout,
  ...limits
}: ClientOptions): (call: Call) => Promise<Answered> {
  return withRetries(
    async ({ method, path, body, idempotencyKey }: Call) =>
      readAnswer(
        await exchange({
          method,
          url: baseUrl + path,
          headers: {
            authorization: `Bearer ${accessToken}`,
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
            // Without it a Pix refund in process is answered 400 when it is requested, and left out when it is looked up.
            'x-render-in-process-refunds': 'true',
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          timeout,
        }),
        withCause,
      ),
    limits,
  )
}

/** Error causes that are more specific than the HTTP status. */
const causes: { readonly [code: string]: ProviderRefusalCode } = {
  2067: 'invalid_payer',
  4050: 'invalid_payer',
  13253: 'no_pix_key',
}

const errorSchema = z.object({
  cause: z.tuple([z.object({ code: z.coerce.string().regex(/^\d{1,9}$/) })]).rest(z.unknown()),
})

/** Refines a refusal by its first cause, `{"cause":[{"code":2067}]}`. The rest of the body may contain personal data. */
function withCause(refusal: ProviderRefusal, text: string): ProviderRefusal {
  if (refusal.code !== 'refused' && refusal.code !== 'not_found') return refusal
  const error = errorSchema.safeParse(parseJson(text))
  if (!error.success) return refusal
  const [{ code }] = error.data.cause
  return { ok: false, code: causes[code] ?? refusal.code, detail: `${refusal.detail} cause ${code}` }
}
