import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { savedFile } from '../../file-response.server.ts'

/** Downloads the customer's contract of an order; the download is recorded in the audit log. */
export const loader = deskFile(async ({ params: { id = '' }, member, app: { backoffice } }) => {
  const opened = await backoffice.openContract({ orderId: id, actor: member.id, reason: copy.contractReason })
  if (!opened.ok) return fileRefusal(opened.code)
  const { orderNumber, bytes } = opened.value
  return savedFile({ name: `contrato-${orderNumber}.pdf`, mediaType: 'application/pdf', bytes })
})
