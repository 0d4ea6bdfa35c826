import { formatInstant } from '../../../core/calendar.ts'
import { deviceOf } from '../../../modules/identity/index.server.ts'
import { deviceText } from '../../copy/account.ts'
import { accessCopy as copy } from '../../copy/desk-team.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { AccessScreen } from '../../desk/team/access-screen.tsx'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the member's own desk sessions, for every role, and the number of recovery codes left. */
export const loader = deskLoader(async ({ member, app: { team } }) => {
  const sessions = await team.deskSessionsOf({ userId: member.id })
  return {
    sessions: sessions.map(({ id, userAgent, createdAt }) => ({
      id,
      device: deviceText(deviceOf(userAgent)),
      since: formatInstant(createdAt),
      isThis: id === member.deskSessionId,
    })),
    codesLeft: await team.recoveryCodesLeft({ userId: member.id }),
  }
})

export const action = deskAction({
  'end-session': {
    right: 'queue.read',
    async run({ form, member, app: { team } }) {
      const id = textIn(form, 'id')
      const which = id ? { id } : { except: member.deskSessionId }
      await team.endDeskSessions({ userId: member.id, ...which })
      return { ok: true, done: copy.ended }
    },
  },
  'renew-codes': {
    right: 'access.recovery-codes',
    async run({ member, app: { backoffice } }) {
      const renewed = await backoffice.renewRecoveryCodes({ actor: member.id, reason: copy.renewReason })
      if (!renewed.ok) return refused(renewed.code)
      return { ok: true, done: copy.renewed, found: { codes: renewed.value } }
    },
  },
})

export default deskPage('access', AccessScreen)
