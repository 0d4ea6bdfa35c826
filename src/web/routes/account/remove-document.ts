import { redirect } from 'react-router'
import { appContext } from '../../context.ts'
import { documentsCopy as copy } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/remove-document.ts'
import { personTypeOf } from './tabs.ts'

/** Redirects to /account, which shows the confirmation dialog; this route only accepts its POST. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(paths.account({ aba: 'cadastro', remover: params.id }, 'documentos'))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { documents, config } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const removed = await documents.remove({ id: params.id, userId: viewer.id })
  if (!removed.ok) await recordMiss(context, 'document', [params.id])
  const tipo = personTypeOf(request)
  const to = paths.account({ aba: 'cadastro', ...(tipo && { tipo }) }, 'documentos')
  return redirectWithToast(
    cookiesFor(config.session),
    to,
    removed.ok
      ? { tone: 'neutral', title: copy.removed, text: removed.value.name }
      : { tone: 'destructive', title: copy.notThere },
  )
}
