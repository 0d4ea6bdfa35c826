import { redirect } from 'react-router'
import { appContext } from '../../context.ts'
import { authToasts } from '../../copy/auth.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session and clears the cookies of unfinished work, so that the next user of this browser sees none of it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { identity, config } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const { toasts: _, ...unfinished } = cookies
  const response = await redirectWithToast(
    cookies,
    paths.home(),
    { tone: 'neutral', ...authToasts.signedOut },
    [
      await identity.signOut({ headers: request.headers }),
      ...(await Promise.all(Object.values(unfinished).map(clearCookie))),
    ],
  )
  // Also deletes the pages that the service worker stores for a day, for use without network (src/web/enhance/worker.ts).
  response.headers.set('Clear-Site-Data', '"storage"')
  return response
}

/** Redirects: a GET does not sign out. */
export function loader() {
  return redirect(paths.home())
}
