import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Clock } from './clock.ts'

export interface WebhookPost {
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
  clock: Clock
  signal: AbortSignal
}

/** Posts once, follows no redirect, and says what came back: the status as text, or why there was none. */
export function postWebhook({ url, headers, body, timeoutMs, clock, signal }: WebhookPost): Promise<string> {
  return new Promise((resolve) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const call = open(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    const cancelTimeout = clock.after(timeoutMs, () => finish('timeout'))
    function finish(result: string) {
      cancelTimeout()
      resolve(result)
      if (result === 'timeout') call.destroy()
    }
    call.on('response', (response) => {
      response.on('error', () => {})
      response.resume()
      finish(String(response.statusCode))
    })
    call.on('error', (error) => finish('code' in error ? String(error.code) : error.message))
    call.end(body)
  })
}

/** Only this machine is ever called: localhost, 127.0.0.0/8 and ::1. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
