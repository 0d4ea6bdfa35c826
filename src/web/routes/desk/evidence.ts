import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { savedFile } from '../../file-response.server.ts'

/** Downloads the evidence of a step; the download is recorded in the audit log. The browser saves it and never renders it. */
export const loader = deskFile(async ({ params: { id = '', fileId = '' }, member, app: { backoffice } }) => {
  const opened = await backoffice.openEvidence({ actor: member.id, orderId: id, fileId })
  return opened.ok ? savedFile(opened.value) : fileRefusal(opened.code)
})
