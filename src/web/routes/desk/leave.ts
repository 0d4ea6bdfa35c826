import { redirect } from 'react-router'
import { appContext, sessionIdContext, viewerContext } from '../../context.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/leave.ts'

/** Closes the desk in this browser; the user stays signed in. */
export async function action({ request, context }: Route.ActionArgs) {
  const { team } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const sessionId = context.get(sessionIdContext)
  const member =
    viewer && sessionId && (await team.readMember({ headers: request.headers, viewer, sessionId }))
  if (member) await team.leaveDesk({ userId: member.id, deskSessionId: member.deskSessionId })
  return redirect(paths.home(), { headers: { 'Set-Cookie': team.clearCookie() } })
}

/** Redirects: a GET closes nothing. */
export function loader() {
  return redirect(paths.desk())
}
