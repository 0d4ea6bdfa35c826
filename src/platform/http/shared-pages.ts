import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isUnchanged } from '../../core/etag.ts'
import { acceptedEncoding, type Encoding } from './encoding.ts'

/** Which requests get a page that is the same for everybody. */
export interface SharedPages {
  /**
   * The path of the page that answers this request and all others like it; undefined when the answer is the visitor's
   * own. There are only so many paths, whatever visitors ask for: each is kept in memory.
   */
  pathOf(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | undefined
  /** Another text whenever pages may say something else, as each day: every page is then made anew. */
  edition(): string
}

/** A page as it is sent, once made: every byte and header but those of the single response. */
interface MadePage {
  status: number
  headers: [name: string, value: string][]
  bodies: Record<Encoding | 'identity', { bytes: Uint8Array; etag: string | undefined }>
}

/** Answers from what is made once. @returns false when this request is not for a shared page, or that page cannot be made */
export type AnswerShared = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Makes each shared page once an edition: rendered, compressed at the highest level, with a strong ETag. It is made for a
 * request of our own, so that nothing of the visitor who came first is in it, and requests that come meanwhile wait for it.
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
    // What could not be made is tried again by the next request.
    const forget = () => pages.get(path)?.page === page && pages.delete(path)
    page.then((made) => made ?? forget(), forget)
    return page
  }

  return async (request, response) => {
    const path = pathOf(request)
    if (path === undefined) return false
    // Its failure is that of the visitor's own request, which is logged and answered as any other.
    const page = await pageAt(path).catch(() => undefined)
    if (!page) return false
    send(page, request, response)
    return true
  }
}

/** Undefined for what must not be shared: a failure, a redirect, or anything that sets a cookie. */
async function finish(response: Response): Promise<MadePage | undefined> {
  const { status, headers } = response
  const isWhole = status === 200 || status === 404
  if (!isWhole || headers.has('set-cookie') || !headers.has('content-type')) return undefined
  const identity = new Uint8Array(await response.arrayBuffer())
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
      },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  // Only a page that there is has versions.
  const etag = (encoding: string) => (status === 200 ? `"${digest}${encoding}"` : undefined)
  return {
    status,
    headers: [...headers].filter(([name]) => !ofOneResponse.has(name)),
    bodies: {
      identity: { bytes: identity, etag: etag('') },
      br: { bytes: br, etag: etag('-br') },
      gzip: { bytes: gz, etag: etag('-gzip') },
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
