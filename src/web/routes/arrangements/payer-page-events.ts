import { networkOf } from '../../../core/networks.ts'
import { appContext, requestContext } from '../../context.ts'
import { chargeEvents } from '../payments/charge-events.server.ts'
import type { Route } from './+types/payer-page-events.ts'

/** Sends server-sent events about the Pix code of a link, until the link is revoked. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  const { payments } = context.get(appContext)
  const page = await payments.payerPageOf({ token })
  if (!page?.charge) return new Response(null, { status: 404 })
  const { charge } = page
  const holders = { person: charge.id, network: networkOf(context.get(requestContext).ip) }
  const mayGoOn = async () => (await payments.payerPageOf({ token })) !== undefined
  return chargeEvents({ payments, charge, request, holders, mayGoOn })
}
