import type { Deps } from './deps.ts'
import { dueForRecording, dueForRenewal } from './domain/lifetimes.ts'
import type { Viewer } from './domain/person.ts'
import { findSession, recordUse, renewSession } from './sessions.server.ts'

export interface SessionResult {
  viewer: Viewer | null
  /** The id of the session's row. */
  sessionId?: string
  /** `Set-Cookie` of a renewed session; at most once a day. */
  setCookie?: string
}

/**
 * The user of a request. Without a validly signed cookie it makes no query; with one, it makes one query, every few
 * minutes a second one that records the use, and once a day one that renews the session (domain/lifetimes.ts).
 */
export async function readSession(deps: Deps, { headers }: { headers: Headers }): Promise<SessionResult> {
  const token = deps.cookie.read(headers)
  if (token === undefined) return { viewer: null }
  const now = deps.clock.now()
  const session = await findSession(deps.database, token, now, deps.documentos)
  if (!session) return { viewer: null }
  const { id, viewer, createdAt } = session
  if (!dueForRenewal(session.renewedAt, now)) {
    if (dueForRecording(session.lastUsedAt, now)) await recordUse(deps.database, id, now)
    return { viewer, sessionId: id }
  }
  const expiresAt = await renewSession(deps.database, { id, createdAt, token, now })
  if (!expiresAt) return { viewer, sessionId: id }
  const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  return { viewer, sessionId: id, setCookie: deps.cookie.issue(token, seconds) }
}

/** The user of a request, or null. */
export async function viewerOf(deps: Deps, headers: Headers): Promise<Viewer | null> {
  return (await readSession(deps, { headers })).viewer
}
