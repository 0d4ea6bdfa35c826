import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopback, isSentToLoopback } from '../src/core/loopback.ts'

export interface HttpRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Entry of `cause` in a provider error. */
export interface Cause {
  code: number
  description: string
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

export const redirect = (to: string): HttpResponse => ({ status: 303, headers: { location: to }, body: '' })

/**
 * Checks whether a browser sent the request for a page of another site: under the host name of that site, which resolves to this
 * machine (DNS rebinding), or as a form or a fetch of that page. Every route here moves (simulated) money for any client.
 */
export function isForeign({ host, origin }: IncomingMessage['headers']): boolean {
  if (!isSentToLoopback(host)) return true
  if (origin === undefined) return false
  return !URL.canParse(origin) || !isLoopback(new URL(origin).hostname)
}

export const foreignSite: HttpResponse = json(421, { message: 'only for this machine, by its own names' })

/** Builds an error in the provider's own format: `{message, error, status, cause}`. */
export function providerError(
  status: number,
  causes: Cause[],
  headers: Record<string, string> = {},
): HttpResponse {
  const message = causes[0]?.description ?? errorNames[status] ?? 'error'
  return json(status, { message, error: errorNames[status] ?? 'error', status, cause: causes }, headers)
}

export const badRequest = (...causes: Cause[]): HttpResponse => providerError(400, causes)

/**
 * Parses the object in a JSON body; an empty body is `{}`. Returns undefined for malformed JSON or a value that is not an object.
 */
export function readObject(body: string): Record<string, unknown> | undefined {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks whether the client accepts HTML: a browser does and gets a page or a redirect; other clients get JSON. */
export const wantsPage = (request: HttpRequest): boolean =>
  request.headers.accept?.includes('text/html') ?? false

export const isForm = (request: HttpRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Returns the non-empty fields of a JSON object or a form; a form that begins with a brace is JSON sent by curl. */
export function readFields(request: HttpRequest): Record<string, unknown> | undefined {
  if (!isForm(request) || /^\s*\{/.test(request.body)) return readObject(request.body)
  return Object.fromEntries([...new URLSearchParams(request.body)].filter(([, text]) => text.trim() !== ''))
}

/** Reads the body as text. Returns undefined once it exceeds `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function send(stream: ServerResponse, response: HttpResponse): void {
  if (stream.destroyed) return
  stream.writeHead(response.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...response.headers,
    'content-length': Buffer.byteLength(response.body),
  })
  stream.end(response.body)
}

const errorNames: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  429: 'too_many_requests',
  500: 'internal_error',
  502: 'bad_gateway',
  503: 'service_unavailable',
}

export const malformed = badRequest({ code: 4001, description: 'The body is not a JSON object' })
