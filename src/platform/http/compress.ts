import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Compressing smaller responses saves hardly anything. */
const minBytes = 400

/**
 * Compresses a dynamic response, at a low level and in one piece: a high level halves the throughput, and so does
 * streaming many small chunks. Event streams are not compressed.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const type = response.headers.get('content-type') ?? ''
  const fits = /^text\/(?!event-stream)|json|xml|javascript/.test(type)
  if (!encoding || !response.body || response.headers.has('content-encoding') || !fits) return response

  const whole = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (whole.byteLength < minBytes) return new Response(whole, { status: response.status, headers })
  const squeezed = await squeeze[encoding](whole)
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(squeezed.byteLength))
  return new Response(new Uint8Array(squeezed), { status: response.status, headers })
}

const squeeze = {
  br: (whole: Uint8Array) =>
    promisify(brotliCompress)(whole, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
        // A window no larger than a page: the default reserves megabytes per response.
        [constants.BROTLI_PARAM_LGWIN]: 17,
      },
    }),
  gzip: (whole: Uint8Array) => promisify(gzip)(whole, { level: 5 }),
}
