import { data, redirect } from 'react-router'
import { optionalTopics } from '../../../modules/notifications/public.ts'
import { appContext } from '../../context.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/stop.ts'

/**
 * Stops a topic with one request and no confirmation, as mail programs post it (RFC 8058). The signed link is the credential; the
 * body is ignored. A topic that cannot be stopped stops all topics that can be.
 */
export async function action({ params: { token, topic }, context }: Route.ActionArgs) {
  const { notifications } = context.get(appContext)
  const named = optionalTopics.find((known) => known === topic) ?? 'all'
  const stopped = await notifications.stopMessages({ owner: { token }, topic: named })
  if (!stopped.ok) throw data(null, { status: 404 })
  return new Response(null, { status: 204 })
}

/** Redirects: a GET stops nothing, because link previews open links too. */
export function loader({ params: { token } }: Route.LoaderArgs) {
  return redirect(paths.preferences(token))
}
