import { redirect } from 'react-router'
import type { App } from '../../../composition.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES } from '../../../modules/documents/public.ts'
import { appContext } from '../../context.ts'
import { documentsCopy as copy, type FileProblem, fileProblems } from '../../copy/documents.ts'
import { filesOf, MultipartError } from '../../forms/multipart.server.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast, type Toast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/add-documents.ts'
import { personTypeOf } from './tabs.ts'

/** What the script of the page is told; a form sent without it gets the same as notices. */
export interface UploadAnswer {
  added: number
  /** `failed`: may succeed when sent again. */
  refused: { name: string; problem: FileProblem }[]
}

export function loader() {
  return redirect(paths.account({ aba: 'cadastro' }))
}

/**
 * Takes the files one after another, so that one that is refused does not cost the others. Nobody keeps more documents
 * than `MAX_DOCUMENTS`: of a form with more files, the first beyond it is refused and reading stops.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { documents, config, log } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const personType = personTypeOf(request) ?? 'fisica'
  const byScript = request.headers.get('accept') === 'application/json'
  const added = new Set<string>()
  const refused: UploadAnswer['refused'] = []
  let cut = false
  let read = 0
  const limits = { maxFile: MAX_FILE_BYTES, maxParts: MAX_DOCUMENTS + 1 }
  try {
    for await (const { field, fileName, bytes, tooLarge } of filesOf(request, limits)) {
      if (field !== 'documentos') continue
      const name = shortened(fileName)
      read += 1
      if (read > MAX_DOCUMENTS) {
        refused.push({ name, problem: 'too_many' })
        break
      }
      const kept = tooLarge
        ? ({ ok: false, code: 'too_large' } as const)
        : await keep(documents, { userId: viewer.id, personType, name: fileName, bytes }, log)
      if (kept.ok) added.add(kept.value.id)
      else refused.push({ name, problem: kept.code })
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    cut = true
  }

  if (byScript) {
    const answer: UploadAnswer = { added: added.size, refused }
    const failed = cut || refused.some(({ problem }) => problem === 'failed')
    return Response.json(answer, { status: failed ? 503 : 200, headers: { 'Cache-Control': 'no-store' } })
  }
  const toasts = toastsOf(added.size, refused, cut)
  const to = paths.account({ aba: 'cadastro', tipo: personType }, 'documentos')
  return redirectWithToast(cookiesFor(config.session), to, toasts)
}

async function keep(
  documents: App['documents'],
  document: Parameters<App['documents']['add']>[0],
  log: App['log'],
) {
  try {
    return await documents.add(document)
  } catch (err) {
    log.error({ err }, 'a document was not kept')
    return { ok: false, code: 'failed' } as const
  }
}

function toastsOf(added: number, refused: UploadAnswer['refused'], cut: boolean): Toast[] {
  const toasts: Toast[] = []
  if (added > 0) toasts.push({ tone: 'success', title: copy.success, text: copy.added(added) })
  if (refused.length > 0) {
    const most = 3
    const told = refused.slice(0, most).map(({ name, problem }) => fileProblems[problem](name))
    if (refused.length > most) told.push(copy.andMore(refused.length - most))
    toasts.push({ tone: 'destructive', title: copy.notAdded(refused.length), text: told.join(' ') })
  }
  if (cut) toasts.push({ tone: 'destructive', title: copy.cut, text: copy.cutText })
  if (toasts.length === 0) toasts.push({ tone: 'destructive', title: copy.chooseFirst })
  return toasts
}

/** Notices travel in a cookie. */
function shortened(name: string): string {
  const characters = [...name]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : name
}
