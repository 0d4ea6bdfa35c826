import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { after } from '../../core/durations.ts'
import { normalizeEmail } from '../../core/email.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { isPersonName, normalizeName } from '../../core/person-name.ts'
import type { TeamRole } from '../../core/roles.ts'
import { cutTo } from '../../core/text.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { lockName } from '../../platform/database/named-lock.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { isEmail } from '../identity/public.ts'
import type { Deps } from './deps.ts'
import { INVITATION_LIFETIME } from './domain/lifetimes.ts'
import { invitationEmail, welcomeEmail } from './messages.ts'
import { teamInvitations } from './tables.server.ts'

export interface Invitation {
  id: string
  email: string
  name: string
  role: TeamRole
  createdAt: Date
  expiresAt: Date
}

/** Invites a person by e-mail; they get the role when they open the link. Ends an earlier invitation of the address. */
export async function invite(
  tx: Transaction,
  {
    invitationId,
    email: typed,
    name: given,
    role,
    by,
  }: { invitationId: string; email: string; name: string; role: TeamRole; by: string },
  { clock, send, links, identity }: Deps,
): Promise<Outcome<null, 'email_invalid' | 'name_missing' | 'already_in_team'>> {
  const email = normalizeEmail(typed)
  const name = cutTo(100, normalizeName(given))
  if (!isEmail(email)) return refuse('email_invalid')
  if (!isPersonName(name)) return refuse('name_missing')
  await lockInvitationsTo(tx, email)
  if ((await identity.teamAccounts(tx)).some((account) => account.email === email)) {
    return refuse('already_in_team')
  }
  const now = clock.now()
  await withdrawInvitationsTo(tx, { email, now })
  const token = newToken()
  await tx.insert(teamInvitations).values({
    id: invitationId,
    email,
    name,
    role,
    tokenHash: hashToken(token),
    invitedBy: by,
    createdAt: now,
    expiresAt: after(now, INVITATION_LIFETIME),
  })
  await send(tx, { channel: 'email', to: email, ...invitationEmail({ name, link: links.invitation(token) }) })
  return ok(null)
}

/** Ends an invitation that was not accepted yet. */
export async function withdrawInvitation(
  tx: Transaction,
  { invitationId }: { invitationId: string },
  { clock }: Pick<Deps, 'clock'>,
): Promise<Outcome<null, 'not_found'>> {
  const ended = await tx
    .update(teamInvitations)
    .set({ withdrawnAt: clock.now() })
    .where(and(eq(teamInvitations.id, invitationId), isOpenInvitation()))
    .returning({ id: teamInvitations.id })
  return ended.length > 0 ? ok(null) : refuse('not_found')
}

/** Ends the invitations by a member that were not accepted yet. */
export async function withdrawInvitationsOf(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await tx
    .update(teamInvitations)
    .set({ withdrawnAt: now })
    .where(and(eq(teamInvitations.invitedBy, userId), isOpenInvitation()))
}

/** Withdraws what an address was sent and has not accepted. */
export async function withdrawInvitationsTo(
  tx: Transaction,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx
    .update(teamInvitations)
    .set({ withdrawnAt: now })
    .where(and(eq(teamInvitations.email, email), isOpenInvitation()))
}

/** Of two transactions at once, each would miss the other's invitation, and both would stay open. */
function lockInvitationsTo(tx: Transaction, email: string): Promise<void> {
  return lockName(tx, `invitations to ${email}`)
}

/** The invitations that can still be accepted, newest first. */
export function openInvitations(executor: Executor, now: Date): Promise<Invitation[]> {
  const { id, email, name, role, createdAt, expiresAt } = teamInvitations
  return executor
    .select({ id, email, name, role, createdAt, expiresAt })
    .from(teamInvitations)
    .where(and(isOpenInvitation(), gt(expiresAt, now)))
    .orderBy(desc(createdAt))
}

/** The invitation of a link; undefined when it is unknown, used, withdrawn or expired. */
export async function invitationOf(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { token }: { token: string },
): Promise<Invitation | undefined> {
  const { id, email, name, role, createdAt, expiresAt } = teamInvitations
  const [found] = await database
    .select({ id, email, name, role, createdAt, expiresAt })
    .from(teamInvitations)
    .where(
      and(eq(teamInvitations.tokenHash, hashToken(token)), isOpenInvitation(), gt(expiresAt, clock.now())),
    )
  return found
}

/**
 * Accepts an invitation, once, and ends any other one to its address. An existing account of the address keeps its password.
 *
 * @returns whether the account existed before
 */
export async function acceptInvitation(
  deps: Deps,
  { token, password }: { token: string; password: string },
): Promise<Outcome<{ email: string; existed: boolean }, 'not_found' | PasswordRefusal>> {
  const { database, clock, identity, send, links, recordEvent } = deps
  const invitation = await invitationOf(deps, { token })
  if (!invitation) return refuse('not_found')
  const hashed = await identity.hashNewPassword({ email: invitation.email, password })
  if (!hashed.ok) return hashed
  const now = clock.now()
  const accepted = await database.transaction(async (tx) => {
    await lockInvitationsTo(tx, invitation.email)
    const [used] = await tx
      .update(teamInvitations)
      .set({ acceptedAt: now })
      .where(
        and(eq(teamInvitations.id, invitation.id), isOpenInvitation(), gt(teamInvitations.expiresAt, now)),
      )
      .returning()
    if (!used) return refuse('not_found')
    const { email, name, role } = used
    await withdrawInvitationsTo(tx, { email, now })
    const admitted = await identity.createTeamAccount(tx, { email, name, role, passwordHash: hashed.value })
    if (admitted.existed) {
      await send(tx, { channel: 'email', to: email, ...welcomeEmail({ name, signIn: links.auth() }) })
    }
    return ok({ email, role, ...admitted })
  })
  if (!accepted.ok) return accepted
  const { email, role, userId, existed } = accepted.value
  recordEvent('rights-changed', { account: userId, about: role })
  return ok({ email, existed })
}

type PasswordRefusal = Extract<
  Awaited<ReturnType<Deps['identity']['hashNewPassword']>>,
  { ok: false }
>['code']

function isOpenInvitation() {
  return and(isNull(teamInvitations.acceptedAt), isNull(teamInvitations.withdrawnAt))
}
