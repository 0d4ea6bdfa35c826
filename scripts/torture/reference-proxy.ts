import {
  request as ask,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { applicationUrl } from '../lib/system.ts'

export interface ReferenceProxy {
  /** Requests to which no process responded. */
  readonly lost: readonly string[]
  close(): Promise<void>
}

/** Interval of the readiness checks. */
const intervalMs = 200

/**
 * Starts a proxy as required by docs/operar.md: it sends requests only to processes that report that they are ready, each on a
 * separate connection. It retries on another process only requests that no process has received, and GET requests; a POST that
 * was sent is never repeated.
 */
export async function startReferenceProxy(
  port: number,
  backends: readonly number[],
): Promise<ReferenceProxy> {
  const lost: string[] = []
  let ready: number[] = []
  let next = 0
  const look = async () => {
    const answered = await Promise.all(
      backends.map((backend) =>
        fetch(`${applicationUrl(backend)}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
          async (answer) => {
            await answer.body?.cancel()
            return answer.status === 200
          },
          () => false,
        ),
      ),
    )
    ready = backends.filter((_, index) => answered[index])
  }
  await look()
  let open = true
  // One check after the other, so that a late response does not overwrite a newer one.
  const looking = (async () => {
    while (open) {
      await sleep(intervalMs)
      await look()
    }
  })()

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => forward(request, response, Buffer.concat(chunks), backends.length))
  })

  function forward(request: IncomingMessage, response: ServerResponse, body: Buffer, left: number): void {
    const chosen = ready.length > 0 ? ready : backends
    const backend = chosen[next++ % chosen.length] ?? 0
    const { method = '', url = '' } = request
    const sent: ClientRequest = ask({ host: '127.0.0.1', port: backend, method, path: url, agent: false })
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined && name !== 'connection') sent.setHeader(name, value)
    }
    sent.setHeader('X-Forwarded-For', String(request.headers['x-client'] ?? '127.0.0.1'))
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' })
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy()
      const again = error.code === 'ECONNREFUSED' || method === 'GET'
      if (again && left > 1) return forward(request, response, body, left - 1)
      lost.push(`${method} ${url}: ${error.code ?? error.message}`)
      response.writeHead(502).end()
    })
    sent.end(body)
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    lost,
    async close() {
      open = false
      await looking
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
