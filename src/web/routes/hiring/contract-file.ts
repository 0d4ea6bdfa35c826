import { appContext } from '../../context.ts'
import { contractCopyCopy as copy } from '../../copy/contract.ts'
import { missingFilePage } from '../../missing-file.server.tsx'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/contract-file.ts'

/** Downloads the signed text as a file, followed by the record of its acceptance. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { contracting } = context.get(appContext)
  const signed = await contracting.copyOf({ orderId: params.orderId, userId: viewer.id })
  if (!signed) {
    await recordMiss(context, 'order', [params.orderId])
    return missingFilePage()
  }
  const { orderNumber: order, acceptedAtText: at, sha256, text } = signed
  const addenda = await contracting.addendumCopiesOf({ orderId: params.orderId, userId: viewer.id })
  const parts = addenda.map(
    (one) => `\n\n${one.text}${copy.footer({ order, at: one.acceptedAtText, sha256: one.sha256 })}`,
  )
  return new Response(text + copy.footer({ order, at, sha256 }) + parts.join(''), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="contrato-${order}.txt"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
