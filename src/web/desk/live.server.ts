const heartbeatMs = 15_000
const pollMs = 2_500

interface Watching {
  listeners: Set<() => void>
  stop: () => void
}

/** One look at the database serves all streams of a process. */
const watched = new Map<() => Promise<string>, Watching>()

/**
 * Server-sent events of the desk: `changed` whenever the version is another one, until the session that opened the stream
 * ends.
 *
 * @param versionOf another text after every change; the same function for every stream of an application
 * @param mayGoOn asked at every heartbeat
 */
export function deskEvents({
  versionOf,
  mayGoOn,
  signal,
}: {
  versionOf: () => Promise<string>
  mayGoOn: () => Promise<boolean>
  signal: AbortSignal
}): Response {
  let end = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const leave = watch(versionOf, () => send('event: changed\ndata: {}\n\n'))
      let ended = false
      const beat = async () => {
        // A database that does not answer is no reason to send anybody away.
        const goesOn = await mayGoOn().catch(() => true)
        if (ended) return
        if (goesOn) return send(': \n\n')
        end()
        controller.close()
      }
      const heartbeat = setInterval(beat, heartbeatMs)
      end = () => {
        ended = true
        clearInterval(heartbeat)
        leave()
      }
      send('retry: 3000\n\n')
    },
    cancel: () => end(),
  })
  signal.addEventListener('abort', () => end())
  if (signal.aborted) end()
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}

function watch(versionOf: () => Promise<string>, changed: () => void): () => void {
  const watching = watched.get(versionOf) ?? begin(versionOf)
  watching.listeners.add(changed)
  return () => {
    watching.listeners.delete(changed)
    if (watching.listeners.size > 0) return
    watching.stop()
    watched.delete(versionOf)
  }
}

function begin(versionOf: () => Promise<string>): Watching {
  const listeners = new Set<() => void>()
  let last: string | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const version = await versionOf().catch(() => last)
    isLooking = false
    if (last !== undefined && version !== last) for (const changed of listeners) changed()
    last = version
  }
  void look()
  const timer = setInterval(look, pollMs)
  const watching = { listeners, stop: () => clearInterval(timer) }
  watched.set(versionOf, watching)
  return watching
}
