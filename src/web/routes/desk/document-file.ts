import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { shownFile } from '../../file-response.server.ts'

/** Returns the content of a customer's document. Every view and every download is recorded. */
export const loader = deskFile(async ({ params: { id = '' }, member, app: { backoffice } }) => {
  const opened = await backoffice.openDocument({ documentId: id, actor: member.id, reason: copy.lookReason })
  return opened.ok ? shownFile(opened.value) : fileRefusal(opened.code)
})
