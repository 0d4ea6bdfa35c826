import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { deskRefusals as refusals } from '../../copy/desk-refusals.ts'
import { savedFile } from '../../file-response.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/evidence.ts'

/** Downloads the evidence of a step; the download is recorded in the audit log. The browser saves it and never renders it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { backoffice } = context.get(appContext)
  const member = context.get(memberContext)
  const text = { 'Content-Type': 'text/plain; charset=utf-8' }
  if (!may(member.role, 'order.evidence')) {
    return new Response(refusals.not_staff, { status: 403, headers: text })
  }
  const { id: orderId, fileId } = params
  const opened = await backoffice.openEvidence({ actor: member.id, orderId, fileId })
  if (!opened.ok) {
    const status = opened.code === 'not_staff' ? 403 : 404
    return new Response(refusals.not_found, { status, headers: text })
  }
  return savedFile(opened.value)
}
