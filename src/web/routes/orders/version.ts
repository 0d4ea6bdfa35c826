import { appContext, viewerContext } from '../../context.ts'
import type { Route } from './+types/version.ts'

/** Whether anything changed since /tracking was shown: a few bytes, asked by a page that stays open. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const headers = { 'Cache-Control': 'no-store' }
  if (!viewer) return Response.json({}, { status: 401, headers })
  const version = await context.get(appContext).orders.versionOf({ userId: viewer.id })
  return Response.json({ version }, { headers })
}
