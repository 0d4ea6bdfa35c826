import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface OutgoingRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | undefined
  /** Milliseconds for the whole exchange. */
  timeout: number
  /** PEM texts. `cert` and `key` are what the other side knows us by; without `ca`, its own is one everybody trusts. */
  tls?: { cert: string; key: string; ca?: string | undefined } | undefined
}

/** What another server answered, whatever its status. */
export interface HttpAnswer {
  answered: true
  status: number
  header(name: string): string | undefined
  text: string
}

/** Nothing that counts came back; what was asked may have happened all the same. */
export interface NoAnswer {
  answered: false
  /** A code or a name, never what a server said: 'ECONNREFUSED', 'TimeoutError'. */
  reason: string
}

/**
 * One call of another server, with its answer read whole. `fetch` cannot show a certificate of ours; `node:https` can.
 * Redirects are not followed: an answer that leads elsewhere counts as none.
 */
export function exchange({
  method,
  url,
  headers = {},
  body,
  timeout,
  tls,
}: OutgoingRequest): Promise<HttpAnswer | NoAnswer> {
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
