import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/**
 * Compresses an answer made for this request, lightly: a high level on every dynamic page costs half the throughput.
 * Event streams pass untouched.
 */
export function compress(request: Request, response: Response): Response {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const type = response.headers.get('content-type') ?? ''
  const fits = /^text\/(?!event-stream)|json|xml|javascript/.test(type)
  if (!encoding || !response.body || response.headers.has('content-encoding') || !fits) return response

  const squeeze =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 5 })
  pipeline(Readable.fromWeb(response.body as NodeReadableStream), squeeze, () => {})
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  return new Response(Readable.toWeb(squeeze) as ReadableStream, { status: response.status, headers })
}
