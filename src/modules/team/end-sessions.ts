import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { endDeskSessions, endEveryDeskSession, sessionOfDesk } from './desk-sessions-store.server.ts'
import { isOfTeam } from './read-member.ts'

/*
 * What the team ends for others: the next request of each browser leads to signing in. The sign-in's session is always ended before those
 * of the desk, so that two of these at once do not deadlock. Who knows the password signs in again.
 */

type EndDeps = Pick<Deps, 'clock' | 'identity' | 'recordEvent'>

/** Ends all sessions of a customer. @returns how many were live */
export async function endCustomerSessions(
  tx: Transaction,
  { userId }: { userId: string },
  { clock, identity, recordEvent }: EndDeps,
): Promise<Outcome<number, 'not_found' | 'of_team'>> {
  const role = await identity.roleOf(tx, userId)
  if (role === undefined) return refuse('not_found')
  // Else a member could close the desk of whoever looks into what they do.
  if (isOfTeam(role)) return refuse('of_team')
  const count = await identity.endSessionsOf(tx, { userId, now: clock.now() })
  recordEvent('session-revoked', { account: userId, about: 'customer' })
  return ok(count)
}

/** Ends all sessions of a member of the team, at the shop and at the desk. @returns how many sign-ins were live */
export async function endMemberSessions(
  tx: Transaction,
  { userId, by }: { userId: string; by: string },
  { clock, identity, recordEvent }: EndDeps,
): Promise<Outcome<number, 'not_found' | 'yourself'>> {
  if (userId === by) return refuse('yourself')
  if (!isOfTeam((await identity.roleOf(tx, userId)) ?? '')) return refuse('not_found')
  const now = clock.now()
  const count = await identity.endSessionsOf(tx, { userId, now })
  await endDeskSessions(tx, { userId, now })
  recordEvent('session-revoked', { account: userId, about: 'member' })
  return ok(count)
}

/**
 * Ends the sessions of every account, except the sign-in from which the member does it.
 *
 * @returns how many were live
 */
export async function endEverySession(
  tx: Transaction,
  { by, deskSessionId }: { by: string; deskSessionId: string },
  { clock, identity, recordEvent }: EndDeps,
): Promise<Outcome<number, never>> {
  const now = clock.now()
  const except = await sessionOfDesk(tx, { id: deskSessionId, userId: by })
  const count = await identity.endSessionsOfAll(tx, { except, now })
  await endEveryDeskSession(tx, { now, exceptSessionId: except })
  recordEvent('session-revoked', { account: by, about: 'everybody' })
  return ok(count)
}
