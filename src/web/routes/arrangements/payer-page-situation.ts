import type { PayerPage } from '../../../modules/payments/index.server.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'
import { appContext } from '../../context.ts'
import type { Route } from './+types/payer-page-situation.ts'

const phases: Record<PayerPage['state'], ChargePhase> = {
  owed: 'expired',
  waiting: 'waiting',
  review: 'review',
  paid: 'approved',
}

/** Returns the phase of the Pix code of a link, for pages that cannot receive events. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const page = await context.get(appContext).payments.payerPageOf({ token })
  const headers = { 'Cache-Control': 'no-store' }
  if (!page) return Response.json({ phase: 'none' }, { status: 404, headers })
  return Response.json({ phase: phases[page.state] }, { headers })
}
