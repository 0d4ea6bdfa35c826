import { matchPath } from 'react-router'
import type { App } from '../../composition.ts'
import { isOfTeam as isTeamRole } from '../../modules/team/index.server.ts'
import { paths } from '../paths.ts'
import { isOfTeam, traitsAt } from '../routing/routing.ts'

/** No route has this path, and none may: it is answered by the page for unknown paths. */
const unknownPath = '/-'

/**
 * The request as the routes see it. For whoever is not of the team the desk does not exist: its paths are answered by the
 * same code as any unknown one, so that nothing tells them apart. So are invitations that are not open.
 */
export async function hideDesk(
  request: Request,
  { identity, team }: Pick<App, 'identity' | 'team'>,
): Promise<Request> {
  const { pathname } = new URL(request.url)
  const traits = traitsAt(pathname)
  const isShown =
    traits.access === 'invited'
      ? await isInvitation(pathname, team)
      : !isOfTeam(traits) || (await isMember(request, identity))
  return isShown ? request : new Request(new URL(unknownPath, request.url), request)
}

async function isMember({ headers }: Request, identity: App['identity']): Promise<boolean> {
  const { viewer } = await identity.readSession({ headers })
  return viewer !== null && isTeamRole(viewer.role)
}

async function isInvitation(pathname: string, team: App['team']): Promise<boolean> {
  const token = matchPath(paths.invitation(':token'), pathname)?.params.token ?? ''
  return (await team.invitationOf({ token })) !== undefined
}
