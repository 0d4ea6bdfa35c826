import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import { exchange, type OutgoingRequest } from '../../../../platform/http-client.ts'
import type { ProviderRefusal } from '../../ports.ts'
import {
  type Answered,
  defaultTimeout,
  type RetryLimits,
  readAnswer,
  unavailable,
  withRetries,
} from '../client.ts'

export interface ClientOptions extends RetryLimits {
  /** Up to the version, without a slash at the end: 'https://pix.banco.com.br/api/v2'. */
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** The certificate is what the bank knows us by. */
  tls?: OutgoingRequest['tls']
}

export interface Call {
  method: 'GET' | 'PUT' | 'PATCH'
  /** With its query. */
  path: string
  body?: unknown
}

const scope = 'cob.read cob.write cobv.read cobv.write pix.read pix.write webhook.read webhook.write'
/** A token is not used in its last moments, in milliseconds: it would be over on arrival. */
const margin = 30_000

/** Calls of a bank's API Pix: over mTLS, with a token by client credentials, asked anew once where one is not taken. */
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
  let kept: { token: string; until: number } | undefined

  return withRetries(async ({ method, path, body }: Call) => {
    for (let attempt = 1; ; attempt++) {
      const token = await bearer()
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
      if (!isTokenRefused || attempt > 1) return readAnswer(answer, withProblem)
      kept = undefined
    }
  }, limits)

  async function bearer(): Promise<string | ProviderRefusal> {
    if (kept && kept.until > elapsed()) return kept.token
    const asked = elapsed()
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
    if (!answer.ok) return { ...answer, detail: `token ${answer.detail}` }
    const parsed = tokenSchema.safeParse(answer.value)
    if (!parsed.success) return unavailable('unreadable token')
    const { access_token, expires_in } = parsed.data
    kept = { token: access_token, until: asked + expires_in * 1000 - margin }
    return access_token
  }
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().default(300) })

const problemSchema = z.object({
  type: z.string().default(''),
  violacoes: z.array(z.object({ propriedade: z.string().default('') })).default([]),
})

/** What RFC 7807 tells: the kind of error and the properties at fault, never their values, which may name a person. */
function withProblem(refusal: ProviderRefusal, text: string): ProviderRefusal {
  const problem = problemSchema.safeParse(parseJson(text))
  if (!problem.success || refusal.code !== 'refused') return refusal
  const properties = problem.data.violacoes.map(({ propriedade }) => propriedade)
  const told = [refusal.detail, problem.data.type.split('/').at(-1), ...properties]
  const detail = told.filter(Boolean).join(' ').slice(0, 200)
  if (properties.some((name) => /(^|\.)devedor(\.|$)/.test(name))) {
    return { ok: false, code: 'invalid_payer', detail }
  }
  if (properties.some((name) => /(^|\.)chave$/.test(name))) return { ok: false, code: 'no_pix_key', detail }
  return { ok: false, code: 'refused', detail }
}
