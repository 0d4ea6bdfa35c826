import { deskFile } from '../../desk/file.server.ts'
import { deskEvents } from '../../desk/live.server.ts'

/** Sends server-sent events: possible changes of the desk's data, and who has which order open. */
export const loader = deskFile(({ request, member, app }) =>
  deskEvents({
    member: member.id,
    versionOf: app.backoffice.deskVersion,
    viewersOf: app.backoffice.viewersAsJson,
    mayGoOn: async () => {
      const { viewer, sessionId } = await app.identity.readSession({ headers: request.headers })
      if (!viewer || !sessionId) return false
      const now = await app.team.readMember({ headers: request.headers, viewer, sessionId, peek: true })
      return now?.role === member.role
    },
    request,
  }),
)
