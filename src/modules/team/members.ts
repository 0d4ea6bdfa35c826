import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { TeamRole } from '../../core/roles.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { endDeskSessions } from './desk-sessions-store.server.ts'
import { may } from './domain/rights.ts'
import { withdrawInvitationsOf, withdrawInvitationsTo } from './invite.ts'
import { deleteSecondFactor, lockSecondFactor, replaceRecoveryCodes } from './second-factor-store.server.ts'

export type MemberRefusal = 'not_found' | 'last_owner' | 'yourself'

/**
 * Gives a team member another role, or none: they become a customer. Their sessions end, and so do invitations that are not accepted
 * yet: those to them, which have another role, and those by them when they may invite no longer.
 */
export async function setMemberRole(
  tx: Transaction,
  { userId, role, by }: { userId: string; role: TeamRole | 'customer'; by: string },
  { clock, identity, recordEvent }: Deps,
): Promise<Outcome<null, MemberRefusal>> {
  if (userId === by) return refuse('yourself')
  const accounts = await identity.teamAccounts(tx)
  const account = accounts.find(({ id }) => id === userId)
  if (!account) return refuse('not_found')
  const owners = accounts.filter((other) => other.role === 'owner')
  if (account.role === 'owner' && role !== 'owner' && owners.length === 1) return refuse('last_owner')
  await identity.changeRole(tx, { email: account.email, role })
  await endDeskSessions(tx, { userId, now: clock.now() })
  await withdrawInvitationsTo(tx, { email: account.email, now: clock.now() })
  if (role === 'customer') await deleteSecondFactor(tx, userId)
  if (!may(role, 'team.invite')) await withdrawInvitationsOf(tx, { userId, now: clock.now() })
  recordEvent('rights-changed', { account: userId, about: role })
  return ok(null)
}

/**
 * Deletes the second factor of a team member who has lost it: the next sign-in sets up another. All their sessions end, because
 * the finder of the lost device may have one: the password is then required to set up the other.
 */
export async function resetSecondFactor(
  tx: Transaction,
  { userId, by }: { userId: string; by: string },
  { clock, identity, recordEvent }: Deps,
): Promise<Outcome<null, MemberRefusal>> {
  if (userId === by) return refuse('yourself')
  const isMember = (await identity.teamAccounts(tx)).some(({ id }) => id === userId)
  if (!isMember) return refuse('not_found')
  await deleteSecondFactor(tx, userId)
  await identity.endSessionsOf(tx, { userId, now: clock.now() })
  await endDeskSessions(tx, { userId, now: clock.now() })
  recordEvent('rights-changed', { account: userId, about: 'second-factor' })
  return ok(null)
}

/**
 * Gives a team member new recovery codes; the previous ones are no longer valid.
 *
 * @returns the codes, of which only digests are stored
 */
export async function renewRecoveryCodes(
  tx: Transaction,
  { userId }: { userId: string },
  { clock, cipher, recordEvent }: Pick<Deps, 'clock' | 'cipher' | 'recordEvent'>,
): Promise<Outcome<readonly string[], 'not_found'>> {
  const factor = await lockSecondFactor(tx, userId, cipher)
  if (!factor?.confirmedAt) return refuse('not_found')
  const codes = await replaceRecoveryCodes(tx, { userId, now: clock.now() })
  recordEvent('rights-changed', { account: userId, about: 'recovery-codes' })
  return ok(codes)
}
