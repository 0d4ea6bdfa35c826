import { appContext } from '../../context.ts'
import type { Route } from './+types/messages-json.ts'

/** Returns every message as JSON, newest first, for tests and scripts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { notifications } = context.get(appContext)
  const messages = await notifications.recent({ limit: 500 })
  return Response.json(
    messages.map(({ to, channel, kind, subject, text, links, status, createdAt }) => ({
      to,
      channel,
      kind,
      subject,
      text,
      links,
      status,
      at: createdAt.toISOString(),
    })),
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
