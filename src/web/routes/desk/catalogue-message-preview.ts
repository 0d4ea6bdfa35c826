import { caseAt, previewOf } from '../../desk/catalogue/message-example.server.ts'
import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { searchOf } from '../../paths.ts'
import { mailSecurityPolicy } from '../../security/headers.server.ts'

/** Renders the e-mail of a message with example data, from a draft or from the current version. The desk shows it in a frame. */
export const loader = deskFile(async ({ request, app }) => {
  const search = searchOf('deskMessagePreview', request)
  const draftId = search.get('rascunho')
  const looked = draftId
    ? await app.catalogue.readDraft({ draftId })
    : await app.catalogue.readSubject({ subject: search.get('mensagem') ?? '' })
  const preview = looked && previewOf(app, looked, caseAt(search.get('exemplo'), looked))
  if (!preview) return fileRefusal('not_found')
  return new Response(preview.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': mailSecurityPolicy,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
})
