import { MINUTE } from '../../core/durations.ts'
import { sha256 } from '../digest.ts'

interface CachedResponse {
  etag: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** In ms, on the scale of `performance.now()`. */
  until: number
}

const maxBytes = 4 * 1024 * 1024
const maxAgeMs = 5 * MINUTE

/**
 * Cache of the last responses that have a version, for people who return to a page that their browser may not store. No response
 * is sent from it without asking the handler whether it is still valid, with `If-None-Match`: the handler reads the session and
 * responds with 304, and only then the earlier rendered and compressed response is sent again.
 *
 * The cache key is the whole request: a request with other cookies, another address or another encoding has its own entry.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CachedResponse>()
  #bytes = 0

  /**
   * Prepares the revalidation of a request. @returns the request for the handler, and a function that turns the handler's
   * response into the visitor's; `prepare` compresses a new one
   */
  revalidate(asked: Request): {
    request: Request
    respond: (handled: Response, prepare: (response: Response) => Promise<Response>) => Promise<Response>
  } {
    const { method, headers } = asked
    // Without a cookie there is no session; a client that sends a version requires a response about that version.
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

  /** Stores a response; the oldest ones are removed to make room. */
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

/** Returns the stored response with the headers of the current one: the cookies, the policy and the request's id. */
function again({ headers: before, body }: CachedResponse, { headers: now }: Response): Response {
  const headers = new Headers(before)
  for (const [name, value] of now) if (name !== 'set-cookie') headers.set(name, value)
  for (const cookie of now.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(body, { status: 200, headers })
}

/** Returns the cache key: a digest, so that no cookie is stored. */
function keyOf({ url, headers }: Request): string {
  const parts = [url, ...['cookie', 'accept', 'accept-encoding'].map((name) => headers.get(name))]
  return sha256(JSON.stringify(parts), 'base64')
}
