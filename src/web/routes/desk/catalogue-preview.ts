import { renderContext } from '../../context.ts'
import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { searchOf } from '../../paths.ts'
import { sharedPageAt } from '../../routing/routing.ts'
import { ownPath } from '../../session/viewer.server.ts'

/**
 * Renders a public page of the shop from a draft, for an anonymous visitor. Its links and forms are those of the shop, which
 * sells the current version.
 */
export const loader = deskFile(async ({ request, context, params: { id = '' }, app: { catalogue } }) => {
  const render = context.get(renderContext)
  const asked = ownPath(searchOf('deskPreview', request).get('caminho') ?? '')
  const path = asked && sharedPageAt(asked)
  const page = path && (await catalogue.withDraft({ draftId: id }, () => render(path)))
  return page ? framedByDesk(page) : fileRefusal('not_found')
})

/** Allows the draft's screen to frame the page, in the width of a phone and of a desktop. */
function framedByDesk(page: Response): Response {
  const headers = new Headers(page.headers)
  headers.set('X-Frame-Options', 'SAMEORIGIN')
  const policy = headers.get('Content-Security-Policy') ?? ''
  headers.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  return new Response(page.body, { status: page.status, headers })
}
