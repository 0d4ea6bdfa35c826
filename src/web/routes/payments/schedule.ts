import { appContext } from '../../context.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/schedule.ts'
import { pdfResponse } from './pdf.server.ts'

/** Returns the current payment schedule ('carnê') of an order; a 404 for anybody but its owner. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { id: userId } = await requireViewer(context, request)
  const { receipts } = context.get(appContext)
  const schedule = await receipts.openSchedule({ orderId: params.orderId, userId })
  if (!schedule) await recordMiss(context, 'order', [params.orderId])
  return pdfResponse(schedule)
}
