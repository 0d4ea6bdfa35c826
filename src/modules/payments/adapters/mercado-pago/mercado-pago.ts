import type { Clock } from '../../../../core/clock.ts'
import { toReais } from '../../../../core/money.ts'
import { hasMoneyArrived } from '../../domain/payment-state.ts'
import type {
  ChargeKey,
  PaymentProvider,
  PaymentReport,
  PaymentsQuery,
  ProviderOutcome,
} from '../../ports.ts'
import { parseWith, unavailable } from '../client.ts'
import { type ClientOptions, createClient } from './client.ts'
import { readNotice } from './notice.ts'
import { chargeReference } from './reference.ts'
import {
  paymentSchema,
  pixBody,
  preferenceBody,
  preferenceSchema,
  refundSchema,
  searchSchema,
  wireDate,
} from './wire.ts'

/** Payments per page of the search. */
const pageSize = 50

/** Absolute URLs given to the provider. */
export interface MercadoPagoLinks {
  /** The webhook. */
  mercadoPagoNotices(): string
  /** The page to which the payer returns. */
  payment(): string
}

/** A provider over Mercado Pago's Payments API; the base URL can be the simulator's. */
export function createMercadoPago({
  links,
  webhookSecret,
  clock,
  ...options
}: ClientOptions & { links: MercadoPagoLinks; webhookSecret: string; clock: Clock }): PaymentProvider {
  const send = parseWith(createClient(options))
  const notificationUrl = `${links.mercadoPagoNotices()}?source_news=webhooks`

  return {
    name: 'mercado-pago',
    methods: ['pix', 'credit_card'],
    pageSize,
    referenceFor: chargeReference,
    get,
    paymentsOf,
    list,

    async createPix(request) {
      const answer = await send(paymentSchema, {
        method: 'POST',
        path: '/v1/payments',
        body: pixBody(request, notificationUrl),
        idempotencyKey: request.idempotencyKey,
      })
      if (!answer.ok) return answer
      const { providerId, state, status, detail, code, ticketUrl, expiresAt } = answer.value
      if (code === undefined) return unavailable('a pix without a code')
      return { ok: true, value: { providerId, state, status, detail, code, ticketUrl, expiresAt } }
    },

    async createCard(request) {
      const answer = await send(preferenceSchema, {
        method: 'POST',
        path: '/checkout/preferences',
        body: preferenceBody(request, { notificationUrl, backUrl: links.payment() }),
        idempotencyKey: request.idempotencyKey,
      })
      if (!answer.ok) return answer
      return { ok: true, value: { preferenceId: answer.value.id, initPoint: answer.value.init_point } }
    },

    /** Closes a preference first, so that nobody starts to pay while its payments are read. */
    async cancel(charge) {
      if (charge.preferenceId !== null) {
        const closed = await send(preferenceSchema, {
          method: 'PUT',
          path: `/checkout/preferences/${encodeURIComponent(charge.preferenceId)}`,
          body: { expires: true, expiration_date_to: wireDate(clock.now()) },
        })
        if (!closed.ok) return closed
      }
      const payments = await paymentsOf(charge)
      if (!payments.ok) return payments
      const open = payments.value.filter(({ state }) => state === 'pending' || state === 'in_process')
      const isPaid = payments.value.some(({ state }) => hasMoneyArrived(state))
      if (isPaid || (open.length === 0 && charge.preferenceId === null)) return { ok: false, code: 'refused' }
      for (const { providerId } of open) {
        const closed = await send(paymentSchema, {
          method: 'PUT',
          path: paymentPath(providerId),
          body: { status: 'cancelled' },
        })
        if (!closed.ok) return closed
      }
      return { ok: true, value: undefined }
    },

    async refund({ providerId, idempotencyKey, amount }) {
      const answer = await send(refundSchema, {
        method: 'POST',
        path: `${paymentPath(providerId)}/refunds`,
        body: { amount: toReais(amount) },
        idempotencyKey,
      })
      if (!answer.ok) return answer
      return { ok: true, value: { providerRefundId: answer.value.id, amount: answer.value.amount } }
    },

    readNotice: (notice, now) => readNotice(notice, { secret: webhookSecret, now }),
  }

  function get(providerId: string): Promise<ProviderOutcome<PaymentReport>> {
    return send(paymentSchema, { method: 'GET', path: paymentPath(providerId) })
  }

  async function paymentsOf({ reference, providerId }: ChargeKey): Promise<ProviderOutcome<PaymentReport[]>> {
    const found = await search({ external_reference: reference, sort: 'date_created', criteria: 'desc' })
    if (!found.ok) return found
    const { payments } = found.value
    if (providerId === null || payments.some((payment) => payment.providerId === providerId))
      return { ok: true, value: payments }
    // The search lags behind new payments.
    const issued = await get(providerId)
    return issued.ok ? { ok: true, value: [...payments, issued.value] } : issued
  }

  async function list(query: PaymentsQuery): Promise<ProviderOutcome<PaymentReport[]>> {
    const field = query.by === 'change' ? 'date_last_updated' : 'date_approved'
    const found = await search({
      range: field,
      begin_date: wireDate(query.from),
      // Inclusive in the API.
      end_date: wireDate(new Date(query.to.getTime() - 1)),
      sort: field,
      criteria: 'asc',
      limit: String(pageSize),
      offset: String(query.offset),
    })
    if (!found.ok) return found
    const { payments, count } = found.value
    if (count < pageSize || payments.length === count) return { ok: true, value: payments }
    // A page with unreadable payments is filled from the next one, so that it does not look like the last.
    const rest = await list({ ...query, offset: query.offset + pageSize })
    return rest.ok ? { ok: true, value: [...payments, ...rest.value].slice(0, pageSize) } : rest
  }

  function search(query: Record<string, string>) {
    return send(searchSchema, { method: 'GET', path: `/v1/payments/search?${new URLSearchParams(query)}` })
  }
}

function paymentPath(providerId: string): string {
  return `/v1/payments/${encodeURIComponent(providerId)}`
}
