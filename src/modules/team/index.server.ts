import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import type { Signer } from '../../platform/signing.ts'
import { deleteOldAccess } from './delete-old-access.ts'
import type { Deps } from './deps.ts'
import { createDeskCookie } from './desk-cookie.server.ts'
import { endDeskSessions, endEveryDeskSession, openDeskSessions } from './desk-sessions-store.server.ts'
import { endCustomerSessions, endEverySession, endMemberSessions } from './end-sessions.ts'
import { confirmAgain, enterDesk, leaveDesk, secondFactorStep } from './enter-desk.ts'
import { acceptInvitation, invitationOf, invite, openInvitations, withdrawInvitation } from './invite.ts'
import { teamJobs } from './jobs.ts'
import { renewRecoveryCodes, resetSecondFactor, setMemberRole } from './members.ts'
import { readMember } from './read-member.ts'
import { insertSecondFactor, recoveryCodesLeft, sealedSecondFactors } from './second-factor-store.server.ts'
import { codeAt } from './totp.server.ts'

export { type TeamMessageKind, teamMessageKinds } from './message-kinds.ts'
export { isOfTeam } from './read-member.ts'

export type Team = ReturnType<typeof createTeam>

/** Access to the desk: members, invitations, second factors and desk sessions (docs/decisions/0038). */
export function createTeam({
  session,
  ...rest
}: Omit<Deps, 'cookie'> & { session: { signer: Signer; secure: boolean } }) {
  const deps: Deps = { ...rest, cookie: createDeskCookie({ ...session, clock: rest.clock }) }
  const { bound, within } = bind(deps)
  const { database, clock, cipher } = deps
  return {
    readMember: bound(readMember),
    secondFactorStep: bound(secondFactorStep),
    enterDesk: bound(enterDesk),
    confirmAgain: bound(confirmAgain),
    leaveDesk: bound(leaveDesk),
    /** `Set-Cookie` that closes the desk in a browser. */
    clearCookie: () => deps.cookie.clear(),

    /** The accounts of the team. */
    members: () => deps.identity.teamAccounts(database),
    openInvitations: () => openInvitations(database, clock.now()),
    invitationOf: bound(invitationOf),
    acceptInvitation: bound(acceptInvitation),
    invite: within(invite),
    withdrawInvitation: within(withdrawInvitation),
    setMemberRole: within(setMemberRole),
    resetSecondFactor: within(resetSecondFactor),
    renewRecoveryCodes: within(renewRecoveryCodes),
    endCustomerSessions: within(endCustomerSessions),
    endMemberSessions: within(endMemberSessions),
    endEverySession: within(endEverySession),

    /** A member's own browsers at the desk. */
    deskSessionsOf: ({ userId }: { userId: string }) =>
      openDeskSessions(database, { userId, now: clock.now() }),
    /** @returns how many ended */
    endDeskSessions: (which: { userId: string } & ({ id: string } | { except: string })) =>
      endDeskSessions(database, { ...which, now: clock.now() }),
    /** The columns that this module stores sealed. */
    sealed: [sealedSecondFactors],
    endEveryDeskSession: () => endEveryDeskSession(database, { now: clock.now() }),
    recoveryCodesLeft: ({ userId }: { userId: string }) => recoveryCodesLeft(database, userId),

    /** For demonstrations: gives the published accounts their published second factors. */
    async ensureSecondFactors(): Promise<void> {
      const now = clock.now()
      for (const { id, email } of await deps.identity.teamAccounts(database)) {
        const secret = deps.published.find((account) => account.email === email)?.secondFactor
        if (secret) await insertSecondFactor(database, { userId: id, secret, now, confirmed: true }, cipher)
      }
    },
    /** The published second factors, with their current codes. */
    publishedCodes: () =>
      deps.published.map(({ email, role, secondFactor }) => ({
        email,
        role,
        secondFactor,
        code: codeAt(secondFactor, clock.now()),
      })),

    jobs: handleJobs(teamJobs, {
      'team.sweep': { every: { cron: '45 3 * * *' }, run: bound(deleteOldAccess) },
    }),
  }
}
