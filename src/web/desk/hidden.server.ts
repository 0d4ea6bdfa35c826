import { matchPath } from 'react-router'
import type { App } from '../../composition.ts'
import { isOfTeam as isTeamRole } from '../../modules/team/index.server.ts'
import { paths } from '../paths.ts'
import { bodyLimit, isOfTeam, traitsAt, unknownPage } from '../routing/routing.ts'
import { sharedPathOf } from '../routing/shared-path.server.ts'

/** A path that no route may have: it renders the page for unknown paths. */
const unknownPath = '/-'

/**
 * Returns the request as the routes receive it. For a visitor who is not in the team the desk does not exist: its paths are
 * handled by the same code as any unknown path, so that the two cannot be distinguished. The same applies to invitations that are
 * not open, and to the pages for demonstrations in a shop that is none.
 */
export async function hideRoutes(
  request: Request,
  app: Pick<App, 'config' | 'identity' | 'team'>,
): Promise<Request> {
  const isShown = await isRouteShown(request, app)
  return isShown ? request : new Request(new URL(unknownPath, request.url), request)
}

async function isRouteShown(
  request: Request,
  { config, identity, team }: Pick<App, 'config' | 'identity' | 'team'>,
): Promise<boolean> {
  const { pathname } = new URL(request.url)
  const traits = traitsAt(pathname)
  if (traits.access === 'demo') return config.demo
  if (traits.access === 'invited') return isInvitation(pathname, team)
  return !isOfTeam(traits) || isMember(request, identity)
}

/**
 * Returns how large a body may be, for a path and its requester: at the desk as large as at an unknown path, unless the requester
 * is a member of the team. Otherwise a large form would show that there is a desk, and take our memory for nothing.
 */
export function createBodyLimit({ identity, isOutage }: Pick<App, 'identity' | 'isOutage'>) {
  const unknown = bodyLimit(unknownPath)
  return async (pathname: string, { cookie }: { cookie?: string | undefined }) => {
    const limit = bodyLimit(pathname)
    if (limit.maxBytes <= unknown.maxBytes || !isOfTeam(traitsAt(pathname))) return limit
    const headers = new Headers(cookie === undefined ? {} : { cookie })
    const isShown = await isMember({ headers }, identity).catch((error: unknown) => {
      // As in `hideRoutes`'s caller: the desk's own screens will detect the same outage.
      if (isOutage(error)) return true
      throw error
    })
    return isShown ? limit : unknown
  }
}

/**
 * Returns the function that finds the shared page of a request, for which an invitation that is not open is an unknown path,
 * and an open one is the page of its invitee only; the pages for demonstrations are unknown paths in a real shop.
 */
export function createSharedPathOf({ config, team }: Pick<App, 'config' | 'team'>) {
  return (asked: Parameters<typeof sharedPathOf>[0]) => {
    const shared = sharedPathOf(asked)
    if (shared !== unknownPage && (shared !== undefined || config.demo)) return shared
    const { pathname, search } = new URL(`http://localhost${asked.url}`)
    if (shared === undefined) {
      const { method, headers } = asked
      return traitsAt(pathname).access === 'demo'
        ? sharedPathOf({ method, headers, url: unknownPath + search })
        : undefined
    }
    if (invitationIn(pathname) === undefined) return shared
    return isInvitation(pathname, team).then((isOpen) => (isOpen ? undefined : shared))
  }
}

async function isMember({ headers }: Pick<Request, 'headers'>, identity: App['identity']): Promise<boolean> {
  const { viewer } = await identity.readSession({ headers })
  return viewer !== null && isTeamRole(viewer.role)
}

async function isInvitation(pathname: string, team: App['team']): Promise<boolean> {
  return (await team.invitationOf({ token: invitationIn(pathname) ?? '' })) !== undefined
}

/** Returns the secret in the path of an invitation; undefined for any other path. */
function invitationIn(pathname: string): string | undefined {
  return matchPath(paths.invitation(':token'), pathname)?.params.token
}
