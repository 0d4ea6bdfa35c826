import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { shownFile } from '../../file-response.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/lookup-file.ts'

/** Downloads the file of a delivered result. Every download is recorded. */
export async function loader({ params: { id, resultId }, context }: Route.LoaderArgs) {
  const { backoffice } = context.get(appContext)
  const member = context.get(memberContext)
  if (!may(member.role, 'lookup.open')) return new Response(null, { status: 403 })
  const which = { consultationId: id, resultId }
  const opened = await backoffice.openLookupFile({ ...which, actor: member.id, reason: copy.openReason })
  return opened.ok ? shownFile(opened.value) : new Response(null, { status: 404 })
}
