import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { deskRefusals as refusals } from '../../copy/desk-refusals.ts'
import { caseAt, previewOf } from '../../desk/catalogue/message-example.server.ts'
import { searchOf } from '../../paths.ts'
import { mailSecurityPolicy } from '../../security/headers.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/catalogue-message-preview.ts'

/** Renders the e-mail of a message with example data, from a draft or from the current version. The desk shows it in a frame. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  if (!may(context.get(memberContext).role, 'catalogue.read')) return refusal(refusals.not_staff, 403)
  const search = searchOf('deskMessagePreview', request)
  const draftId = search.get('rascunho')
  const looked = draftId
    ? await app.catalogue.readDraft({ draftId })
    : await app.catalogue.readSubject({ subject: search.get('mensagem') ?? '' })
  const preview = looked && previewOf(app, looked, caseAt(search.get('exemplo'), looked))
  if (!preview) return refusal(refusals.not_found, 404)
  return new Response(preview.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': mailSecurityPolicy,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}

function refusal(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
