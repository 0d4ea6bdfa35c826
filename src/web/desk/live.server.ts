import { eventStream } from '../event-stream.server.ts'

const pollMs = 2_500

interface Watching {
  listeners: Set<(version: string) => void>
  stop: () => void
}

/** One look at the database serves all streams of a process. */
const watched = new Map<() => Promise<string>, Watching>()

/**
 * Server-sent events of the desk, until the session that opened the stream ends: `changed` whenever the version is another one, and
 * `presence` with who has which order open, whenever that changes.
 *
 * @param member whose stream it is; each may hold a dozen
 * @param versionOf another text after every change; the same function for every stream of an application
 * @param viewersOf who has which order open, as JSON; as `versionOf`
 * @param mayGoOn asked at every heartbeat
 */
export function deskEvents({
  member,
  versionOf,
  viewersOf,
  mayGoOn,
  request,
}: {
  member: string
  versionOf: () => Promise<string>
  viewersOf: () => Promise<string>
  mayGoOn: () => Promise<boolean>
  request: Pick<Request, 'method' | 'signal'>
}): Response {
  return eventStream({
    request,
    holders: { member },
    mayGoOn,
    open: ({ send }) => {
      const stops = [
        watch(versionOf, () => send('event: changed\ndata: {}')),
        watch(viewersOf, (viewers) => send(`event: presence\ndata: ${viewers}`)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
}

function watch(versionOf: () => Promise<string>, changed: (version: string) => void): () => void {
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
  const listeners = new Set<(version: string) => void>()
  let last: string | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const version = await versionOf().catch(() => last)
    isLooking = false
    if (version !== undefined && last !== undefined && version !== last)
      for (const changed of listeners) changed(version)
    last = version
  }
  void look()
  const timer = setInterval(look, pollMs)
  const watching = { listeners, stop: () => clearInterval(timer) }
  watched.set(versionOf, watching)
  return watching
}
