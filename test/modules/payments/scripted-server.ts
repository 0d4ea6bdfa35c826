import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Request as the server received it. */
export interface Asked {
  /** Method, path and query: 'GET /v1/payments/1'. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/**
 * Starts a server that replies as a test specifies, closes the connection where the test gives no reply, and records its
 * requests.
 */
export async function startScriptedServer(replyTo: (asked: Asked) => Reply | undefined) {
  const asked: Asked[] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      const request = { path: `${incoming.method} ${incoming.url}`, headers: incoming.headers, body }
      asked.push(request)
      const reply = replyTo(request)
      if (!reply) return outgoing.destroy()
      outgoing.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      outgoing.end(reply.text ?? JSON.stringify(reply.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Returns one reply after the other, then repeats the last one. */
export function inTurn(replies: readonly Reply[]): () => Reply | undefined {
  let count = 0
  return () => replies[Math.min(++count, replies.length) - 1]
}
