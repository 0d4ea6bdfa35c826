import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import type { Signer } from '../../platform/signing.ts'
import type { Sealing } from '../../platform/storage/sealing.ts'
import { sealReadable } from '../../platform/storage/sealing.ts'
import { changePassword } from './change-password.ts'
import { changePhone } from './change-phone.ts'
import { changeRole } from './change-role.ts'
import { confirmEmail, readConfirmation } from './confirm-email.ts'
import { accountOf, completeProfile, contactOf, profileOf, usersOf } from './contact.ts'
import { deleteExpired } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { createDeviceCookie } from './device-cookie.server.ts'
import {
  createDocumentos,
  indexDocumentos,
  sealableDocumentos,
  sealedDocumentos,
} from './documentos.server.ts'
import { ensureAccounts } from './ensure-accounts.ts'
import { findPeople, personOf } from './find-people.ts'
import { checkFirstOwner, createFirstOwner, hashNewPassword, hasOwner } from './first-owner.ts'
import { identityJobs } from './jobs.ts'
import { namesOf } from './names-of.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts'
import { COST, type Cost, createPasswordHasher, type PasswordHasher } from './password-hash.server.ts'
import { identityBlocks, identityPersonal, isErased } from './personal.ts'
import { readSession, viewerOf } from './read-session.ts'
import { requestPasswordReset, sendPasswordReset } from './request-password-reset.ts'
import { readRecovery, resetPassword } from './reset-password.ts'
import { createSessionCookie } from './session-cookie.server.ts'
import { endSessionsOf, endSessionsOfAll } from './sessions.server.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { correctEmail, resendConfirmation, signUp, waitingEmail } from './sign-up.ts'
import { profiles, sessions, users } from './tables.server.ts'
import { createTeamAccount, teamAccounts } from './team-accounts.ts'
import { updateProfile } from './update-profile.ts'
import { lockRolesOf, roleOf } from './users.server.ts'

export { readableDocumentos } from './documentos.server.ts'
export { deviceOf } from './domain/device.ts'
export { type IdentityMessageKind, identityMessageKinds, identityMessageLimits } from './message-kinds.ts'
export { DEMO_COST } from './password-hash.server.ts'
export { identityWordings } from './wordings.ts'
export type Identity = ReturnType<typeof createIdentity>

/** Accounts, sessions and profiles (docs/decisions/0004-accounts.md). */
export function createIdentity({
  session,
  sealing,
  siteWords = [],
  passwordCost = COST,
  passwords = createPasswordHasher(passwordCost),
  recordEvent = () => {},
  ...rest
}: Omit<
  Deps,
  'cookie' | 'devices' | 'documentos' | 'passwords' | 'pseudonym' | 'recordEvent' | 'siteWords'
> & {
  sealing: Sealing
  siteWords?: Deps['siteWords']
  session: { signer: Signer; secure: boolean }
  passwordCost?: Cost
  /** Tests pause it. */
  passwords?: PasswordHasher
  recordEvent?: RecordSecurityEvent
}) {
  const cookie = createSessionCookie({ ...session, clock: rest.clock })
  const deps: Deps = {
    ...rest,
    siteWords,
    cookie,
    devices: createDeviceCookie(session),
    documentos: createDocumentos(sealing),
    passwords,
    recordEvent,
    pseudonym: (email) => session.signer.digest(`pseudonym:${email}`).slice(0, 16),
  }
  const { bound, within } = bind(deps)

  return {
    /** The columns with the customer's id in each row. */
    owners: [users.id, profiles.userId],
    /** Personal data stored here, and the reasons that block an erasure. */
    personal: identityPersonal(deps),
    erasureBlocks: identityBlocks,
    isErased,
    /** The sealed columns of this module; `sealable` are readable rows of earlier releases. */
    sealed: sealedDocumentos,
    sealable: sealableDocumentos(deps.documentos),
    /** Rebuilds the blind indexes of documents after a key rotation. */
    indexDocumentos: bound(indexDocumentos),
    signUp: bound(signUp),
    waitingEmail: bound(waitingEmail),
    resendConfirmation: bound(resendConfirmation),
    correctEmail: bound(correctEmail),
    readConfirmation: bound(readConfirmation),
    confirmEmail: bound(confirmEmail),
    signIn: bound(signIn),
    signOut: bound(signOut),
    requestPasswordReset: bound(requestPasswordReset),
    readRecovery: bound(readRecovery),
    resetPassword: bound(resetPassword),
    changePassword: bound(changePassword),
    changePhone: bound(changePhone),
    readSession: bound(readSession),
    viewerOf: bound(viewerOf),
    ownSessions: bound(ownSessions),
    endOwnSession: bound(endOwnSession),
    endOtherSessions: bound(endOtherSessions),
    /** Ends all sessions: every user has to sign in again. */
    endEverySession: async () => void (await deps.database.delete(sessions)),
    isSessionOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: sessions.id, owner: sessions.userId }, which),
    profileOf: bound(profileOf),
    ensureAccounts: bound(ensureAccounts),
    hasOwner: () => hasOwner(deps.database),
    checkFirstOwner: (input: { email: string }) => checkFirstOwner(deps.database, input),
    hashNewPassword: bound(hashNewPassword),

    /** Name of the session cookie. */
    sessionCookieName: cookie.name,
    /** Name of the known-device cookie, set at sign-in. */
    deviceCookieName: deps.devices.name,

    /** In the caller's transaction. */
    updateProfile: within(updateProfile),
    completeProfile: within(completeProfile),
    createFirstOwner: within(createFirstOwner),
    createTeamAccount: within(createTeamAccount),
    changeRole: within(changeRole),
    endSessionsOf,
    endSessionsOfAll,
    teamAccounts,
    namesOf: bound(namesOf),
    findPeople: bound(findPeople),
    personOf: bound(personOf),
    contactOf,
    usersOf,
    roleOf,
    lockRolesOf,
    accountOf,

    jobs: handleJobs(identityJobs, {
      'identity.sweep': { every: { cron: '40 3 * * *' }, run: bound(deleteExpired) },
      'identity.seal': {
        every: { cron: '*/10 * * * *' },
        run: () => sealReadable(deps.database, sealing, sealableDocumentos(deps.documentos)),
      },
      'identity.reset': { poll: 0.5, run: bound(sendPasswordReset) },
    }),
  }
}
