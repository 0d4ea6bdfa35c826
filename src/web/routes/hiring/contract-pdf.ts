import { appContext } from '../../context.ts'
import { sendInSlot } from '../../file-response.server.ts'
import { missingFilePage } from '../../missing-file.server.tsx'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/contract-pdf.ts'

/** Returns the signed contract as a PDF that others can verify; a 404 for anybody but its owner. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { receipts } = context.get(appContext)
  return sendInSlot(request, viewer.id, async () => {
    const contract = await receipts.openContract({ orderId: params.orderId, userId: viewer.id })
    if (!contract) {
      await recordMiss(context, 'order', [params.orderId])
      return missingFilePage()
    }
    const { orderNumber, bytes } = contract
    return { name: `contrato-${orderNumber}.pdf`, mediaType: 'application/pdf', bytes }
  })
}
