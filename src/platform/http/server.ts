import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { compress } from './compress.ts'
import type { StaticFiles } from './static-files.ts'

export type WebHandler = (request: Request, client: { address: string }) => Promise<Response>

export interface HttpServer {
  port: number
  /** Says 503 on /readyz at once, lets running requests end, then closes; open streams are cut after `patience` ms. */
  close(patience?: number): Promise<void>
}

export interface HttpServerOptions {
  host: string
  port: number
  staticFiles: StaticFiles
  handler: WebHandler
  /** Whether everything a request needs is there: the schema is current and the database answers. */
  ready: () => Promise<boolean>
  metrics: Metrics
  /** Where set, /metrics wants it as a bearer token; where unset, /metrics answers this machine alone. */
  metricsToken: string | undefined
  /** How many proxies in front of this process write X-Forwarded-For. */
  trustedProxies: number
  /** Public origin: its protocol is what the pages see when a proxy ends TLS. */
  publicUrl: string
  log: Log
}

/** HTTP for one process: built files, health, metrics, and every page. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { metrics, log } = options
  let draining = false

  const pages = createRequestListener(
    async (request, client) => compress(request, await options.handler(request, { address: client.address })),
    {
      protocol: new URL(options.publicUrl).protocol,
      onError(error) {
        log.error({ err: error }, 'request failed')
        return new Response('Ops! Algo deu errado. Recarregue a página.', {
          status: 500,
          headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        })
      },
    },
  )

  const server = createServer(async (request, response) => {
    const began = performance.now()
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    response.on('finish', () => {
      const seconds = (performance.now() - began) / 1000
      metrics.requests.observe(
        { method: request.method ?? '', route: routeLabel(path), status: String(response.statusCode) },
        seconds,
      )
      if (!path.startsWith('/assets/')) {
        log.debug(
          { method: request.method, path, status: response.statusCode, ms: Math.round(seconds * 1000) },
          'request',
        )
      }
    })
    if (path === '/healthz') return void response.end('ok')
    if (path === '/readyz') {
      const ready = !draining && (await options.ready())
      response.statusCode = ready ? 200 : 503
      return void response.end(ready ? 'ok' : draining ? 'draining' : 'not ready')
    }
    if (path === '/metrics') {
      if (!mayReadMetrics(request, options)) {
        response.statusCode = 403
        return void response.end('forbidden')
      }
      response.setHeader('Content-Type', metrics.registry.contentType)
      return void response.end(await metrics.registry.metrics())
    }
    if (options.staticFiles(request, response, path)) return
    if (options.trustedProxies > 0) {
      const forwarded = String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((hop) => hop.trim())
      const address = forwarded.at(-options.trustedProxies)
      if (address)
        Object.defineProperty(request.socket, 'remoteAddress', { value: address, configurable: true })
    }
    pages(request, response)
  })

  await listen(server, options)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close(patience = 2_000) {
      draining = true
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), patience).unref()
      })
    },
  }
}

/** @throws HttpServerError when the port is taken or not allowed */
function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `A porta ${port} já está em uso. Pare o outro programa ou escolha outra PORT.`
          : `Não consigo escutar em ${host}:${port} (${error.code ?? error.message}).`
      reject(new HttpServerError(why))
    })
    server.listen(port, host, resolve)
  })
}

export class HttpServerError extends Error {
  override readonly name = 'HttpServerError'
}

function mayReadMetrics(
  request: IncomingMessage,
  { metricsToken, trustedProxies }: HttpServerOptions,
): boolean {
  if (metricsToken) return request.headers.authorization === `Bearer ${metricsToken}`
  return trustedProxies === 0 && /^(?:::1|(?:::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '')
}

/** Ids stay out of labels, so that the number of series stays small. */
function routeLabel(path: string): string {
  return path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ':id')
    .replace(/^\/assets\/.*/, '/assets')
    .slice(0, 60)
}
