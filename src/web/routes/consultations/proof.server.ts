import { isUuid } from '../../../core/ids.ts'
import { appContext, type Context, viewerContext } from '../../context.ts'
import { cookiesFor, readCookie } from '../../session/cookies.server.ts'

/** Returns the reader's proof of being the buyer of a result: the session, and the cookie that a correct code leaves. */
export async function proofOf(
  context: Context,
  request: Request,
): Promise<{ userId: string | undefined; linkId: string | undefined }> {
  const { config } = context.get(appContext)
  const read = await readCookie(request, cookiesFor(config.session).result)
  const linkId = read.state === 'read' && isUuid(read.value) ? read.value : undefined
  return { userId: context.get(viewerContext)?.id, linkId }
}
