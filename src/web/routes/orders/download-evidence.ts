import { appContext } from '../../context.ts'
import { sendInSlot } from '../../file-response.server.ts'
import { missingFilePage } from '../../missing-file.server.tsx'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/download-evidence.ts'

/** Downloads the evidence of a step; a 404 for anybody but the order's owner, and for evidence that the team does not share. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { orders } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  return sendInSlot(request, viewer.id, async () => {
    const opened = await orders.openSharedFile({ fileId: params.fileId, userId: viewer.id })
    if (opened.ok) return opened.value
    await recordMiss(context, 'evidence', [params.fileId])
    return missingFilePage()
  })
}
