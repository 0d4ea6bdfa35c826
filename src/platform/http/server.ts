import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { networkOf } from '../../core/networks.ts'
import { serverHeaders } from '../../core/security-headers.ts'
import { type UnreadBody, UnreadBodyError } from '../../core/unread-body.ts'
import type { Config } from '../config/config.ts'
import { isThisMachine } from '../config/hosts.ts'
import { isSameSecret } from '../signing.ts'
import type { Log } from '../telemetry/log.ts'
import { inLogContext } from '../telemetry/log-context.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import {
  type BodyLimit,
  BodyMemory,
  countedBody,
  discardBody,
  wholeBody,
  withArrivingBody,
  withBody,
  withoutBody,
} from './bodies.ts'
import { clientAddress } from './client-address.ts'
import { compress } from './compress.ts'
import { inTurn } from './pipelined-requests.ts'
import { plainText } from './plain-text.ts'
import { allowedMethods, answerRefusedConnections, isAllowedMethod } from './refused-connections.ts'
import {
  hasBody,
  limited,
  methodLabel,
  type Refusal,
  refusalOf,
  refusalOfBody,
  requestId,
  routeLabel,
  tooLarge,
} from './requests.ts'
import { ResponseCache } from './response-cache.ts'
import { answerShared, type SharedPages } from './shared-pages.ts'
import type { StaticFiles } from './static-files.ts'

export type WebHandler = (
  request: Request,
  client: { address: string; requestId: string },
) => Promise<Response>

export interface HttpServer {
  port: number
  /**
   * Responds with 503 on /readyz and normally to everything else, for `drainDelayMs`, so that load balancers notice; then tells
   * browsers to open their event streams elsewhere, lets running requests finish, and closes what remains after `timeoutMs`.
   */
  close(times?: { drainDelayMs?: number; timeoutMs?: number }): Promise<void>
}

export interface HttpServerOptions {
  host: string
  port: number
  /** Socket opened and kept by another process (inherited-socket.ts), instead of host and port. */
  socket?: number | undefined
  staticFiles: StaticFiles
  handler: WebHandler
  /** Pages that are rendered once for all visitors; without them every page is rendered for each visitor. */
  sharedPages?: SharedPages
  /** Called for every request, before its response; its cost is added to every request. */
  opened?: (request: IncomingMessage) => void
  /**
   * Limit of the request body for a pathname, as the handler sees it, and for the requester whom the headers identify. It may query
   * the database, and is asked before anything of the body is read.
   */
  bodyLimit: (pathname: string, headers: IncomingMessage['headers']) => BodyLimit | Promise<BodyLimit>
  /** Called for a body that is refused for its announced size; a body that turns out larger while it is read is the handler's to report. */
  refusedBody?: (refused: { ip: string; requestId: string; about: string }) => void
  /** Pattern of the route that matches a pathname, for metrics and logs. */
  patternAt: (pathname: string) => string
  /** Checks readiness: the database responds and its schema is current. */
  ready: () => Promise<boolean>
  metrics: Pick<Metrics, 'registry' | 'requests'>
  /** Bearer token for /metrics; without one, /metrics responds only to this machine. */
  metricsToken: string | undefined
  /** Number of reverse proxies that append to X-Forwarded-For. */
  trustedProxies: number
  /** Public origin; requests get its protocol, because TLS may end at a proxy. */
  publicUrl: string
  /** For a demonstration: requests to a host name that is not one of this machine are refused (DNS rebinding). */
  localOnly?: boolean
  /** Time in which the headers of a request have to arrive, give or take a third; 15 seconds by default. */
  headersTimeoutMs?: number
  /** Time for which a connection may neither send nor receive data; two minutes by default. */
  unreadTimeoutMs?: number
  /** Bytes of bodies that are held whole, of all requests together; 64 MB by default. */
  bodyMemoryBytes?: number
  /** Time in which a large body has to bring some kilobytes (bodies.ts); 16 seconds by default. */
  bodySpanMs?: number
  log: Log
}

/**
 * Returns how long a process continues to serve after it was asked to stop, and how long requests that are running then may take,
 * in milliseconds.
 */
export function drainTimes({ drainSeconds }: Pick<Config, 'drainSeconds'>): {
  drainDelayMs: number
  timeoutMs: number
} {
  return { drainDelayMs: drainSeconds * 1_000, timeoutMs: Math.max(1_500, drainSeconds * 1_000) }
}

/** Starts the HTTP server of a process: static files, health checks, metrics and pages. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { protocol, host, hostname } = new URL(options.publicUrl)
  const { headersTimeoutMs = 15_000 } = options
  const streams = new Set<ServerResponse>()
  const cache = new ResponseCache()
  const memory = new BodyMemory(options.bodyMemoryBytes ?? 64 * 1024 * 1024)
  let draining = false

  const shared =
    options.sharedPages &&
    answerShared(options.sharedPages, (page, requestId) =>
      options.handler(new Request(options.publicUrl + page), { address: '', requestId }),
    )

  const everywhere = serverHeaders({ isHttps: protocol === 'https:' })

  // A request without a Host header is refused below, with our headers.
  const connections = { requireHostHeader: false, connectionsCheckingInterval: headersTimeoutMs / 3 }
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    // The request's own header remains unchanged, because it is part of the payment provider's signature.
    const id = requestId(request)
    response.setHeader('X-Request-Id', id)
    for (const [name, value] of Object.entries(everywhere)) response.setHeader(name, value)
    // We support no upgrades, and Node drops data that arrives together with such a request, so the connection must not be
    // used afterwards.
    if (draining || request.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
    record(request, response, path, options)
    options.opened?.(request)
    response.once('finish', () => discardBody(request))
    inLogContext({ requestId: id }, () => answer(request, response, path, id)).catch((error: unknown) => {
      options.log.error({ err: error, requestId: id }, 'request failed')
      response.destroy()
    })
  }
  const server = createServer(connections, inTurn(respond))
  answerRefusedConnections(server, everywhere, allowedMethods)
  // Node's own 417 response would not have our headers.
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    for (const [name, value] of Object.entries(everywhere)) response.setHeader(name, value)
    refuse(response, { status: 417, text: 'Este cabeçalho Expect não é aceito.' })
  })
  // Slow clients (slowloris) must not hold connections indefinitely.
  server.headersTimeout = headersTimeoutMs
  server.requestTimeout = 300_000
  // Nor may clients that do not read their response. An event stream has a heartbeat.
  server.timeout = options.unreadTimeoutMs ?? 120_000
  // Longer than the proxy's own keep-alive of one minute; otherwise the proxy would send requests on closed connections.
  server.keepAliveTimeout = options.trustedProxies > 0 ? 65_000 : 5_000

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    id: string,
  ): Promise<void> {
    const refusal = refusalOf(request, path, options) ?? refusedMethod(request)
    if (refusal) return refuse(response, refusal)
    if (path === '/healthz' || path === '/readyz' || path === '/metrics') {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return refuse(response, { status: 405, text: 'Use GET.', allow: 'GET, HEAD' })
      }
      if (path === '/healthz') return plainText(response, 200, 'ok')
      if (path === '/metrics') return showMetrics(request, response, options)
      if (draining) return plainText(response, 503, 'draining')
      const ready = await options.ready()
      return plainText(response, ready ? 200 : 503, ready ? 'ok' : 'not ready')
    }
    if (options.staticFiles(request, response, path)) return
    if (!hasBody(request) && (await shared?.(request, response))) return
    const limit = hasBody(request) ? await options.bodyLimit(pathnameOf(request), request.headers) : noBody
    if (Number(request.headers['content-length'] ?? 0) > limit.maxBytes) {
      const ip = clientAddress(request, options.trustedProxies)
      options.refusedBody?.({ ip, requestId: id, about: routeLabel(path, options.patternAt) })
      return refuse(response, tooLarge(limit.maxBytes))
    }
    createRequestListener((received: Request) => page(received, request, response, id, limit), {
      protocol,
      // The host name that a client sends is not trusted: addresses are built from PUBLIC_URL. Only this machine has several
      // names.
      ...(!isThisMachine(hostname) && { host }),
      onError(error) {
        options.log.error({ err: error, requestId: id }, 'request failed')
        return asResponse({ status: 500, text: 'Ops! Algo deu errado. Recarregue a página.' })
      },
    })(withoutBody(request), response)
  }

  async function page(
    received: Request,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    requestId: string,
    { maxBytes, streamed, heldBytes = maxBytes }: BodyLimit,
  ): Promise<Response> {
    let unread: UnreadBody | undefined
    const address = clientAddress(incoming, options.trustedProxies)
    const reading = { maxBytes, network: networkOf(address), memory, spanMs: options.bodySpanMs ?? 16_000 }
    const read = async () => {
      const body = await wholeBody(incoming, outgoing, reading)
      if (typeof body !== 'string') return body
      unread = body
      throw new UnreadBodyError(body)
    }
    const exceed = () => {
      unread = 'too_large'
    }
    const counted = () =>
      countedBody(
        withArrivingBody(received, incoming),
        outgoing,
        { ...reading, heldBytes },
        () => (unread = 'overloaded'),
      )
    const withItsBody = () => (streamed ? limited(counted(), maxBytes, exceed) : withBody(received, read))
    const asked = hasBody(incoming) && received.body ? withItsBody() : received
    const { request, respond } = cache.revalidate(asked)
    const handled = await options.handler(request, { address, requestId }).catch((error: unknown) => {
      if (unread) return undefined
      throw error
    })
    if (unread || !handled) return asResponse(refusalOfBody(unread ?? 'gone', maxBytes))
    if (incoming.method === 'HEAD') {
      await handled.body?.cancel()
      return new Response(null, handled)
    }
    if (handled.headers.get('content-type')?.startsWith('text/event-stream')) {
      streams.add(outgoing)
      outgoing.once('close', () => streams.delete(outgoing))
      if (draining) outgoing.destroy()
    }
    return respond(handled, (response) => compress(request, response))
  }

  await listen(server, options)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close({ drainDelayMs = 0, timeoutMs = 1_500 } = {}) {
      draining = true
      await wait(drainDelayMs)
      // Pending connections are accepted before this runs, so that closing the server refuses none of them.
      await new Promise((resolve) => setImmediate(resolve))
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const stream of streams) endEventStream(stream)
      server.closeIdleConnections()
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearTimeout(timeout)
    },
  }
}

/**
 * Ends an event stream as a complete response, which no proxy treats as a failure, and tells the browser to reconnect after one
 * second.
 */
function endEventStream(stream: ServerResponse): void {
  // Events that its source still sends are too late.
  stream.on('error', () => {})
  stream.end('retry: 1000\n\n')
}

/**
 * Refuses TRACE, which would echo cookies, and every method that is not implemented. PUT, PATCH and DELETE get their 405 from the
 * page.
 */
function refusedMethod({ method = '' }: IncomingMessage): Refusal | undefined {
  if (isAllowedMethod(method) || ['PUT', 'PATCH', 'DELETE'].includes(method)) return undefined
  return { status: 405, text: 'Use GET ou POST.', allow: allowedMethods }
}

const noBody: BodyLimit = { maxBytes: 0, streamed: false }

/**
 * Returns the path as the page will see it: parsed, with `..` resolved, so that the limit is that of the route which handles the
 * request.
 */
function pathnameOf(request: IncomingMessage): string {
  return new URL(`http://localhost${request.url}`).pathname
}

/** @throws HttpServerError when the port is taken or not allowed */
function listen(server: Server, { host, port, socket }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new HttpServerError(listenProblem(error, { host, port }))))
    if (socket === undefined) server.listen(port, host, resolve)
    else server.listen({ fd: socket }, resolve)
  })
}

/** Returns the reason why a server cannot listen, as one sentence for the operator. */
export function listenProblem(
  error: NodeJS.ErrnoException,
  { host, port, variable = 'PORT' }: { host: string; port: number; variable?: 'PORT' | 'STATUS_PORT' },
): string {
  return error.code === 'EADDRINUSE'
    ? `A porta ${port} já está em uso. Pare o outro programa ou escolha outra ${variable}.`
    : error.code === 'EADDRNOTAVAIL'
      ? `O endereço ${host} não existe nesta máquina; indique outro em HOST. Em uma máquina só com IPv6: HOST=::1`
      : `Não consigo escutar em ${host}:${port} (${error.code ?? error.message}).`
}

export class HttpServerError extends Error {
  override readonly name = 'HttpServerError'
}

/** Logs slow and failed requests at `info`, the rest at `debug`; never the query or a token in the path. */
function record(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { metrics, log, patternAt }: HttpServerOptions,
): void {
  const began = performance.now()
  response.on('finish', () => {
    const ms = Math.round(performance.now() - began)
    const method = request.method ?? ''
    const status = response.statusCode
    const route = routeLabel(path, patternAt)
    metrics.requests.observe({ method: methodLabel(method), route, status: String(status) }, ms / 1000)
    if (route === '/assets') return
    const streamed = String(response.getHeader('content-type')).startsWith('text/event-stream')
    const notable = (status >= 500 && path !== '/readyz') || (ms > 1_000 && !streamed)
    const line = { requestId: response.getHeader('X-Request-Id'), method, route, status, ms }
    log[notable ? 'info' : 'debug'](line, 'request')
  })
}

async function showMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, metricsToken, trustedProxies }: HttpServerOptions,
): Promise<void> {
  const here = trustedProxies === 0 && /^(?:127\.|::1$)/.test(clientAddress(request, 0))
  const allowed = metricsToken
    ? isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    : here
  if (!allowed) return plainText(response, 403, 'forbidden')
  response.setHeader('Content-Type', metrics.registry.contentType)
  response.end(await metrics.registry.metrics())
}

/** Sends a refusal without waiting for the unread body: the connection closes after the response. */
function refuse(response: ServerResponse, { status, text, allow }: Refusal): void {
  response.setHeader('Connection', 'close')
  if (allow) response.setHeader('Allow', allow)
  plainText(response, status, text)
}

function asResponse({ status, text, retryAfter }: Refusal): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      Connection: 'close',
      ...(retryAfter && { 'Retry-After': String(retryAfter) }),
    },
  })
}
