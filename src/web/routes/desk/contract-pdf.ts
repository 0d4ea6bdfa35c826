import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { deskRefusals as refusals } from '../../copy/desk-refusals.ts'
import { savedFile } from '../../file-response.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/contract-pdf.ts'

/** Downloads the customer's contract of an order; the download is recorded in the audit log. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { backoffice } = context.get(appContext)
  const member = context.get(memberContext)
  const text = { 'Content-Type': 'text/plain; charset=utf-8' }
  if (!may(member.role, 'contract.open')) {
    return new Response(refusals.not_staff, { status: 403, headers: text })
  }
  const opened = await backoffice.openContract({
    ...{ orderId: params.id, actor: member.id, reason: copy.contractReason },
  })
  if (!opened.ok) {
    const status = opened.code === 'not_staff' ? 403 : 404
    return new Response(refusals.not_found, { status, headers: text })
  }
  const { orderNumber, bytes } = opened.value
  return savedFile({ name: `contrato-${orderNumber}.pdf`, mediaType: 'application/pdf', bytes })
}
