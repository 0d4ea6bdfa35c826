import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as a server got it. */
export interface Asked {
  /** Method, path and query: 'GET /v1/payments/1'. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** A server that replies as a test says, hangs up where it says nothing, and records what it was asked. */
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

/** One reply after the other, and then the last one again and again. */
export function inTurn(replies: readonly Reply[]): () => Reply | undefined {
  let count = 0
  return () => replies[Math.min(++count, replies.length) - 1]
}
