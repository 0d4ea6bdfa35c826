import type { RouterContextProvider } from 'react-router'
import type { PaymentProviderName } from '../../../platform/config/config.ts'
import { appContext } from '../../context.ts'

/** One notice may tell of many payments. */
const mostCharacters = 256 * 1024

/**
 * A provider's notices. A genuine one is stored and answered 200, once or five times; a forged one is answered 401, and
 * one from a provider that is not ours 404.
 */
export async function receiveNotice(
  provider: PaymentProviderName,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): Promise<Response> {
  const { config, payments, log } = context.get(appContext)
  if (request.method !== 'POST') return notPosted()
  const isOurs = provider === 'api-pix' ? config.apiPix : config.mercadoPago
  if (!isOurs) return new Response(null, { status: 404 })
  const received = await payments.receiveWebhook({
    provider,
    query: new URL(request.url).searchParams,
    headers: request.headers,
    body: (await request.text()).slice(0, mostCharacters),
  })
  if (received.ok) return new Response(null, { status: 200 })
  log.warn({ provider, reason: received.code }, 'webhook refused')
  return new Response(null, { status: 401 })
}

export function notPosted(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
