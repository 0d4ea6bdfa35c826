import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { type Device, deviceOf } from './domain/device.ts'
import { endSessionOf, endSessionsOf, findSession, liveSessionsOf, type Session } from './sessions.server.ts'
import { lockCredentials } from './users.server.ts'

/** A place where the user is signed in. */
export interface OwnSession {
  id: string
  device: Device
  signedInAt: Date
  /** Precise to a few minutes. */
  lastUsedAt: Date
  /** Whether it is the session of this request. */
  current: boolean
}

/** More sessions than a person has devices; all others can be ended without being listed. */
const MAX_LISTED = 50

/** The live sessions of the request's user: the current one first, then by last use. Empty for a guest. */
export async function ownSessions(deps: Deps, { headers }: { headers: Headers }): Promise<OwnSession[]> {
  const here = await sessionHere(deps, headers)
  if (!here) return []
  const now = deps.clock.now()
  const rows = await liveSessionsOf(deps.database, { userId: here.viewer.id, now, limit: MAX_LISTED })
  const listed = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceOf(userAgent),
    signedInAt: createdAt,
    lastUsedAt,
    current: id === here.id,
  }))
  return listed.sort((a, b) => Number(b.current) - Number(a.current))
}

/**
 * Ends one of the user's sessions. The owner is part of the query, so another user's session is refused like an unknown
 * one.
 *
 * @returns refused with `unknown_session` also for a session that has already ended
 */
export async function endOwnSession(
  deps: Deps,
  { headers, sessionId, ...from }: { headers: Headers; sessionId: string } & Partial<Origin>,
): Promise<Outcome<null, 'signed_out' | 'unknown_session'>> {
  const here = await sessionHere(deps, headers)
  if (!here) return refuse('signed_out')
  const session = { id: sessionId, userId: here.viewer.id, now: deps.clock.now() }
  const ended = isUuid(sessionId) && (await endSessionOf(deps.database, session))
  if (ended) deps.recordEvent('session-revoked', factsOf(here, from))
  return ended ? ok(null) : refuse('unknown_session')
}

/**
 * Ends every session of the user except that of the request. Waits for a sign-in in progress, and ends its session too.
 */
export async function endOtherSessions(
  deps: Deps,
  { headers, ...from }: { headers: Headers } & Partial<Origin>,
): Promise<Outcome<null, 'signed_out'>> {
  const here = await sessionHere(deps, headers)
  if (!here) return refuse('signed_out')
  const userId = here.viewer.id
  await deps.database.transaction(async (tx) => {
    await lockCredentials(tx, userId, 'update')
    await endSessionsOf(tx, { userId, except: here.id, now: deps.clock.now() })
  })
  deps.recordEvent('session-revoked', factsOf(here, from))
  return ok(null)
}

function factsOf({ viewer }: Session, { ip, requestId }: Partial<Origin>) {
  return { account: viewer.id, ip, requestId }
}

async function sessionHere({ cookie, database, clock, documentos }: Deps, headers: Headers) {
  const token = cookie.read(headers)
  return token === undefined ? undefined : findSession(database, token, clock.now(), documentos)
}
