import { appContext } from '../../context.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/receipt.ts'
import { pdfResponse } from './pdf.server.ts'

/** Returns the receipt of a payment; a 404 for anybody but its payer. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { id: userId } = await requireViewer(context, request)
  const { receipts } = context.get(appContext)
  const receipt = await receipts.openReceipt({ receiptId: params.receiptId, userId })
  if (!receipt) await recordMiss(context, 'charge', [params.receiptId])
  return pdfResponse(receipt)
}
