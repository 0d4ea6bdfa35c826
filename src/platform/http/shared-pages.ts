import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isUnchanged } from '../../core/etag.ts'
import { sha256 } from '../digest.ts'
import { compressFully } from './compress.ts'
import { acceptedEncoding, type Encoding } from './encoding.ts'

/** Selection of the requests that get a page that is the same for everybody. */
export interface SharedPages {
  /**
   * Returns the path of the page that is the response to this request and all others like it; undefined when the response depends
   * on the visitor. The number of paths is limited, regardless of what visitors request, because each page is kept in memory.
   */
  pathOf(
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  ): string | undefined | Promise<string | undefined>
  /** Returns a text that changes whenever the pages may change, for example each day: every page is then rendered again. */
  edition(): string
}

/** Page ready to be sent: every byte and header except those that belong to a single response. */
interface MadePage {
  status: number
  headers: [name: string, value: string][]
  bodies: Record<Encoding | 'identity', { bytes: Uint8Array; etag: string | undefined }>
}

/**
 * Sends a page that was rendered once. @returns false when this request is not for a shared page, or that page cannot be rendered
 */
export type AnswerShared = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Renders each shared page once per edition: compressed at the highest level, with a strong ETag. It is rendered for a request of
 * our own, so that it contains no data of the first visitor, and requests that arrive meanwhile wait for it.
 *
 * @param make renders a path for an anonymous visitor
 */
export function answerShared(
  { pathOf, edition }: SharedPages,
  make: (path: string, requestId: string) => Promise<Response>,
): AnswerShared {
  const pages = new Map<string, { of: string; page: Promise<MadePage | undefined> }>()

  function pageAt(path: string): Promise<MadePage | undefined> {
    const of = edition()
    const known = pages.get(path)
    if (known?.of === of) return known.page
    const page = make(path, randomUUID()).then((response) => finish(response))
    pages.set(path, { of, page })
    // A page that could not be rendered is tried again by the next request.
    const forget = () => pages.get(path)?.page === page && pages.delete(path)
    page.then((made) => made ?? forget(), forget)
    return page
  }

  return async (request, response) => {
    // Its failure is then that of the visitor's own request, which is logged and handled like any other.
    const path = await Promise.resolve(pathOf(request)).catch(() => undefined)
    if (path === undefined) return false
    const page = await pageAt(path).catch(() => undefined)
    if (!page) return false
    send(page, request, response)
    return true
  }
}

/**
 * Completes a page. Returns undefined for a response that must not be shared: a failure, a redirect, or one that sets a cookie.
 */
async function finish(response: Response): Promise<MadePage | undefined> {
  const { status, headers } = response
  const isWhole = status === 200 || status === 404
  if (!isWhole || headers.has('set-cookie') || !headers.has('content-type')) return undefined
  const identity = new Uint8Array(await response.arrayBuffer())
  const { br, gzip } = await compressFully(identity)
  const digest = sha256(identity, 'base64url').slice(0, 22)
  // Only an existing page (status 200) has a version.
  const etag = (encoding: string) => (status === 200 ? `"${digest}${encoding}"` : undefined)
  return {
    status,
    headers: [...headers].filter(([name]) => !ofOneResponse.has(name)),
    bodies: {
      identity: { bytes: identity, etag: etag('') },
      br: { bytes: br, etag: etag('-br') },
      gzip: { bytes: gzip, etag: etag('-gzip') },
    },
  }
}

const ofOneResponse = new Set(['x-request-id', 'content-length', 'date'])

function send({ status, headers, bodies }: MadePage, request: IncomingMessage, response: ServerResponse) {
  const encoding = acceptedEncoding(request.headers['accept-encoding'] as string | undefined)
  const { bytes, etag } = bodies[encoding ?? 'identity']
  for (const [name, value] of headers) response.setHeader(name, value)
  response.setHeader('Vary', 'Accept-Encoding')
  if (etag) response.setHeader('ETag', etag)
  if (etag && isUnchanged(request.headers['if-none-match'], etag)) {
    response.removeHeader('Content-Type')
    response.writeHead(304).end()
    return
  }
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', bytes.byteLength)
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : bytes)
}
