import { createHash } from 'node:crypto'
import { MINUTE } from '../../core/durations.ts'

interface CachedResponse {
  etag: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** In ms, as `performance.now()`. */
  until: number
}

const maxBytes = 4 * 1024 * 1024
const maxAgeMs = 5 * MINUTE

/**
 * The last answers that have a version, for people who come back to a page that their browser may not store. Nothing is
 * answered from here without asking the handler whether it is still right, with `If-None-Match`: it reads the session and
 * says 304, and only then what was rendered and compressed before is sent again.
 *
 * An answer is cached under the whole request: a request with other cookies, another address or another encoding has its own entry.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CachedResponse>()
  #bytes = 0

  /**
   * @returns the request for the handler, and what makes its answer the visitor's; `prepare` compresses one that is new
   */
  revalidate(asked: Request): {
    request: Request
    respond: (handled: Response, prepare: (response: Response) => Promise<Response>) => Promise<Response>
  } {
    const { method, headers } = asked
    // Without a cookie there is no person; who asks with a version wants to hear of that one.
    if (method !== 'GET' || !headers.has('cookie') || headers.has('if-none-match')) {
      return { request: asked, respond: (handled, prepare) => prepare(handled) }
    }
    const key = keyOf(asked)
    const cached = this.#find(key)
    return {
      request: cached ? conditional(asked, cached.etag) : asked,
      respond: async (handled, prepare) => {
        if (cached && handled.status === 304) return again(cached, handled)
        const prepared = await prepare(handled)
        const etag = prepared.headers.get('etag')
        if (prepared.status !== 200 || !etag || prepared.headers.has('set-cookie')) return prepared
        const body = new Uint8Array(await prepared.arrayBuffer())
        this.#keep(key, { etag, headers: prepared.headers, body, until: performance.now() + maxAgeMs })
        return new Response(body, prepared)
      },
    }
  }

  #find(key: string): CachedResponse | undefined {
    const cached = this.#entries.get(key)
    if (cached && cached.until > performance.now()) return cached
    this.#forget(key)
    return undefined
  }

  /** The oldest make room. */
  #keep(key: string, cached: CachedResponse): void {
    this.#forget(key)
    this.#entries.set(key, cached)
    this.#bytes += cached.body.byteLength
    for (const [oldest, { until }] of this.#entries) {
      if (this.#bytes <= maxBytes && until > performance.now()) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.body.byteLength ?? 0
    this.#entries.delete(key)
  }
}

function conditional(request: Request, etag: string): Request {
  const headers = new Headers(request.headers)
  headers.set('if-none-match', etag)
  return new Request(request, { headers })
}

/** What was sent before, with the headers of now: the cookies, the policy and the request's id. */
function again({ headers: before, body }: CachedResponse, { headers: now }: Response): Response {
  const headers = new Headers(before)
  for (const [name, value] of now) if (name !== 'set-cookie') headers.set(name, value)
  for (const cookie of now.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(body, { status: 200, headers })
}

/** A digest, so that no cookie is kept. */
function keyOf({ url, headers }: Request): string {
  const parts = [url, ...['cookie', 'accept', 'accept-encoding'].map((name) => headers.get(name))]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
