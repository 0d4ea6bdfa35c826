import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { moneyCopy as copy } from '../../copy/desk-money.ts'
import { deskRefusals as refusals } from '../../copy/desk-refusals.ts'
import { savedFile } from '../../file-response.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/dispute-pack.ts'

/** Downloads the evidence that a bank requires for a disputed payment; the download is recorded in the audit log. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { backoffice } = context.get(appContext)
  const member = context.get(memberContext)
  const text = { 'Content-Type': 'text/plain; charset=utf-8' }
  if (!may(member.role, 'dispute.pack')) {
    return new Response(refusals.not_staff, { status: 403, headers: text })
  }
  const made = await backoffice.disputePack({
    ...{ paymentId: params.id, actor: member.id, reason: copy.dispute.reason },
  })
  if (!made.ok) {
    const status = made.code === 'not_staff' ? 403 : 404
    return new Response(refusals.not_found, { status, headers: text })
  }
  return savedFile({ ...made.value, mediaType: 'application/pdf' })
}
