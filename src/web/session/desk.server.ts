import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import type { Member } from '../../modules/team/public.ts'
import { appContext, sessionIdContext, viewerContext } from '../context.ts'
import { backgroundHeader } from '../desk/answers.ts'
import { paths } from '../paths.ts'
import { traitsOf } from '../routing/routing.ts'

/** The team member at the desk. Set on every screen of the desk. */
export const memberContext = createContext<Member>()

/**
 * Opens the screens of the desk to team members who have entered their second factor, and redirects other members to it. For
 * everybody else these paths are unknown (desk/hidden.server.ts). The screens' loaders and actions check which role may open
 * which screen (desk/screen.server.ts).
 */
export const deskMiddleware: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  if (traitsOf(pattern).access !== 'team') return next()
  const { team } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const sessionId = context.get(sessionIdContext)
  const member =
    viewer &&
    sessionId &&
    (await team.readMember({
      headers: request.headers,
      viewer,
      sessionId,
      peek: request.headers.has(backgroundHeader),
    }))
  if (!member) {
    // A stream cannot redirect: 204 ends it, and the next load of the screen finds the reason.
    if (new URL(request.url).pathname === paths.deskEvents()) return new Response(null, { status: 204 })
    return redirect(enterAndReturn(request))
  }
  context.set(memberContext, member)
  const response = await next()
  response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** Returns the URL at which the second factor is entered, which then returns to this page. */
function enterAndReturn(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const here = pathname + search
  const isPage = request.method === 'GET' && here.length < 500
  return paths.deskEnter(isPage && here !== paths.desk() ? { voltar: here } : {})
}
