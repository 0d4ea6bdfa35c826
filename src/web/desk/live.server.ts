import { eventStream } from '../event-stream.server.ts'

const pollMs = 2_500

interface Watching {
  listeners: Set<(version: string) => void>
  stop: () => void
}

/** Pollers by the function that they call: one database query serves all streams of a process. */
const watched = new Map<() => Promise<string>, Watching>()

/**
 * Returns the server-sent events of the desk, until the session that opened the stream ends: `changed` whenever the version
 * changes, and `presence` with the members who have each order open, whenever that changes.
 *
 * @param member the member whose stream it is; each may have up to a dozen
 * @param versionOf returns a different text after every change; must be the same function for every stream of an application
 * @param viewersOf returns the members who have each order open, as JSON; the same function for every stream, as for `versionOf`
 * @param mayGoOn called at every heartbeat
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
