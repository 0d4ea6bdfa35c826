import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { shownFile } from '../../file-response.server.ts'

/** Downloads the file of a delivered result. Every download is recorded. */
export const loader = deskFile(
  async ({ params: { id = '', resultId = '' }, member, app: { backoffice } }) => {
    const which = { consultationId: id, resultId }
    const opened = await backoffice.openLookupFile({ ...which, actor: member.id, reason: copy.openReason })
    return opened.ok ? shownFile(opened.value) : fileRefusal(opened.code)
  },
)
