import { type SlotHolders, takeSlot, tooManyStreams } from './connection-slots.server.ts'

const heartbeatMs = 15_000

/**
 * Maximum number of events waiting for a browser that does not read; beyond it the stream ends, and the browser reconnects when
 * it reads again.
 */
const maxUnread = 50

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

/** An open stream of server-sent events. */
export interface EventStream {
  /** Sends the lines of an event, without the empty line that ends it. */
  send(event: string): void
  /** Ends the stream: no further events follow. */
  close(): void
}

/**
 * Responds with server-sent events, until the browser disconnects, the stream is closed, or its viewer has lost access to the
 * reported data. Only a GET opens a stream: the body of a response to HEAD is never read, so nothing would end the stream behind
 * it.
 *
 * @param holders those for whom streams are counted; too many streams return a 429
 * @param mayGoOn called at every heartbeat
 * @param open starts sending, and returns a function that stops it
 */
export function eventStream({
  request: { method, signal },
  holders,
  mayGoOn,
  open,
}: {
  request: Pick<Request, 'method' | 'signal'>
  holders: SlotHolders
  mayGoOn: () => Promise<boolean>
  open: (stream: EventStream) => () => void
}): Response {
  if (method !== 'GET') return new Response(null, { headers })
  const leave = takeSlot(holders)
  if (!leave) return tooManyStreams()
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      let ended = false
      const write = (text: string) => {
        if (ended) return
        if ((controller.desiredSize ?? 0) <= -maxUnread) return close()
        controller.enqueue(encoder.encode(text))
      }
      let stop: (() => void) | undefined
      const close = () => {
        if (ended) return
        end()
        controller.close()
      }
      const beat = async () => {
        // A database that does not respond is no reason to close a stream.
        const goesOn = await mayGoOn().catch(() => true)
        if (ended) return
        if (goesOn) write(': \n\n')
        else close()
      }
      const heartbeat = setInterval(beat, heartbeatMs)
      end = () => {
        if (ended) return
        ended = true
        clearInterval(heartbeat)
        stop?.()
        leave()
      }
      write('retry: 3000\n\n')
      stop = open({ send: (event) => write(`${event}\n\n`), close })
      // Stops a stream that was closed while it was being opened.
      if (ended) stop()
    },
    cancel: () => end(),
  })
  signal.addEventListener('abort', () => end())
  if (signal.aborted) end()
  return new Response(body, { headers })
}
