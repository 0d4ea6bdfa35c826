import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import { acceptedEncoding, type Encoding } from './encoding.ts'

/** Minimum size to compress: compression of smaller responses saves hardly anything. */
const minBytes = 400

/**
 * Maximum size compressed on this thread. A larger response is compressed on another thread; for a smaller one, the switch takes
 * longer than the compression.
 */
const maxBytesHere = 128 * 1024

/**
 * Compresses a dynamic response, at a low level and in one piece: a high level halves the throughput, and so does
 * streaming many small chunks. Event streams are not compressed; a download of unknown length is, as it is written.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  const type = response.headers.get('content-type') ?? ''
  const fits = /^text\/(?!event-stream)|json|xml|javascript/.test(type)
  if (!encoding || !response.body || response.headers.has('content-encoding') || !fits) return response

  if (isWrittenInPieces(response)) return compressInPieces(response, encoding)
  const whole = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (whole.byteLength < minBytes) return new Response(whole, { status: response.status, headers })
  const where = whole.byteLength <= maxBytesHere ? here : elsewhere
  const squeezed = await where[encoding](whole)
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(squeezed.byteLength))
  return new Response(new Uint8Array(squeezed), { status: response.status, headers })
}

/** A download may be longer than what memory should hold at once. */
function isWrittenInPieces({ headers }: Response): boolean {
  return (
    Boolean(headers.get('content-disposition')?.startsWith('attachment')) && !headers.has('content-length')
  )
}

function compressInPieces({ body, status, headers: given }: Response, encoding: Encoding): Response {
  const headers = new Headers(given)
  headers.append('Vary', 'Accept-Encoding')
  headers.set('Content-Encoding', encoding)
  return new Response(body?.pipeThrough(Duplex.toWeb(inPieces[encoding]()) as CompressionStream), {
    status,
    headers,
  })
}

/** Compresses a response that is made once and sent often, in each encoding at its maximum level. */
export async function compressFully(whole: Uint8Array): Promise<Record<Encoding, Uint8Array>> {
  const brotliMaximum = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(whole, { params: brotliMaximum }),
    promisify(gzip)(whole, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip: gz }
}

/** Half the time of quality 4 or level 5, for a page that is a twentieth larger and still one round trip. */
const brotliLevel = (whole: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 2,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
    // A window no larger than a page: the default reserves megabytes per response.
    [constants.BROTLI_PARAM_LGWIN]: 17,
  },
})
const gzipLevel = { level: 2 }

const inPieces = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
}

const here = {
  br: (whole: Uint8Array) => brotliCompressSync(whole, brotliLevel(whole)),
  gzip: (whole: Uint8Array) => gzipSync(whole, gzipLevel),
}

const elsewhere = {
  br: (whole: Uint8Array) => promisify(brotliCompress)(whole, brotliLevel(whole)),
  gzip: (whole: Uint8Array) => promisify(gzip)(whole, gzipLevel),
}
