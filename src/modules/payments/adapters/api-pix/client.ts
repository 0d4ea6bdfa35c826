import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import { plainValueOf } from '../../../../core/lossless-json.ts'
import { exchange, type OutgoingRequest } from '../../../../platform/http-client.ts'
import type { ProviderRefusal } from '../../ports.ts'
import {
  type Answered,
  defaultTimeout,
  type RetryLimits,
  readAnswer,
  unauthorised,
  unavailable,
  withRetries,
} from '../client.ts'

export interface ClientOptions extends RetryLimits {
  /** Including the version, without a trailing slash: 'https://pix.banco.com.br/api/v2'. */
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** Our client certificate, by which the bank identifies us. */
  tls?: OutgoingRequest['tls']
}

export interface Call {
  method: 'GET' | 'PUT' | 'PATCH'
  /** Path and query. */
  path: string
  body?: unknown
}

const scope = 'cob.read cob.write cobv.read cobv.write pix.read pix.write webhook.read webhook.write'
/** A token is renewed this many milliseconds before it expires, because it could expire in transit. */
const renewalMargin = 30_000

/** Client of a bank's API Pix: mTLS, OAuth2 client credentials; a rejected token is renewed once. */
export function createClient({
  baseUrl,
  tokenUrl,
  clientId,
  clientSecret,
  tls,
  timeout = defaultTimeout,
  ...limits
}: ClientOptions): (call: Call) => Promise<Answered> {
  const { elapsed = () => performance.now() } = limits
  let cached: { token: string; until: number } | undefined
  let requested: Promise<string | ProviderRefusal> | undefined

  return withRetries(async ({ method, path, body }: Call) => {
    let refused: string | undefined
    for (;;) {
      const token = await bearer(refused)
      if (typeof token !== 'string') return token
      const answer = await exchange({
        method,
        url: baseUrl + path,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: body === undefined ? '' : JSON.stringify(body),
        timeout,
        tls,
      })
      const isTokenRefused = answer.answered && answer.status === 401
      if (!isTokenRefused || refused !== undefined) return readAnswer(answer, withProblem)
      refused = token
    }
  }, limits)

  /**
   * Returns a token other than the one that the bank refused. Calls at the same time share one request: banks limit how many tokens they
   * grant a minute, and some accept only the latest.
   */
  function bearer(refused: string | undefined): Promise<string | ProviderRefusal> | string {
    if (cached && cached.token !== refused && cached.until > elapsed()) return cached.token
    requested ??= requestToken().finally(() => {
      requested = undefined
    })
    return requested
  }

  async function requestToken(): Promise<string | ProviderRefusal> {
    const requestedAt = elapsed()
    const granted = await exchange({
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: String(new URLSearchParams({ grant_type: 'client_credentials', scope })),
      timeout,
      tls,
    })
    const answer = readAnswer(granted, withProblem)
    if (!answer.ok) {
      const isForNow = answer.code === 'unavailable' || answer.code === 'rate_limited'
      // Whatever refuses a token says nothing about a charge.
      return isForNow
        ? { ...answer, detail: `token ${answer.detail ?? ''}`.trim() }
        : unauthorised(`token ${answer.detail}`)
    }
    const parsed = tokenSchema.safeParse(answer.json && plainValueOf(answer.json))
    if (!parsed.success) return unavailable('unreadable token')
    const { access_token, expires_in } = parsed.data
    cached = { token: access_token, until: requestedAt + expires_in * 1000 - renewalMargin }
    return access_token
  }
}

const tokenSchema = z.object({
  // It is sent in a header (RFC 6749, A.12): another character would make each call fail until the token expires.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  // Some banks send it as text. A token that is refused before that time is renewed.
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .catch(300),
})

const problemSchema = z.object({
  type: z.string().default(''),
  // Not an array of objects: a malicious one with a hundred thousand items would be validated completely.
  violacoes: z.array(z.unknown()).default([]),
})
const violationSchema = z.object({ propriedade: z.string() })
const maxViolations = 20

/** Refines a refusal by its RFC 7807 problem: error type and invalid properties, never values, which may be personal data. */
function withProblem(refusal: ProviderRefusal, text: string): ProviderRefusal {
  const problem = problemSchema.safeParse(parseJson(text))
  if (!problem.success || refusal.code !== 'refused') return refusal
  const properties = problem.data.violacoes
    .slice(0, maxViolations)
    .flatMap((violation) => violationSchema.safeParse(violation).data?.propriedade.slice(0, 100) ?? [])
  const facts = [refusal.detail, problem.data.type.split('/').at(-1), ...properties]
  const detail = facts.filter(Boolean).join(' ').slice(0, 200)
  if (properties.some((name) => /(^|\.)devedor(\.|$)/.test(name))) {
    return { ok: false, code: 'invalid_payer', detail }
  }
  if (properties.some((name) => /(^|\.)chave$/.test(name))) return { ok: false, code: 'no_pix_key', detail }
  return { ok: false, code: 'refused', detail }
}
