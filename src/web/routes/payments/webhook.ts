import { appContext } from '../../context.ts'
import type { Route } from './+types/webhook.ts'

/** Mercado Pago's notices. A signed one is stored and answered 200, once or five times; a forged one is answered 401. */
export async function action({ request, context }: Route.ActionArgs) {
  const { payments, log } = context.get(appContext)
  if (request.method !== 'POST') return new Response(null, { status: 405 })
  const received = await payments.receiveWebhook({
    provider: 'mercado-pago',
    query: new URL(request.url).searchParams,
    headers: request.headers,
    body: (await request.text()).slice(0, 10_000),
  })
  if (received.ok) return new Response(null, { status: 200 })
  log.warn({ reason: received.code }, 'webhook refused')
  return new Response(null, { status: 401 })
}

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
