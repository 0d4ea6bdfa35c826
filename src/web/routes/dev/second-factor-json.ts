import { appContext } from '../../context.ts'
import type { Route } from './+types/second-factor-json.ts'

/** Returns the codes of the demonstration's team accounts as JSON, for tests and scripts. A 404 without the simulator. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, team } = context.get(appContext)
  if (!config.demo) throw new Response(null, { status: 404 })
  return Response.json(
    team.publishedCodes().map(({ email, role, code }) => ({ email, role, code })),
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
