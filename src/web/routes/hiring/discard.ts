import { redirect } from 'react-router'
import { appContext, viewerContext } from '../../context.ts'
import { resumeCopy as copy } from '../../copy/hiring.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { draftIdIn } from '../../session/hiring-draft.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import type { Route } from './+types/discard.ts'

/** Deletes a hiring that was not signed, with the data typed for it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { contracting, config } = context.get(appContext)
  const viewer = context.get(viewerContext)
  await contracting.discardHiring({ draftId: await draftIdIn(context, request), viewer })
  const cookies = cookiesFor(config.session)
  return redirectWithToast(cookies, paths.home(), { tone: 'neutral', ...copy.discarded }, [
    await clearCookie(cookies.draft),
  ])
}

/** Redirects: a GET deletes nothing. */
export function loader() {
  return redirect(paths.home())
}
