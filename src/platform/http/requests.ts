import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSentToLoopback } from '../../core/loopback.ts'
import { sizeText } from '../../core/text.ts'
import type { UnreadBody } from '../../core/unread-body.ts'
import { isAllowedMethod } from './refused-connections.ts'

export interface Refusal {
  status: number
  /** In Portuguese, for the visitor. */
  text: string
  /** Methods that are allowed instead. */
  allow?: string
  /** Seconds after which it may be tried again. */
  retryAfter?: number
}

/**
 * Refuses malformed requests before routing.
 *
 * @param options.localOnly also refuses requests sent to a host name that is not one of this machine
 */
export function refusalOf(
  request: IncomingMessage,
  path: string,
  { localOnly = false }: { localOnly?: boolean | undefined } = {},
): Refusal | undefined {
  const url = request.url ?? ''
  if (
    !url.startsWith('/') ||
    !decodes(path) ||
    url.includes('%00') ||
    !URL.canParse(`http://localhost${url}`)
  ) {
    return { status: 400, text: 'Endereço inválido.' }
  }
  // React Router's single fetch would run a route's code under another path; none of our pages requests it.
  if (new URL(`http://localhost${url}`).pathname.endsWith('.data')) {
    return { status: 404, text: 'Esta página não existe.' }
  }
  const { host } = request.headers
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1 || (host === undefined && request.httpVersion === '1.1')) {
    return { status: 400, text: 'Endereço inválido.' }
  }
  if (host !== undefined && !/^(?:[a-z0-9_](?:[a-z0-9._-]*)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host)) {
    return { status: 400, text: 'Endereço inválido.' }
  }
  if (localOnly && !isSentToLoopback(host)) {
    return { status: 421, text: 'Esta demonstração só atende nesta máquina: abra-a por http://localhost.' }
  }
  return undefined
}

/** Checks whether a request announces a body, of a known size or not (RFC 9112, section 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Returns the response to a body larger than `maxBytes`. */
export function tooLarge(maxBytes: number): Refusal {
  return { status: 413, text: `O envio é grande demais: o limite aqui é ${sizeText(maxBytes)}.` }
}

/** Returns the response to a body that was not read to its end. */
export function refusalOfBody(why: UnreadBody, maxBytes: number): Refusal {
  switch (why) {
    case 'too_large':
      return tooLarge(maxBytes)
    case 'overloaded':
      return {
        status: 503,
        text: 'Estamos recebendo envios demais agora. Espere meio minuto e envie de novo.',
        retryAfter: 30,
      }
    case 'too_slow':
    case 'gone':
      return { status: 408, text: 'O envio parou no meio. Confira a sua conexão e envie de novo.' }
  }
}

/**
 * Limits the size of a body without a Content-Length while it is read.
 *
 * @param onExceeded called once, before the body stream fails
 */
export function limited(request: Request, bytes: number, onExceeded: () => void): Request {
  if (!request.body || request.headers.has('content-length')) return request
  let seen = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen <= bytes) return controller.enqueue(chunk)
      onExceeded()
      controller.error(new Error('request body too large'))
    },
  })
  return new Request(request, { body: request.body.pipeThrough(counter), duplex: 'half' } as RequestInit)
}

/**
 * Returns the proxy's X-Request-Id if it is safe to repeat, else a new id. It is shown and logged as it is, so it must not be able to
 * contain a personal number: a UUID, 32 hexadecimal digits, or anything short without as many digits as a telephone, a CPF or a CNPJ has.
 */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && (randomId.test(given) || isHarmless(given)) ? given : randomUUID()
}

const randomId = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

function isHarmless(id: string): boolean {
  return /^[\w-]{8,64}$/.test(id) && !/\d{10}/.test(id.replaceAll(/[_-]/g, ''))
}

/**
 * Returns the label of a method in metrics: Node reads thirty-five, and a series for each of them and each route would be anybody's
 * to make.
 */
export function methodLabel(method: string): string {
  return isAllowedMethod(method) ? method : 'other'
}

const ownPaths = ['/healthz', '/readyz', '/metrics']

/**
 * Returns the label of a request in metrics and logs: the pattern of its route, whatever the answer, so that there are no more labels than
 * routes and none has an id or a token. A malformed path, which is refused before routing, has none.
 *
 * @param patternAt pattern of the route that matches a pathname
 */
export function routeLabel(path: string, patternAt: (pathname: string) => string): string {
  if (path.startsWith('/assets/')) return '/assets'
  if (ownPaths.includes(path)) return path
  const url = `http://localhost${path}`
  return path.startsWith('/') && decodes(path) && URL.canParse(url)
    ? patternAt(new URL(url).pathname)
    : '(none)'
}

/**
 * Checks whether a path can be decoded. None of our addresses contains a control character or a line separator, which the pattern
 * of a route would not match.
 */
function decodes(path: string): boolean {
  try {
    return !/[\p{Cc}\u2028\u2029]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
