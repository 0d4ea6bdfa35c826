import { may } from '../../../modules/team/public.ts'
import { appContext, renderContext } from '../../context.ts'
import { deskRefusals as refusals } from '../../copy/desk-refusals.ts'
import { searchOf } from '../../paths.ts'
import { sharedPageAt } from '../../routing/routing.ts'
import { memberContext } from '../../session/desk.server.ts'
import { ownPath } from '../../session/viewer.server.ts'
import type { Route } from './+types/catalogue-preview.ts'

/**
 * Renders a public page of the shop from a draft, for an anonymous visitor. Its links and forms are those of the shop, which
 * sells the current version.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext)
  const render = context.get(renderContext)
  if (!may(context.get(memberContext).role, 'catalogue.read')) return refusal(refusals.not_staff, 403)
  const asked = ownPath(searchOf('deskPreview', request).get('caminho') ?? '')
  const path = asked && sharedPageAt(asked)
  const page = path && (await catalogue.withDraft({ draftId: params.id }, () => render(path)))
  return page ? framedByDesk(page) : refusal(refusals.not_found, 404)
}

/** Allows the draft's screen to frame the page, in the width of a phone and of a desktop. */
function framedByDesk(page: Response): Response {
  const headers = new Headers(page.headers)
  headers.set('X-Frame-Options', 'SAMEORIGIN')
  const policy = headers.get('Content-Security-Policy') ?? ''
  headers.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  return new Response(page.body, { status: page.status, headers })
}

function refusal(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
