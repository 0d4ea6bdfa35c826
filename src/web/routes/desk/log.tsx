import { formatInstant } from '../../../core/calendar.ts'
import { logCopy as copy } from '../../copy/desk-team.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { LogScreen } from '../../desk/log/log-screen.tsx'
import { deskAction, deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 100

/** What the team did, newest first. */
export const loader = deskLoader(async ({ request, app: { backoffice, team } }) => {
  const search = searchOf('deskLog', request)
  const before = Number(search.get('antes')) || undefined
  const subject = search.get('sobre')?.trim().slice(0, 100) || undefined
  const members = await team.members()
  const actorId = members.find(({ id }) => id === search.get('quem'))?.id
  const rows = await backoffice.latestAudit({ limit: pageSize + 1, subject, actorId, before })
  const names = new Map(members.map(({ id, name, email }) => [id, name || email]))
  return {
    rows: rows
      .slice(0, pageSize)
      .map(({ position, at, actorId: by, action: what, subject: about, reason }) => ({
        position,
        at: formatInstant(at),
        who: names.get(by) ?? by,
        action: what,
        subject: about,
        reason,
      })),
    next: rows.length > pageSize ? rows[pageSize - 1]?.position : undefined,
    isFirst: before === undefined,
    members: members.map(({ id, name, email }) => ({ id, name: name || email })),
    subject,
    actorId,
  }
})

export const action = deskAction({
  verify: {
    right: 'log.read',
    async run({ app: { backoffice } }) {
      const breach = await backoffice.firstAuditBreach()
      if (breach !== undefined) return { ok: false, code: 'broken', message: copy.broken(breach) }
      return { ok: true, done: copy.intact(await backoffice.auditLength()) }
    },
  },
})

export default deskPage('log', LogScreen)
