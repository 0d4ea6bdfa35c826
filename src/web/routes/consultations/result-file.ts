import { redirect } from 'react-router'
import { appContext, requestContext } from '../../context.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { contentDisposition } from '../../ui/content-disposition.ts'
import type { Route } from './+types/result-file.ts'
import { proofOf } from './proof.server.ts'

/** Downloads the file of a result, for its buyer. Without a proof, redirects to the page that asks for it. */
export async function loader({ params: { key }, request, context }: Route.LoaderArgs) {
  const { consultations } = context.get(appContext)
  const { ip } = context.get(requestContext)
  const opened = await consultations.openResultFile({ key, proof: await proofOf(context, request), ip })
  if (!opened.ok) return redirect(paths.lookupResult(key))
  const { name, mediaType, bytes } = opened.value
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...privatePageHeaders,
      'Content-Type': mediaType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition('inline', name),
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
