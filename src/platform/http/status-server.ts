import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serverHeaders } from '../../core/security-headers.ts'
import { isHttps } from '../config/hosts.ts'
import { isSameSecret } from '../signing.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { inTurn } from './pipelined-requests.ts'
import { plainText } from './plain-text.ts'
import { answerRefusedConnections } from './refused-connections.ts'
import { HttpServerError, listenProblem } from './server.ts'

export interface StatusServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves only `/healthz`, `/readyz` and `/metrics`, on a port of their own: for a worker, which has no pages, or for a web
 * process whose port is public.
 *
 * @param ready whether the process can do its work
 * @throws HttpServerError when it cannot listen
 */
export async function startStatusServer({
  host,
  port,
  ready,
  metrics,
  metricsToken,
  publicUrl,
}: {
  host: string
  port: number
  ready: () => Promise<boolean>
  metrics: Pick<Metrics, 'registry'>
  /** Bearer token; without one every client that reaches this address may read the metrics. */
  metricsToken: string | undefined
  publicUrl: string
}): Promise<StatusServer> {
  let closing = false
  const headers = serverHeaders({ isHttps: isHttps(publicUrl) })
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const path = (request.url ?? '/').split('?', 1)[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', allowedMethods)
      return plainText(response, 405, 'Use GET.')
    }
    if (path === '/healthz') return plainText(response, 200, 'ok')
    if (path === '/readyz') {
      const isReady = !closing && (await ready().catch(() => false))
      return plainText(response, isReady ? 200 : 503, isReady ? 'ok' : 'not ready')
    }
    if (path !== '/metrics') return plainText(response, 404, 'not found')
    if (metricsToken && !isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      return plainText(response, 403, 'forbidden')
    }
    const text = await metrics.registry.metrics().catch(() => undefined)
    if (text === undefined) return plainText(response, 500, 'no metrics')
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' })
    response.end(text)
  }
  // Node's own refusal of a request without a Host header would not have our headers.
  const server = createServer({ requireHostHeader: false }, inTurn(respond))
  answerRefusedConnections(server, headers, allowedMethods)
  // Whatever is expected, the answer is that of the request: nothing here reads a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  await new Promise<void>((resolve, reject) => {
    const at = { host, port, variable: 'STATUS_PORT' } as const
    server.once('error', (error) => reject(new HttpServerError(listenProblem(error, at))))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      closing = true
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const allowedMethods = 'GET, HEAD'
