import { appContext } from '../../context.ts'
import type { Route } from './+types/mensagens-json.ts'

/** Returns every message as JSON, newest first, for tests and scripts. A 404 without the simulator. */
export async function loader({ context }: Route.LoaderArgs) {
  const { config, notifications } = context.get(appContext)
  if (!config.demo) throw new Response(null, { status: 404 })
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
