import { appContext, viewerContext } from '../../context.ts'
import type { Route } from './+types/version.ts'

/** Returns the version of /tracking, a few bytes: an open page polls it to detect changes. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const headers = { 'Cache-Control': 'no-store' }
  if (!viewer) return Response.json({}, { status: 401, headers })
  const version = await context.get(appContext).orders.versionOf({ userId: viewer.id })
  return Response.json({ version }, { headers })
}
