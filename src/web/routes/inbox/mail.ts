import { isOverloaded } from '../../../core/bounded-queue.ts'
import { appContext, originOf } from '../../context.ts'
import { methodNotAllowed } from '../../method-not-allowed.ts'
import type { Route } from './+types/mail.ts'

/**
 * Receives an e-mail of our mailbox as raw message (RFC 5322) from the owner's mail server, which authenticates with a secret. An
 * e-mail that was not stored is answered with an error, so that the server keeps it and retries.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { inbox, security } = context.get(appContext)
  if (request.method !== 'POST') return loader()
  const received = await inbox
    .receiveMail({
      authorization: request.headers.get('authorization'),
      read: async () => new Uint8Array(await request.arrayBuffer()),
    })
    .catch((error: unknown) => {
      if (isOverloaded(error)) return 'overloaded' as const
      throw error
    })
  if (received === 'overloaded') return new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
  if (received.ok) return new Response(null, { status: 200 })
  if (received.code === 'forged') {
    const { ip, requestId } = originOf(context)
    security.record('webhook-forged', { ip, requestId, about: 'mail' })
  }
  const statuses = { not_configured: 404, forged: 401, unreadable: 400 }
  return new Response(null, { status: statuses[received.code] })
}

export const loader = methodNotAllowed
