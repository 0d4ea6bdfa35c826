import { appContext } from '../../context.ts'
import { searchOf } from '../../paths.ts'
import { mailSecurityPolicy } from '../../security/headers.server.ts'
import type { Route } from './+types/message-html.ts'

/** Renders an e-mail exactly as its reader gets it. A 404 for WhatsApp and for unknown messages. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { notifications } = context.get(appContext)
  const alwaysDark = searchOf('devMessageMail', request).get('tema') === 'escuro'
  const html = await notifications.renderMessage({ messageId: params.id, alwaysDark })
  if (!html) throw new Response(null, { status: 404 })
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': mailSecurityPolicy,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}
