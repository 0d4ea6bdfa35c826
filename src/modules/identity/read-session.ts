import type { Deps } from './deps.ts'
import { dueForRenewal } from './domain/lifetimes.ts'
import type { Viewer } from './domain/person.ts'
import { findSession, renewSession } from './sessions.server.ts'

export interface SessionReading {
  viewer: Viewer | null
  /** Renews the cookie, at most once a day. */
  setCookie?: string
}

/**
 * Who a request comes from. Without a cookie of ours no query is made; with one, one query, and once a day another
 * that puts the end of the session seven days off again.
 */
export async function readSession(deps: Deps, { headers }: { headers: Headers }): Promise<SessionReading> {
  const token = deps.cookie.read(headers)
  if (token === undefined) return { viewer: null }
  const now = deps.clock.now()
  const session = await findSession(deps.database, token, now)
  if (!session) return { viewer: null }
  if (!dueForRenewal(session.renewedAt, now)) return { viewer: session.viewer }
  await renewSession(deps.database, session.id, now)
  return { viewer: session.viewer, setCookie: deps.cookie.issue(token) }
}

/** Who a request comes from, or null. */
export async function viewerOf(deps: Deps, headers: Headers): Promise<Viewer | null> {
  return (await readSession(deps, { headers })).viewer
}
