import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { boundTo } from '../../core/use-case.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue, JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Notifications } from '../notifications/index.server.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { accountOf, completeProfile, contactOf } from './contact.ts'
import { type Deps, type IdentityLinks, identityJobs } from './deps.ts'
import { EMPTY_PROFILE } from './domain/account.ts'
import type { Profile, Role, Viewer } from './domain/person.ts'
import { normalizeEmail } from './domain/typed.ts'
import { ensureAccounts } from './ensure-accounts.ts'
import { COST, type Cost, createPasswordHasher } from './password-hash.server.ts'
import { readSession } from './read-session.ts'
import { requestPasswordReset, sendPasswordReset } from './request-password-reset.ts'
import { canReset, resetPassword } from './reset-password.ts'
import { createSessionCookie } from './session-cookie.server.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { sweep } from './sweep.ts'
import { updateProfile } from './update-profile.ts'
import { findProfile, roleOf, setRole } from './users.server.ts'

export type { Origin } from './deps.ts'
export type Identity = ReturnType<typeof createIdentity>

/** Accounts, sessions and profiles (docs/decisions/0004-accounts.md). */
export function createIdentity({
  session,
  passwordCost = COST,
  ...rest
}: {
  database: Database
  clock: Clock
  newId: NewId
  enqueue: Enqueue
  notify: Notifications['send']
  session: { secret: string; secure: boolean }
  links: IdentityLinks
  passwordCost?: Cost
}) {
  const cookie = createSessionCookie(session)
  const deps: Deps = { ...rest, cookie, passwords: createPasswordHasher(passwordCost) }
  const bound = boundTo(deps)

  return {
    signUp: bound(signUp),
    confirmEmail: bound(confirmEmail),
    signIn: bound(signIn),
    signOut: bound(signOut),
    requestPasswordReset: bound(requestPasswordReset),
    canReset: bound(canReset),
    resetPassword: bound(resetPassword),
    changePassword: bound(changePassword),
    readSession: bound(readSession),
    updateProfile: bound(updateProfile),
    ensureAccounts: bound(ensureAccounts),

    /** Name of the session's cookie. */
    sessionCookieName: cookie.name,

    /** Who a request comes from, or null. */
    async viewerOf(headers: Headers): Promise<Viewer | null> {
      return (await readSession(deps, { headers })).viewer
    },

    /** A person's name, document and telephone; empty texts where nothing was given yet. */
    async profileOf(userId: string): Promise<Profile> {
      return (await findProfile(deps.database, userId)) ?? EMPTY_PROFILE
    },

    contactOf,
    /** What somebody may do, in the caller's transaction. */
    roleOf,
    accountOf,
    /** Fills the empty places of a profile, in the caller's transaction. */
    completeProfile,

    /** Makes somebody staff, owner or customer again. */
    async grantRole({ email, role }: { email: string; role: Role }): Promise<Outcome<null, 'unknown_email'>> {
      return (await setRole(deps.database, normalizeEmail(email), role)) ? ok(null) : refuse('unknown_email')
    },

    jobs: {
      [identityJobs.sweep]: { every: { cron: '40 3 * * *' }, run: () => sweep(deps) },
      [identityJobs.reset]: { poll: 0.5, run: ({ userId }) => sendPasswordReset(deps, String(userId)) },
    } satisfies Record<string, JobDefinition>,
  }
}
