import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSentToLoopback } from '../../core/loopback.ts'

export interface Refusal {
  status: number
  /** In Portuguese, for the visitor. */
  text: string
  /** Methods that are allowed instead. */
  allow?: string
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
  const size = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${maxBytes / 1024} KB`
  return { status: 413, text: `O envio é grande demais: o limite aqui é ${size}.` }
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

/** Returns the proxy's X-Request-Id if its format is safe to repeat, else a new id. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

const seenRoutes = new Set<string>()

/** Returns a metrics label for a path: without ids and tokens, and at most 200 different ones. */
export function routeLabel(path: string, status: number): string {
  if (path.startsWith('/assets/')) return '/assets'
  if (status === 404 || status === 400) return '(none)'
  const label = path
    .split('/')
    .map((part) => (part.length > 30 || /%|\d.*\d.*\d/.test(part) ? ':id' : part))
    .slice(0, 8)
    .join('/')
  if (!seenRoutes.has(label) && seenRoutes.size >= 200) return '(other)'
  seenRoutes.add(label)
  return label
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
