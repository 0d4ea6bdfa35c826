import type { App } from '../../composition.ts'
import { isOfTeam as isTeamRole } from '../../modules/team/index.server.ts'
import { isOfTeam, traitsAt } from '../routing/routing.ts'

/** No route has this path, and none may: it is answered by the page for unknown paths. */
const unknownPath = '/-'

/**
 * The request as the routes see it. For whoever is not of the team the desk does not exist: its paths are answered by the
 * same code as any unknown one, so that nothing tells them apart.
 */
export async function hideDesk(request: Request, { identity }: Pick<App, 'identity'>): Promise<Request> {
  if (!isOfTeam(traitsAt(new URL(request.url).pathname))) return request
  const { viewer } = await identity.readSession({ headers: request.headers })
  if (viewer && isTeamRole(viewer.role)) return request
  return new Request(new URL(unknownPath, request.url), request)
}
