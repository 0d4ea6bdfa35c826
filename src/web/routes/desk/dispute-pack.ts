import { moneyCopy as copy } from '../../copy/desk-money.ts'
import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { savedFile } from '../../file-response.server.ts'

/** Downloads the evidence that a bank requires for a disputed payment; the download is recorded in the audit log. */
export const loader = deskFile(async ({ params: { id = '' }, member, app: { backoffice } }) => {
  const made = await backoffice.disputePack({ paymentId: id, actor: member.id, reason: copy.dispute.reason })
  return made.ok ? savedFile({ ...made.value, mediaType: 'application/pdf' }) : fileRefusal(made.code)
})
