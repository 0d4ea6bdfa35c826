import type { Deps } from './deps.ts'
import { dueForRenewal } from './domain/lifetimes.ts'
import type { Viewer } from './domain/person.ts'
import { findSession, renewSession } from './sessions.server.ts'

export interface SessionResult {
  viewer: Viewer | null
  /** `Set-Cookie` of a renewed session; at most once a day. */
  setCookie?: string
}

/**
 * The user of a request. Without a validly signed cookie it makes no query; with one, it makes one query, and once a
 * day a second one that renews the session for its whole lifetime (domain/lifetimes.ts).
 */
export async function readSession(deps: Deps, { headers }: { headers: Headers }): Promise<SessionResult> {
  const token = deps.cookie.read(headers)
  if (token === undefined) return { viewer: null }
  const now = deps.clock.now()
  const session = await findSession(deps.database, token, now)
  if (!session) return { viewer: null }
  if (!dueForRenewal(session.renewedAt, now)) return { viewer: session.viewer }
  await renewSession(deps.database, session.id, now)
  return { viewer: session.viewer, setCookie: deps.cookie.issue(token) }
}

/** The user of a request, or null. */
export async function viewerOf(deps: Deps, headers: Headers): Promise<Viewer | null> {
  return (await readSession(deps, { headers })).viewer
}
