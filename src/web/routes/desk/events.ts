import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { deskEvents } from '../../desk/live.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/events.ts'

/** Sends server-sent events: possible changes of the desk's data, and who has which order open. */
export function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const member = context.get(memberContext)
  if (!may(member.role, 'queue.read')) return new Response(null, { status: 403 })
  return deskEvents({
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
  })
}
