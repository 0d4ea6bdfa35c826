import { appContext, viewerContext } from '../../context.ts'
import type { Route } from './+types/situation.ts'
import { chargeInCookie } from './charge-cookie.server.ts'

/** Returns the phase of the charge in the cookie, for pages that cannot receive events. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { payments, config } = context.get(appContext)
  const chargeId = await chargeInCookie(request, config.session)
  const userId = context.get(viewerContext)?.id
  const charge = chargeId && (await payments.chargeView({ chargeId, userId }))
  const headers = { 'Cache-Control': 'no-store' }
  if (!charge) return Response.json({ phase: 'none' }, { status: 404, headers })
  return Response.json({ phase: charge.phase }, { headers })
}
