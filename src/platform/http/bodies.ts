import { IncomingMessage, type ServerResponse } from 'node:http'
import { ReadableStream as PiecewiseStream } from 'node:stream/web'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UnreadBody } from '../../core/unread-body.ts'

/** Limit of a request body that is sent to a path. */
export interface BodyLimit {
  maxBytes: number
  /** Whether the page reads the body as it arrives; otherwise it gets the body when it is complete. */
  streamed: boolean
  /** As much of a streamed body as the page keeps at a time; by default all of it. */
  heldBytes?: number
}

/** A body that is held in memory: it is still arriving, or its request is not answered yet. */
interface HeldBody {
  network: string
  bytes: number
  isComplete: boolean
  /** Ends a body that is still arriving: it is not read further. */
  giveUp(): void
}

/**
 * Memory of all bodies that are held whole, together: what anybody can take of a process by sending. When it is used up, the largest
 * unfinished body of the network that holds most is given up, so that a small form gets through while another network sends a lot.
 */
export class BodyMemory {
  readonly #maxBytes: number
  readonly #bodies = new Set<HeldBody>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  hold(body: HeldBody): void {
    this.#bodies.add(body)
  }

  /** Counts bytes that arrived, and gives up unfinished bodies until all fit: others, or this one. */
  grow(body: HeldBody, bytes: number): void {
    body.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > this.#maxBytes && this.#bodies.has(body)) this.#largestUnfinished()?.giveUp()
  }

  release(body: HeldBody): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.bytes
  }

  #largestUnfinished(): HeldBody | undefined {
    const ofNetwork = new Map<string, number>()
    for (const { network, bytes } of this.#bodies)
      ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + bytes)
    const sum = ({ network }: HeldBody) => ofNetwork.get(network) ?? 0
    return [...this.#bodies]
      .filter(({ isComplete }) => !isComplete)
      .toSorted((a, b) => sum(b) - sum(a) || b.bytes - a.bytes)[0]
  }
}

/** Size up to which a body may take as long as its request; a form of text is smaller. */
const smallBytes = 64 * 1024
/** Minimum bytes of a larger body in each span: about 1 KB a second, which the slowest telephone reaches. */
const minBytesPerSpan = 16 * 1024

export interface BodyReading {
  maxBytes: number
  /** Network of the client. */
  network: string
  memory: BodyMemory
  /** Time in which a large body has to bring `minBytesPerSpan`. */
  spanMs: number
}

/**
 * Reads a whole body with Node's own events. A body may arrive byte by byte, and a web stream takes so long for each piece that a
 * small request would delay all others. The body counts in `memory` until its response is sent.
 */
export function wholeBody(
  incoming: IncomingMessage,
  response: ServerResponse,
  { maxBytes, network, memory, spanMs }: BodyReading,
): Promise<Buffer | UnreadBody> {
  if (incoming.destroyed || response.closed) return Promise.resolve('gone')
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const body: HeldBody = { network, bytes: 0, isComplete: false, giveUp: () => end('overloaded') }
    let bytesBefore = 0
    const pace = setInterval(() => {
      if (body.bytes > smallBytes && body.bytes - bytesBefore < minBytesPerSpan) end('too_slow')
      bytesBefore = body.bytes
    }, spanMs)
    const take = (piece: Buffer) => {
      pieces.push(piece)
      memory.grow(body, piece.length)
      if (body.bytes > maxBytes) end('too_large')
    }
    const end = (result: Buffer | UnreadBody) => {
      clearInterval(pace)
      incoming.off('data', take)
      pieces.length = 0
      if (typeof result === 'string') memory.release(body)
      resolve(result)
    }
    memory.hold(body)
    incoming.on('data', take)
    incoming.once('end', () => {
      body.isComplete = true
      end(Buffer.concat(pieces))
    })
    incoming.once('error', () => end('gone'))
    incoming.once('close', () => body.isComplete || end('gone'))
    response.once('close', () => end('gone'))
  })
}

/**
 * Returns the same request, whose body counts in `memory` while the page reads it, up to what the page keeps of it at a time.
 *
 * @param onGivenUp called at most once, before the body fails
 */
export function countedBody(
  request: Request,
  response: ServerResponse,
  { heldBytes, network, memory }: Pick<BodyReading, 'network' | 'memory'> & { heldBytes: number },
  onGivenUp: () => void,
): Request {
  if (!request.body) return request
  let end = () => {}
  const body: HeldBody = { network, bytes: 0, isComplete: false, giveUp: () => end() }
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      end = () => {
        end = () => {}
        memory.release(body)
        onGivenUp()
        controller.error(new Error('too many bodies are held'))
      }
    },
    transform(chunk, controller) {
      memory.grow(body, Math.min(chunk.byteLength, heldBytes - body.bytes))
      controller.enqueue(chunk)
    },
    flush() {
      body.isComplete = true
    },
  })
  memory.hold(body)
  response.once('close', () => memory.release(body))
  return new Request(request, { body: request.body.pipeThrough(counter), duplex: 'half' } as RequestInit)
}

/** Returns the same request without its body, which is read only when the page asks for it. */
export function withoutBody(incoming: IncomingMessage): IncomingMessage {
  const copy = new IncomingMessage(incoming.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor })
  copy.complete = true
  copy.push(null)
  return copy
}

/**
 * Returns a request whose body is read when the page asks for it: whatever its headers decide is decided before.
 *
 * @param read is called at most once; its failure is that of the page's own reading
 */
export function withBody(request: Request, read: () => Promise<Uint8Array>): Request {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(await read())
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}

/**
 * Returns the same request with its body as it arrives, one piece for each turn of the event loop: a web stream takes so long for a
 * piece that a body in chunks of a byte would delay all other requests.
 */
export function withArrivingBody(request: Request, incoming: IncomingMessage): Request {
  const body = PiecewiseStream.from(piecesOf(incoming))
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}

async function* piecesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
    yield piece
    await nextTurn()
  }
}

/** Discards a body that was not read to its end; otherwise the next request on its connection would wait for it forever. */
export function discardBody(incoming: IncomingMessage): void {
  if (incoming.complete && incoming.readableEnded) return
  incoming.removeAllListeners('data')
  incoming.removeAllListeners('readable')
  incoming.resume()
}
