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

/** The JSON response for the upload script. Without scripts the same result appears as notices. */
export interface UploadResult {
  added: number
  /** `failed`: a retry may succeed. */
  refused: { name: string; problem: FileProblem }[]
}

export function loader() {
  return redirect(paths.account({ aba: 'cadastro' }))
}

/**
 * Stores the files one by one, so that a refused file does not affect the others. A user has at most `MAX_DOCUMENTS`
 * documents: the first file above that is refused, and reading stops.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { documents, config, log } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const personType = personTypeOf(request) ?? 'fisica'
  const wantsJson = request.headers.get('accept') === 'application/json'
  const added = new Set<string>()
  const refused: UploadResult['refused'] = []
  let truncated = false
  let received = 0
  const limits = { maxFile: MAX_FILE_BYTES, maxParts: MAX_DOCUMENTS + 1 }
  try {
    for await (const { field, fileName, bytes, tooLarge } of filesOf(request, limits)) {
      if (field !== 'documentos') continue
      const name = shortName(fileName)
      received += 1
      if (received > MAX_DOCUMENTS) {
        refused.push({ name, problem: 'too_many' })
        break
      }
      const stored = tooLarge
        ? ({ ok: false, code: 'too_large' } as const)
        : await store(documents, { userId: viewer.id, personType, name: fileName, bytes }, log)
      if (stored.ok) added.add(stored.value.id)
      else refused.push({ name, problem: stored.code })
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    truncated = true
  }

  if (wantsJson) {
    const result: UploadResult = { added: added.size, refused }
    const failed = truncated || refused.some(({ problem }) => problem === 'failed')
    return Response.json(result, { status: failed ? 503 : 200, headers: { 'Cache-Control': 'no-store' } })
  }
  const toasts = toastsOf(added.size, refused, truncated)
  const to = paths.account({ aba: 'cadastro', tipo: personType }, 'documentos')
  return redirectWithToast(cookiesFor(config.session), to, toasts)
}

async function store(
  documents: App['documents'],
  document: Parameters<App['documents']['add']>[0],
  log: App['log'],
) {
  try {
    return await documents.add(document)
  } catch (err) {
    log.error({ err }, 'account: storing a document failed')
    return { ok: false, code: 'failed' } as const
  }
}

function toastsOf(added: number, refused: UploadResult['refused'], truncated: boolean): Toast[] {
  const toasts: Toast[] = []
  if (added > 0) toasts.push({ tone: 'success', title: copy.success, text: copy.added(added) })
  if (refused.length > 0) {
    const maxListed = 3
    const messages = refused.slice(0, maxListed).map(({ name, problem }) => fileProblems[problem](name))
    if (refused.length > maxListed) messages.push(copy.andMore(refused.length - maxListed))
    toasts.push({ tone: 'destructive', title: copy.notAdded(refused.length), text: messages.join(' ') })
  }
  if (truncated) toasts.push({ tone: 'destructive', title: copy.cut, text: copy.cutText })
  if (toasts.length === 0) toasts.push({ tone: 'destructive', title: copy.chooseFirst })
  return toasts
}

/** Notices are stored in a cookie, whose size is limited. */
function shortName(name: string): string {
  const characters = [...name]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : name
}
