import { redirect } from 'react-router'
import type { App } from '../../../composition.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES } from '../../../modules/documents/public.ts'
import { appContext } from '../../context.ts'
import { documentsCopy as copy, type FileProblem, fileProblems } from '../../copy/documents.ts'
import { filesOf, MultipartError } from '../../forms/multipart.server.ts'
import { paths, searchOf } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast, type Toast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/add-documents.ts'
import { personTypeOf } from './tabs.ts'

/** JSON response for the upload script. Without scripts the same result appears as toasts. */
export interface UploadResult {
  added: number
  /** At most one: the last file that was read. `failed`: a retry may succeed. */
  refused: { name: string; problem: FileProblem }[]
}

export function loader() {
  return redirect(paths.account({ aba: 'cadastro' }))
}

/**
 * Stores the files one by one, as they arrive, up to the first refused one: nothing after it is read. A user has at most
 * `MAX_DOCUMENTS` documents, so a file above that limit is refused too.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { documents, config, log } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const personType = personTypeOf(request) ?? 'fisica'
  const requestId = searchOf('documents', request).get('pedido') ?? undefined
  const wantsJson = request.headers.get('accept') === 'application/json'
  const added = new Set<string>()
  let refused: UploadResult['refused'][number] | undefined
  let truncated = false
  let received = 0
  const limits = { maxPart: MAX_FILE_BYTES, maxParts: MAX_DOCUMENTS + 1 }
  try {
    for await (const { field, fileName, bytes, tooLarge } of filesOf(request, limits)) {
      if (field !== 'documentos') continue
      const name = shortName(fileName)
      received += 1
      if (received > MAX_DOCUMENTS) {
        refused = { name, problem: 'too_many' }
        break
      }
      const stored = tooLarge
        ? ({ ok: false, code: 'too_large' } as const)
        : await store(documents, { userId: viewer.id, personType, name: fileName, bytes, requestId }, log)
      if (!stored.ok) {
        refused = { name, problem: stored.code }
        break
      }
      added.add(stored.value.id)
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    truncated = true
  }

  if (wantsJson) {
    const result: UploadResult = { added: added.size, refused: refused ? [refused] : [] }
    const failed = truncated || refused?.problem === 'failed'
    return Response.json(result, { status: failed ? 503 : 200, headers: { 'Cache-Control': 'no-store' } })
  }
  // A request of the team takes a single file.
  const isLast = requestId !== undefined
  const toasts = toastsOf(added.size, refused, { truncated, isLast })
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

function toastsOf(
  added: number,
  refused: UploadResult['refused'][number] | undefined,
  { truncated, isLast }: { truncated: boolean; isLast: boolean },
): Toast[] {
  const toasts: Toast[] = []
  if (added > 0) toasts.push({ tone: 'success', title: copy.success, text: copy.added(added) })
  if (refused) {
    const reason = fileProblems[refused.problem](refused.name)
    const text = isLast ? reason : `${reason} ${copy.restUnread}`
    toasts.push({ tone: 'destructive', title: copy.notAdded, text })
  }
  if (truncated) toasts.push({ tone: 'destructive', title: copy.cut, text: copy.cutText })
  if (toasts.length === 0) toasts.push({ tone: 'destructive', title: copy.chooseFirst })
  return toasts
}

/** Shortens a file name, because toasts are stored in a cookie, whose size is limited. */
function shortName(name: string): string {
  const characters = [...name]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : name
}
