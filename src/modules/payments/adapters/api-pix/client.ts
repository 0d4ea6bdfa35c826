import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { z } from 'zod'
import type { ProviderRefusal } from '../../ports.ts'
import {
  type Answered,
  defaultTimeout,
  type Patience,
  refusalOf,
  unavailable,
  withRetries,
} from '../client.ts'

export interface ClientOptions extends Patience {
  /** Up to the version, without a slash at the end: 'https://pix.banco.com.br/api/v2'. */
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** PEM texts. The certificate is what the bank knows us by; without `ca`, its own is one everybody trusts. */
  tls?: { cert: string; key: string; ca?: string | undefined }
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
  ...patience
}: ClientOptions): (call: Call) => Promise<Answered> {
  const { elapsed = () => performance.now() } = patience
  let kept: { token: string; until: number } | undefined

  return withRetries(async ({ method, path, body }: Call) => {
    for (let attempt = 1; ; attempt++) {
      const token = await bearer()
      if (typeof token !== 'string') return token
      const answer = await exchange(baseUrl + path, method, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? '' : JSON.stringify(body),
      })
      if (answer.status !== 401 || attempt > 1) return read(answer)
      kept = undefined
    }
  }, patience)

  async function bearer(): Promise<string | ProviderRefusal> {
    if (kept && kept.until > elapsed()) return kept.token
    const asked = elapsed()
    const answer = read(
      await exchange(tokenUrl, 'POST', {
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: String(new URLSearchParams({ grant_type: 'client_credentials', scope })),
      }),
    )
    if (!answer.ok) return { ...answer, detail: `token ${answer.detail}` }
    const granted = tokenSchema.safeParse(answer.value)
    if (!granted.success) return unavailable('unreadable token')
    const { access_token, expires_in } = granted.data
    kept = { token: access_token, until: asked + expires_in * 1000 - margin }
    return access_token
  }

  /** `fetch` cannot show a certificate of ours; `node:https` can. Redirects are not followed. */
  function exchange(
    url: string,
    method: string,
    { headers, body }: { headers: Record<string, string>; body: string },
  ): Promise<Exchanged> {
    return new Promise((resolve) => {
      const fail = (error: Error) =>
        resolve({ status: 0, headers: {}, text: 'code' in error ? String(error.code) : error.name })
      const open = url.startsWith('https:') ? httpsRequest : httpRequest
      const signal = AbortSignal.timeout(timeout)
      const call = open(url, {
        method,
        signal,
        ...tls,
        headers: { accept: 'application/json', ...headers, 'content-length': Buffer.byteLength(body) },
      })
      call.on('error', fail)
      call.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      call.end(body)
    })
  }
}

interface Exchanged {
  /** 0: nothing came back. */
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().default(300) })

function read({ status, headers, text }: Exchanged): Answered {
  if (status === 0) return unavailable(text)
  if (status >= 200 && status < 300) {
    const value = text === '' ? undefined : parsed(text)
    return value instanceof Error ? unavailable(value.name) : { ok: true, value }
  }
  return withProblem(refusalOf(status, headers['retry-after']), text)
}

const problemSchema = z.object({
  type: z.string().default(''),
  violacoes: z.array(z.object({ propriedade: z.string().default('') })).default([]),
})

/** What RFC 7807 tells: the kind of error and the properties at fault, never their values, which may name a person. */
function withProblem(refusal: ProviderRefusal, text: string): ProviderRefusal {
  const problem = problemSchema.safeParse(parsed(text))
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
