import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface OutgoingRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | undefined
  /** Milliseconds for the whole request and response. */
  timeout: number
  /** PEM texts. `cert` and `key` authenticate us; without `ca` the server is verified with the public CAs. */
  tls?: { cert: string; key: string; ca?: string | undefined } | undefined
}

/** A response, whatever its status. */
export interface HttpResponse {
  answered: true
  status: number
  header(name: string): string | undefined
  text: string
}

/** No usable response: whether the server carried out the request is unknown. */
export interface NoResponse {
  answered: false
  /** An error code or name, never text from the server: 'ECONNREFUSED', 'TimeoutError'. */
  reason: string
}

/**
 * Sends a request and reads the whole response. Uses `node:https` because `fetch` cannot present a client certificate.
 * Does not follow redirects: a redirect counts as no response.
 */
export function exchange({
  method,
  url,
  headers = {},
  body,
  timeout,
  tls,
}: OutgoingRequest): Promise<HttpResponse | NoResponse> {
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ answered: false, reason: signal.aborted ? 'TimeoutError' : nameOf(error) })
    const signal = AbortSignal.timeout(timeout)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const open = url.startsWith('https:') ? httpsRequest : httpRequest
    const call = open(url, { method, signal, ...tls, headers: { ...headers, ...length } })
    call.on('error', fail)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status >= 300 && status < 400) return resolve({ answered: false, reason: 'redirect' })
        const header = (name: string) => response.headers[name]?.toString()
        resolve({ answered: true, status, header, text: Buffer.concat(chunks).toString() })
      })
    })
    call.end(body)
  })
}

function nameOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
