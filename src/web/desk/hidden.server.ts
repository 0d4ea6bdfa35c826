import { matchPath } from 'react-router'
import type { App } from '../../composition.ts'
import { isOfTeam as isTeamRole } from '../../modules/team/index.server.ts'
import { paths } from '../paths.ts'
import { isOfTeam, traitsAt } from '../routing/routing.ts'

/** A path that no route may have: it renders the page for unknown paths. */
const unknownPath = '/-'

/**
 * Returns the request as the routes receive it. For a visitor who is not in the team the desk does not exist: its paths are
 * handled by the same code as any unknown path, so that the two cannot be distinguished. The same applies to invitations that are
 * not open.
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
