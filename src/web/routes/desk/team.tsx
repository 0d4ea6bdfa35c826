import { type TeamRole, teamRoles } from '../../../core/roles.ts'
import { teamCopy as copy } from '../../copy/desk-team.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { answerTo, deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { TeamScreen } from '../../desk/team/team-screen.tsx'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the members of the team, and the invited people. */
export const loader = deskLoader(async ({ member, app: { team } }) => {
  return {
    me: member.id,
    members: await team.members(),
    invitations: await team.openInvitations(),
  }
})

export const action = deskAction({
  invite: {
    right: 'team.invite',
    async run({ form, member, app }) {
      const role = roleIn(form)
      if (!role || role === 'customer') return refused('unknown', 'funcao')
      const email = textIn(form, 'email')
      const name = textIn(form, 'nome')
      const input = { email, name, role, actor: member.id, reason: copy.inviteReason }
      return answerTo(await app.backoffice.invite(input), copy.done.invited(email))
    },
  },
  withdraw: {
    right: 'team.withdraw-invitation',
    async run({ form, member, app }) {
      const input = {
        invitationId: textIn(form, 'id'),
        actor: member.id,
        reason: copy.withdrawReason,
      }
      return answerTo(await app.backoffice.withdrawInvitation(input), copy.done.withdrawn)
    },
  },
  role: {
    right: 'team.role',
    async run({ form, member, app }) {
      const role = roleIn(form)
      if (!role) return refused('unknown', 'funcao')
      const input = { userId: textIn(form, 'id'), role, ...decision(form, member) }
      const done = role === 'customer' ? copy.done.removed : copy.done.role
      return answerTo(await app.backoffice.setMemberRole(input), done)
    },
  },
  'reset-factor': {
    right: 'team.reset-factor',
    async run({ form, member, app }) {
      const input = { userId: textIn(form, 'id'), ...decision(form, member) }
      return answerTo(await app.backoffice.resetSecondFactor(input), copy.done.factor)
    },
  },
  'end-sessions': {
    right: 'team.end-sessions',
    async run({ form, member, app }) {
      const input = { userId: textIn(form, 'id'), ...decision(form, member) }
      return answerTo(await app.backoffice.endMemberSessions(input), copy.done.sessions)
    },
  },
  'end-every-session': {
    right: 'team.end-every-session',
    async run({ form, member, app }) {
      const input = { deskSessionId: member.deskSessionId, ...decision(form, member) }
      return answerTo(await app.backoffice.endEverySession(input), copy.done.sessions)
    },
  },
})

function roleIn(form: FormData): TeamRole | 'customer' | undefined {
  const text = form.get('funcao')
  return [...teamRoles, 'customer' as const].find((role) => role === text)
}

function decision(form: FormData, { id }: { id: string }) {
  return { actor: id, reason: textIn(form, 'motivo') }
}

export default deskPage('team', TeamScreen)
