import type { Route } from './+types/lookup-situation.ts'
import { lookupByKey } from './by-key.server.ts'

/** Returns the phase of a look-up's charge, for pages that cannot receive events. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await lookupByKey(context, params.key)
  const headers = { 'Cache-Control': 'no-store' }
  if (!found?.charge) return Response.json({ phase: 'none' }, { status: 404, headers })
  return Response.json({ phase: found.charge.phase }, { headers })
}
