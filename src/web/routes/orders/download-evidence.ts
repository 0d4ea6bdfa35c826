import { appContext } from '../../context.ts'
import { trackingCopy as copy } from '../../copy/tracking.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { contentDisposition } from '../../ui/content-disposition.ts'
import type { Route } from './+types/download-evidence.ts'

/** Downloads what proves a step; a 404 for anybody but the order's owner, and where the team does not share it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { orders } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const opened = await orders.openSharedFile({ fileId: params.fileId, userId: viewer.id })
  if (!opened.ok) {
    await recordMiss(context, 'evidence', [params.fileId])
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' }
    return new Response(copy.noEvidence, { status: 404, headers })
  }
  const { name, mediaType, bytes } = opened.value
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': mediaType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition('attachment', name),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
