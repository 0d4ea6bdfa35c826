import { IncomingMessage } from 'node:http'

/** Limit of a request body that is sent to a path. */
export interface BodyLimit {
  maxBytes: number
  /** Whether the page reads the body as it arrives; otherwise it gets the body when it is complete. */
  streamed: boolean
}

/**
 * Reads a whole body with Node's own events. A body may arrive byte by byte, and a web stream takes so long for each piece that a
 * small request would delay all others.
 *
 * @returns `too_large` at the first byte above `maxBytes`, `gone` when the client disconnects before the end
 */
export function wholeBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    incoming.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= maxBytes) pieces.push(piece)
      else resolve('too_large')
    })
    incoming.once('end', () => resolve(Buffer.concat(pieces)))
    incoming.once('error', () => resolve('gone'))
    incoming.once('close', () => resolve('gone'))
  })
}

/** Returns the same request with a body that was already read. */
export function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(incoming.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor })
  copy.complete = true
  copy.push(body)
  copy.push(null)
  return copy
}

/** Discards a body that was not read to its end; otherwise the next request on its connection would wait for it forever. */
export function discardBody(incoming: IncomingMessage): void {
  if (incoming.complete && incoming.readableEnded) return
  incoming.removeAllListeners('data')
  incoming.resume()
}
