import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** One line of `cause` in a provider error. */
export interface Cause {
  code: number
  description: string
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

export const redirect = (to: string): Answer => ({ status: 303, headers: { location: to }, body: '' })

/** An error in the provider's own shape: `{message, error, status, cause}`. */
export function providerError(status: number, causes: Cause[], headers: Record<string, string> = {}): Answer {
  const message = causes[0]?.description ?? errorNames[status] ?? 'error'
  return json(status, { message, error: errorNames[status] ?? 'error', status, cause: causes }, headers)
}

export const badRequest = (...causes: Cause[]): Answer => providerError(400, causes)

/** The object in a JSON body; an empty body is `{}`. Refuses (undefined) what is malformed or no object. */
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

/** A browser asks for HTML and gets a page or a redirect; everybody else gets JSON. */
export const wantsPage = (call: Call): boolean => call.headers.accept?.includes('text/html') ?? false

export const isForm = (call: Call): boolean =>
  call.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** The fields of a form or of a JSON object, empty ones left out; a form that begins with a brace is JSON sent by curl. */
export function readFields(call: Call): Record<string, unknown> | undefined {
  if (!isForm(call) || /^\s*\{/.test(call.body)) return readObject(call.body)
  return Object.fromEntries([...new URLSearchParams(call.body)].filter(([, text]) => text.trim() !== ''))
}

/** The body as text, or undefined once it passes `limit` bytes. */
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

export function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return
  response.writeHead(answer.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
  })
  response.end(answer.body)
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
