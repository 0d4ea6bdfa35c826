import { createHash } from 'node:crypto'

interface Known {
  etag: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** In ms, as `performance.now()`. */
  until: number
}

const maxBytes = 4 * 1024 * 1024
const maxAgeMs = 5 * 60_000

/**
 * The last answers that have a version, for people who come back to a page that their browser may not store. Nothing is
 * answered from here without asking the handler whether it is still right, with `If-None-Match`: it reads the session and
 * says 304, and only then what was rendered and compressed before is sent again.
 *
 * An answer is known by the whole request: whoever has other cookies, another address or another encoding has another one.
 */
export class KnownAnswers {
  readonly #known = new Map<string, Known>()
  #bytes = 0

  /**
   * @returns the request for the handler, and what makes its answer the visitor's; `prepare` compresses one that is new
   */
  askAgain(asked: Request): {
    request: Request
    answerOf: (handled: Response, prepare: (response: Response) => Promise<Response>) => Promise<Response>
  } {
    const { method, headers } = asked
    // Without a cookie there is no person; who asks with a version wants to hear of that one.
    if (method !== 'GET' || !headers.has('cookie') || headers.has('if-none-match')) {
      return { request: asked, answerOf: (handled, prepare) => prepare(handled) }
    }
    const key = keyOf(asked)
    const known = this.#find(key)
    return {
      request: known ? conditional(asked, known.etag) : asked,
      answerOf: async (handled, prepare) => {
        if (known && handled.status === 304) return again(known, handled)
        const prepared = await prepare(handled)
        const etag = prepared.headers.get('etag')
        if (prepared.status !== 200 || !etag || prepared.headers.has('set-cookie')) return prepared
        const body = new Uint8Array(await prepared.arrayBuffer())
        this.#keep(key, { etag, headers: prepared.headers, body, until: performance.now() + maxAgeMs })
        return new Response(body, prepared)
      },
    }
  }

  #find(key: string): Known | undefined {
    const known = this.#known.get(key)
    if (known && known.until > performance.now()) return known
    this.#forget(key)
    return undefined
  }

  /** The oldest make room. */
  #keep(key: string, known: Known): void {
    this.#forget(key)
    this.#known.set(key, known)
    this.#bytes += known.body.byteLength
    for (const [oldest, { until }] of this.#known) {
      if (this.#bytes <= maxBytes && until > performance.now()) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#known.get(key)?.body.byteLength ?? 0
    this.#known.delete(key)
  }
}

function conditional(request: Request, etag: string): Request {
  const headers = new Headers(request.headers)
  headers.set('if-none-match', etag)
  return new Request(request, { headers })
}

/** What was sent before, with the headers of now: the cookies, the policy and the request's id. */
function again({ headers: before, body }: Known, { headers: now }: Response): Response {
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
