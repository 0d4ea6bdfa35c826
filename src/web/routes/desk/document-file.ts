import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { shownFile } from '../../file-response.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/document-file.ts'

/** Returns the content of a customer's document. Every view and every download is recorded. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { backoffice } = context.get(appContext)
  const member = context.get(memberContext)
  if (!may(member.role, 'document.open')) return new Response(null, { status: 403 })
  const opened = await backoffice.openDocument({ documentId: id, actor: member.id, reason: copy.lookReason })
  return opened.ok ? shownFile(opened.value) : new Response(null, { status: 404 })
}
