import { appContext } from '../../context.ts'
import { sendInSlot } from '../../file-response.server.ts'
import { missingFilePage } from '../../missing-file.server.tsx'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/download-document.ts'

/** Downloads a document. Returns a 404 for anybody but its owner. The browser saves the file and never renders it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { documents } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  return sendInSlot(request, viewer.id, async () => {
    const opened = await documents.open({ id: params.id, userId: viewer.id })
    if (opened.ok) return opened.value
    await recordMiss(context, 'document', [params.id])
    return missingFilePage()
  })
}
