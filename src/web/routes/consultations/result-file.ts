import { redirect } from 'react-router'
import { appContext, requestContext } from '../../context.ts'
import { bodyOf, sendInSlot } from '../../file-response.server.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { contentDisposition } from '../../ui/content-disposition.ts'
import type { Route } from './+types/result-file.ts'
import { proofOf } from './proof.server.ts'

/** Downloads the file of a result, for its buyer. Without a proof, redirects to the page that asks for it. */
export async function loader({ params: { key }, request, context }: Route.LoaderArgs) {
  const { consultations } = context.get(appContext)
  const { ip } = context.get(requestContext)
  const open = async () => {
    const opened = await consultations.openResultFile({ key, proof: await proofOf(context, request), ip })
    return opened.ok ? opened.value : redirect(paths.lookupResult(key))
  }
  return sendInSlot(request, key, open, ({ name, mediaType, bytes }, reading) => {
    return new Response(bodyOf(bytes, reading), {
      headers: {
        ...privatePageHeaders,
        'Content-Type': mediaType,
        'Content-Length': String(bytes.length),
        'Content-Disposition': contentDisposition('inline', name),
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}
