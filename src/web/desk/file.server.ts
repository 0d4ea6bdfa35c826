import { may } from '../../modules/team/public.ts'
import { appContext } from '../context.ts'
import { deskRefusals as refusals } from '../copy/desk-refusals.ts'
import { traitsOf } from '../routing/routing.ts'
import { memberContext } from '../session/desk.server.ts'
import type { RouteArgs, ScreenArgs } from './screen.server.ts'

/**
 * Returns the loader of a file or a stream of the desk. It runs for roles with the right that routes.ts declares; others are refused,
 * which is recorded as for a screen.
 */
export function deskFile(
  load: (args: ScreenArgs & Pick<RouteArgs, 'context'>) => Promise<Response> | Response,
) {
  return async ({ request, params, context, pattern }: RouteArgs): Promise<Response> => {
    const app = context.get(appContext)
    const member = context.get(memberContext)
    const { right } = traitsOf(pattern)
    if (right && may(member.role, right)) return load({ request, params, member, app, context })
    app.security.record('rights-refused', { account: member.id, about: right ?? pattern })
    return fileRefusal('not_staff')
  }
}

/** Refuses a file in words: the role may not open it, or there is none. */
export function fileRefusal(code: string): Response {
  const isForbidden = code === 'not_staff'
  return new Response(isForbidden ? refusals.not_staff : refusals.not_found, {
    status: isForbidden ? 403 : 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
