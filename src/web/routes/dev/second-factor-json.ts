import { appContext } from '../../context.ts'
import type { Route } from './+types/second-factor-json.ts'

/** Returns the codes of the demonstration's team accounts as JSON, for tests and scripts. */
export function loader({ context }: Route.LoaderArgs) {
  const { team } = context.get(appContext)
  return Response.json(
    team.publishedCodes().map(({ email, role, code }) => ({ email, role, code })),
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
