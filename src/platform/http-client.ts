import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { codeOf } from './error-code.ts'

export interface OutgoingRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | undefined
  /** Milliseconds for the whole request and response, even if data keeps arriving slowly. */
  timeout: number
  /**
   * Maximum size of the response's body in bytes, also after decompression; a longer one counts as no response. Default: 1 MiB.
   */
  maxBytes?: number
  /** PEM texts. `cert` and `key` authenticate this client; without `ca` the server is verified with the public CAs. */
  tls?: { cert: string; key: string; ca?: string | undefined } | undefined
}

/** Response with any status. */
export interface HttpResponse {
  answered: true
  status: number
  header(name: string): string | undefined
  /** Decoded as UTF-8, without a byte order mark; bytes that are not UTF-8 become '\ufffd'. */
  text: string
}

/** No usable response: whether the server executed the request is unknown. */
export interface NoResponse {
  answered: false
  /** An error code or name, never text from the server: 'ECONNREFUSED', 'TimeoutError', 'too large'. */
  reason: string
}

/** A page of fifty payments is a third of this. Reading a larger body would only block the process. */
const defaultMaxBytes = 1024 * 1024

/**
 * Sends a request and reads the whole response. Uses `node:https` because `fetch` cannot present a client certificate.
 * Does not follow redirects: a redirect counts as no response. Decompresses a body that is compressed although this was not requested.
 */
export function exchange({
  method,
  url,
  headers = {},
  body,
  timeout,
  maxBytes = defaultMaxBytes,
  tls,
}: OutgoingRequest): Promise<HttpResponse | NoResponse> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeout)
    const giveUp = (reason: string) => resolve({ answered: false, reason })
    const fail = (error: Error) => giveUp(signal.aborted ? 'TimeoutError' : nameOf(error))
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const open = url.startsWith('https:') ? httpsRequest : httpRequest
    const call = open(url, { method, signal, ...tls, headers: { ...headers, ...length } })
    call.on('error', fail)
    // Without a listener, a request would never end if the server switches protocols.
    call.on('upgrade', (_, socket) => {
      socket.destroy()
      giveUp('upgrade')
    })
    call.on('response', (response) => {
      const status = response.statusCode ?? 0
      const end = (reason: string) => {
        giveUp(reason)
        call.destroy()
      }
      if (status >= 300 && status < 400) return end('redirect')
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) end('too large')
        else chunks.push(chunk)
      })
      response.on('error', fail)
      response.on('end', async () => {
        const bytes = await decompressed(response, Buffer.concat(chunks), maxBytes)
        if (bytes === undefined) return giveUp('unreadable encoding')
        const header = (name: string) => response.headers[name]?.toString()
        resolve({ answered: true, status, header, text: utf8.decode(bytes) })
      })
    })
    call.end(body)
  })
}

const utf8 = new TextDecoder()

const decoders: Readonly<
  Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** Returns the decompressed body; undefined when the encoding is unknown, wrong, or expands to more than `maxBytes`. */
async function decompressed(
  { headers }: IncomingMessage,
  bytes: Buffer,
  maxOutputLength: number,
): Promise<Buffer | undefined> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity' || bytes.length === 0) return bytes
  if (!Object.hasOwn(decoders, coding)) return undefined
  return decoders[coding]?.(bytes, { maxOutputLength }).catch(() => undefined)
}

function nameOf(error: Error): string {
  return codeOf(error) ?? error.name
}
