import { networkOf } from '../../../core/networks.ts'
import { appContext, requestContext, viewerContext } from '../../context.ts'
import type { Route } from './+types/events.ts'
import { chargeInCookie } from './charge-cookie.server.ts'
import { chargeEvents } from './charge-events.server.ts'

/** Sends server-sent events of the charge in the cookie; a 404 for anybody but its owner. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { payments, identity, config } = context.get(appContext)
  const chargeId = await chargeInCookie(request, config.session)
  const userId = context.get(viewerContext)?.id
  const charge = chargeId && (await payments.chargeView({ chargeId, userId }))
  if (!charge) return new Response(null, { status: 404 })
  return chargeEvents({
    payments,
    charge,
    request,
    holders: { person: userId ?? charge.id, network: networkOf(context.get(requestContext).ip) },
    mayGoOn: async () => (await identity.viewerOf(request.headers))?.id === userId,
  })
}
