import { takeSlot } from '../../connection-slots.server.ts'
import { appContext } from '../../context.ts'
import { savedFile } from '../../file-response.server.ts'
import { missingFilePage, tooManyFilesPage } from '../../outage.server.tsx'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/download-document.ts'

/**
 * Downloads a document. Returns a 404 for anybody but its owner, who may download four at once. The browser saves the file and
 * never renders it.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { documents } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const ended = takeSlot({ downloads: viewer.id })
  if (!ended) return tooManyFilesPage(request)
  const opened = await documents.open({ id: params.id, userId: viewer.id }).catch((error: unknown) => {
    ended()
    throw error
  })
  if (!opened.ok) {
    ended()
    await recordMiss(context, 'document', [params.id])
    return missingFilePage()
  }
  // The body of a response to HEAD is never read, so nothing else would release the place.
  if (request.method === 'HEAD') ended()
  return savedFile(opened.value, { signal: request.signal, ended })
}
