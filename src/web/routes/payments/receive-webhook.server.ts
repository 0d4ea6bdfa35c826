import type { PaymentProviderName } from '../../../platform/config/config.ts'
import { appContext, type Context, originOf } from '../../context.ts'
import { methodNotAllowed } from '../../method-not-allowed.ts'

/**
 * Handles a payment provider's webhook. Responds 200 to a genuine notice (stored once, however often it arrives), 401 to a forged
 * one, and 404 if the provider is not configured.
 */
export async function receiveWebhook(
  provider: PaymentProviderName,
  { request, context }: { request: Request; context: Context },
): Promise<Response> {
  const { config, payments, security, log } = context.get(appContext)
  if (request.method !== 'POST') return methodNotAllowed()
  const isConfigured = provider === 'api-pix' ? config.apiPix : config.mercadoPago
  if (!isConfigured) return new Response(null, { status: 404 })
  const received = await payments.receiveWebhook({
    provider,
    query: new URL(request.url).searchParams,
    headers: request.headers,
    body: await request.text(),
  })
  if (received.ok) return new Response(null, { status: 200 })
  if (received.code === 'forged' || received.code === 'unsigned') {
    const { ip, requestId } = originOf(context)
    security.record('webhook-forged', { ip, requestId, about: provider })
  }
  log.warn({ provider, reason: received.code }, 'webhook refused')
  return new Response(null, { status: 401 })
}
