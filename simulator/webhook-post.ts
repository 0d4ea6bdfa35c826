import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Clock } from './clock.ts'

export interface WebhookPost {
  url: URL
  /** For a list, the header is sent several times. */
  headers: Readonly<Record<string, string | readonly string[]>>
  body: string | Buffer
  timeoutMs: number
  clock: Clock
  signal: AbortSignal
}

/** Sends one POST request, without following redirects. Resolves with the status as text, or with the error code. */
export function postWebhook({ url, headers, body, timeoutMs, clock, signal }: WebhookPost): Promise<string> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: { ...sendable(headers), 'content-length': Buffer.byteLength(body) },
    })
    const cancelTimeout = clock.after(timeoutMs, () => finish('timeout'))
    function finish(result: string) {
      cancelTimeout()
      resolve(result)
      if (result === 'timeout') request.destroy()
    }
    request.on('response', (response) => {
      response.on('error', () => {})
      response.resume()
      finish(String(response.statusCode))
    })
    request.on('error', (error) => finish('code' in error ? String(error.code) : error.message))
    request.end(body)
  })
}

const sendable = (headers: WebhookPost['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )

/** Checks whether the URL is on this machine: localhost, 127.0.0.0/8 or ::1. No request is ever sent to another address. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
