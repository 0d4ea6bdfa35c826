import { networkOf } from '../../../core/networks.ts'
import { appContext, requestContext } from '../../context.ts'
import { chargeEvents } from '../payments/charge-events.server.ts'
import type { Route } from './+types/lookup-events.ts'
import { lookupByKey } from './by-key.server.ts'

/** Sends server-sent events about a look-up's charge to any holder of its link, until the link stops working. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = await lookupByKey(context, params.key)
  if (!found?.charge) return new Response(null, { status: 404 })
  const { payments } = context.get(appContext)
  const { charge } = found
  const holders = { person: charge.id, network: networkOf(context.get(requestContext).ip) }
  const mayGoOn = async () => (await lookupByKey(context, params.key)) !== undefined
  return chargeEvents({ payments, charge, request, holders, mayGoOn })
}
