import { appContext, originOf } from '../../context.ts'
import type { Route } from './+types/whatsapp.ts'

/** Answers Meta's one-time verification of this webhook URL. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const { notifications } = context.get(appContext)
  const challenge = notifications.confirmNotices(new URL(request.url).searchParams)
  return challenge === undefined
    ? new Response(null, { status: 403 })
    : new Response(challenge, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

/**
 * Receives WhatsApp's notices. A stored notice is answered with 200; after any other response Meta sends it again, with growing
 * pauses, for days.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { inbox, security, log } = context.get(appContext)
  const received = await inbox.receiveWhatsapp({
    signature: request.headers.get('x-hub-signature-256'),
    read: async () => new Uint8Array(await request.arrayBuffer()),
  })
  if (received.ok) return new Response(null, { status: 200 })
  if (received.code === 'not_configured') return new Response(null, { status: 404 })
  if (received.code === 'forged' || received.code === 'unsigned') {
    const { ip, requestId } = originOf(context)
    security.record('webhook-forged', { ip, requestId, about: 'whatsapp' })
  }
  log.warn({ provider: 'whatsapp', reason: received.code }, 'webhook refused')
  // A signed notice in an unknown format would otherwise be sent again for days.
  return new Response(null, { status: received.code === 'unreadable' ? 200 : 401 })
}
