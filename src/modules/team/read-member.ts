import { type TeamRole, teamRoles } from '../../core/roles.ts'
import type { Deps } from './deps.ts'
import { findDeskSession, recordDeskUse } from './desk-sessions-store.server.ts'
import { dueForRecording, isFresh, isOpen } from './domain/lifetimes.ts'

/** A team member at the desk. */
export interface Member {
  id: string
  name: string
  email: string
  role: TeamRole
  deskSessionId: string
  /** Whether the second factor was entered recently enough for sensitive actions. */
  isFresh: boolean
}

/** Whether an account's role is one of the team. */
export function isOfTeam(role: string): role is TeamRole {
  return (teamRoles as readonly string[]).includes(role)
}

/** The team member of a request; undefined when the second factor has to be entered first, or again. */
export async function readMember(
  { database, clock, cookie }: Pick<Deps, 'database' | 'clock' | 'cookie'>,
  {
    headers,
    viewer,
    sessionId,
    peek = false,
  }: {
    headers: Headers
    viewer: { id: string; email: string; nome: string; role: string }
    sessionId: string
    /** The request was not made by the member: it does not keep the desk open. */
    peek?: boolean
  },
): Promise<Member | undefined> {
  const { id, email, nome, role } = viewer
  const token = cookie.read(headers)
  if (token === undefined || !isOfTeam(role)) return undefined
  const session = await findDeskSession(database, { token, sessionId })
  const now = clock.now()
  if (!session || session.userId !== id || !isOpen(session, now)) return undefined
  if (!peek && dueForRecording(session, now)) await recordDeskUse(database, session.id, now)
  return {
    id,
    name: nome || (email.split('@')[0] ?? email),
    email,
    role,
    deskSessionId: session.id,
    isFresh: isFresh(session.verifiedAt, now),
  }
}
