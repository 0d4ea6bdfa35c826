import type { z } from 'zod'
import { toReais } from '../../../../core/money.ts'
import type { PaymentProvider, ProviderOutcome } from '../../ports.ts'
import { type Call, type ClientOptions, createClient, unavailable } from './client.ts'
import {
  paymentSchema,
  pixBody,
  preferenceBody,
  preferenceSchema,
  refundSchema,
  searchSchema,
  wireDate,
} from './wire.ts'

/** How many payments a page of the search holds. */
const page = 50

/**
 * Mercado Pago's Payments API over `fetch`; the base URL may be the simulator's. An answer nobody can read counts as
 * `unavailable`: it may have happened.
 *
 * @param publicUrl where the provider reaches us, without a slash at the end
 */
export function createMercadoPago({
  publicUrl,
  ...options
}: ClientOptions & { publicUrl: string }): PaymentProvider {
  const send = createClient(options)
  const notificationUrl = `${publicUrl}/webhooks/mercadopago?source_news=webhooks`

  return {
    async createPix(request) {
      const answer = await ask(paymentSchema, {
        method: 'POST',
        path: '/v1/payments',
        body: pixBody(request, notificationUrl),
        idempotencyKey: request.idempotencyKey,
      })
      if (!answer.ok) return answer
      const { providerId, status, detail, code, ticketUrl, expiresAt } = answer.value
      if (code === undefined) return unavailable('a pix without a code')
      return { ok: true, value: { providerId, status, detail, code, ticketUrl, expiresAt } }
    },

    async createCard(request) {
      const answer = await ask(preferenceSchema, {
        method: 'POST',
        path: '/checkout/preferences',
        body: preferenceBody(request, { notificationUrl, backUrl: `${publicUrl}/payment` }),
        idempotencyKey: request.idempotencyKey,
      })
      if (!answer.ok) return answer
      return { ok: true, value: { preferenceId: answer.value.id, initPoint: answer.value.init_point } }
    },

    get: (providerId) => ask(paymentSchema, { method: 'GET', path: paymentPath(providerId) }),

    search: (query) =>
      ask(searchSchema, { method: 'GET', path: `/v1/payments/search?${searchQuery(query)}` }),

    cancel: (providerId) =>
      ask(paymentSchema, { method: 'PUT', path: paymentPath(providerId), body: { status: 'cancelled' } }),

    async refund({ providerId, idempotencyKey, amount }) {
      const answer = await ask(refundSchema, {
        method: 'POST',
        path: `${paymentPath(providerId)}/refunds`,
        body: amount === undefined ? {} : { amount: toReais(amount) },
        idempotencyKey,
      })
      if (!answer.ok) return answer
      return { ok: true, value: { providerRefundId: answer.value.id, amount: answer.value.amount } }
    },
  }

  async function ask<S extends z.ZodType>(schema: S, call: Call): Promise<ProviderOutcome<z.output<S>>> {
    const answer = await send(call)
    if (!answer.ok) return answer
    const parsed = schema.safeParse(answer.value)
    if (parsed.success) return { ok: true, value: parsed.data }
    return unavailable(`unreadable: ${parsed.error.issues[0]?.path.join('.')}`)
  }
}

function paymentPath(providerId: string): string {
  return `/v1/payments/${encodeURIComponent(providerId)}`
}

function searchQuery(
  query: { reference: string } | { approvedSince: Date; offset?: number },
): URLSearchParams {
  if ('reference' in query) {
    return new URLSearchParams({
      external_reference: query.reference,
      sort: 'date_created',
      criteria: 'desc',
    })
  }
  return new URLSearchParams({
    status: 'approved',
    range: 'date_last_updated',
    begin_date: wireDate(query.approvedSince),
    end_date: wireDate(new Date(query.approvedSince.getTime() + 2 * 24 * 60 * 60_000)),
    sort: 'date_last_updated',
    criteria: 'desc',
    limit: String(page),
    offset: String(query.offset ?? 0),
  })
}
