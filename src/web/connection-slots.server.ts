/** Number of open event streams and downloads in this process, by holder. */
const open = new Map<string, number>()

/**
 * Limits by kind of holder. One person watches one payment, in a few tabs; behind one IP address there may be a family, or an
 * office. A team member has the desk open in more tabs, and the whole team is behind one IP address. No person reads four
 * documents at once. All streams of this process count together: each is a connection, which no number of networks may use up.
 */
const limits = { person: 6, network: 24, member: 12, downloads: 4, streams: 5_000 } as const

/** The holders that a stream or download is counted for. */
export type SlotHolders = { person: string; network: string } | { member: string } | { downloads: string }

/**
 * Takes a place for an event stream, which costs a connection and repeated queries while it is open, or for a download, which
 * costs the memory of its file.
 *
 * @returns a function that releases the place; undefined if one of the holders, or this process, has too many. Browsers then poll.
 */
export function takeSlot(holders: SlotHolders): (() => void) | undefined {
  const counted = 'downloads' in holders ? holders : { ...holders, streams: 'all' }
  const keys = Object.entries(counted).map(([kind, holder]) => ({
    key: `${kind}:${holder}`,
    limit: limits[kind as keyof typeof limits],
  }))
  if (keys.some(({ key, limit }) => (open.get(key) ?? 0) >= limit)) return undefined
  for (const { key } of keys) open.set(key, (open.get(key) ?? 0) + 1)
  let given = false
  return () => {
    if (given) return
    given = true
    for (const { key } of keys) {
      const left = (open.get(key) ?? 0) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }
}

/** Returns a 429, after which an `EventSource` does not retry and the page polls instead. */
export function tooManyStreams(): Response {
  return new Response('Acompanhamentos abertos demais. Feche outras abas desta página.', {
    status: 429,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '60',
    },
  })
}
