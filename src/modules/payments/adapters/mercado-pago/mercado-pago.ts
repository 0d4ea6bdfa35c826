import type { Clock } from '../../../../core/clock.ts'
import type { JsonNode } from '../../../../core/lossless-json.ts'
import { type Centavos, toReais } from '../../../../core/money.ts'
import { isTestToken } from '../../../../platform/config/production.ts'
import { hasMoneyArrived, isStillPayable } from '../../domain/payment-state.ts'
import {
  type ChargeKey,
  isReadable,
  type ListedPayment,
  type PaymentProvider,
  type PaymentReport,
  type PaymentsQuery,
  type ProviderOutcome,
  type ProviderRefund,
  type ProviderRefusal,
} from '../../ports.ts'
import { onlyRequestedPayment, parseWith, readWith, unavailable, unreadable } from '../client.ts'
import { pageAddress } from '../page-address.ts'
import { type ClientOptions, createClient } from './client.ts'
import { readNotice } from './notice.ts'
import { chargeReference } from './reference.ts'
import {
  isPreferenceFor,
  isRefundOver,
  type ListedRefund,
  pixBody,
  preferenceBody,
  preferenceSchema,
  readPayment,
  readRefund,
  readSearchPage,
  type SearchPage,
  wireDate,
} from './wire.ts'

/** Payments per page of the search. */
const pageSize = 50
const requestsAtOnce = 6
/**
 * Pages of one charge: a thousand attempts to pay it. More must be an error of the search, such as the same page returned
 * repeatedly.
 */
const maxPagesOfCharge = 20

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
  const client = createClient(options)
  const [send, read] = [parseWith(client), readWith(client)]
  const isLive = !isTestToken(options.accessToken)
  const readPaymentIn = paymentReader(isLive)
  const notificationUrl = `${links.mercadoPagoNotices()}?source_news=webhooks`

  return {
    name: 'mercado-pago',
    methods: ['pix', 'credit_card'],
    noticesTo: notificationUrl,
    collectorId: accountOf(options.accessToken),
    pageSize,
    requestsAtOnce,
    referenceFor: chargeReference,
    get,
    paymentsOf,
    list,

    async createPix(request) {
      const answer = await read(readPaymentIn, {
        method: 'POST',
        path: '/v1/payments',
        body: pixBody(request, notificationUrl),
        idempotencyKey: request.idempotencyKey,
      })
      if (!answer.ok) return answer
      if (!isReadable(answer.value)) return unreadable(answer.value.unreadable.join(' '))
      const { providerId, state, status, detail, code, expiresAt, ...reported } = answer.value
      // A response to another request: its code would charge another customer's amount.
      if (reported.reference !== request.reference || reported.amount !== request.amount)
        return unreadable('another pix')
      // Rejected on creation: requesting it again would return the same result.
      if (state === 'rejected')
        return { ok: false, code: 'refused', detail: `${status} ${detail ?? ''}`.trim() }
      if (code === undefined) return unavailable('a pix without a code')
      const ticketUrl = pageAddress(reported.ticketUrl, options.baseUrl)
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
      const { id: preferenceId, init_point } = answer.value
      const initPoint = pageAddress(init_point, options.baseUrl)
      // The URL must contain the preference's id: another preference would charge another customer's amount.
      if (!initPoint?.split(/[^\w-]+/).includes(preferenceId)) return unreadable('init_point')
      if (!isPreferenceFor(answer.value, request)) return unreadable('another preference')
      return { ok: true, value: { preferenceId, initPoint } }
    },

    /** Closes a preference first, so that no payment can start while its payments are read. */
    async cancel(charge) {
      if (charge.preferenceId !== null) {
        const closed = await send(preferenceSchema, {
          method: 'PUT',
          path: `/checkout/preferences/${encodeURIComponent(charge.preferenceId)}`,
          body: { expires: true, expiration_date_to: wireDate(clock.now()) },
        })
        if (!closed.ok) return notClosed(closed)
        if (closed.value.id !== charge.preferenceId) return unreadable('another preference')
      }
      const payments = await paymentsOf(charge)
      if (!payments.ok) return payments
      // A payment that cannot be read, or has an unknown status, may be money: the charge stays unchanged meanwhile.
      const clear = payments.value.filter(isClear)
      if (clear.length < payments.value.length)
        return { ok: false, code: 'unreadable', detail: 'a payment of the charge' }
      const open = clear.filter(({ state }) => isStillPayable(state))
      for (const { providerId } of open) {
        const closed = await read(readPaymentIn, {
          method: 'PUT',
          path: paymentPath(providerId),
          body: { status: 'cancelled' },
        })
        if (!closed.ok) return notClosed(closed)
        if (!isReadable(closed.value) || closed.value.providerId !== providerId)
          return unreadable('another payment')
        if (closed.value.state !== 'cancelled' && closed.value.state !== 'expired')
          return unavailable('not cancelled')
      }
      const isPaid = clear.some(({ state }) => hasMoneyArrived(state))
      return isPaid || (open.length === 0 && charge.preferenceId === null)
        ? { ok: false, code: 'refused' }
        : { ok: true, value: undefined }
    },

    async refund({ providerId, idempotencyKey, amount }) {
      const path = `${paymentPath(providerId)}/refunds`
      const requested = await read(readRefund, {
        method: 'POST',
        path,
        body: { amount: toReais(amount) },
        idempotencyKey,
      })
      const asked = { providerId, amount }
      if (!requested.ok || requested.value.status === 'approved') return refundOf(requested, asked)
      // A repeated request may be given the answer to the first one.
      const { providerRefundId: id } = requested.value
      const current = await read(readRefund, { method: 'GET', path: `${path}/${encodeURIComponent(id)}` })
      const isCurrent = current.ok && current.value.providerRefundId === id
      return refundOf(isCurrent ? current : requested, asked)
    },

    readNotice: (notice, now) => readNotice(notice, { secret: webhookSecret, now }),
  }

  async function get(providerId: string): Promise<ProviderOutcome<PaymentReport>> {
    return onlyRequestedPayment(
      await read(readPaymentIn, { method: 'GET', path: paymentPath(providerId) }),
      providerId,
    )
  }

  async function paymentsOf({ reference, providerId }: ChargeKey): Promise<ProviderOutcome<ListedPayment[]>> {
    const payments: ListedPayment[] = []
    for (let page = 0, isLast = false; !isLast; page++) {
      if (page === maxPagesOfCharge) return unreadable('more pages than a charge can have')
      const found = await search({
        external_reference: reference,
        sort: 'date_created',
        criteria: 'desc',
        limit: String(pageSize),
        offset: String(payments.length),
      })
      if (!found.ok) return found
      const { payments: listed, total } = found.value
      const known = new Set(payments.map((payment) => payment.providerId))
      payments.push(...listed.filter((payment) => !known.has(payment.providerId)))
      // Without a total, a full page may be followed by others.
      isLast = total === undefined ? listed.length < pageSize : payments.length >= total
      if (!isLast && listed.length === 0) return unreadable('a page that is not as long as its total')
    }
    if (providerId === null || payments.some((payment) => payment.providerId === providerId))
      return { ok: true, value: payments }
    // The search lags behind new payments.
    const issued = await get(providerId)
    const payment = issued.ok ? issued.value : issued.payment
    const isOfAnother = payment?.reference !== undefined && payment.reference !== reference
    if (payment && !isOfAnother) return { ok: true, value: [...payments, payment] }
    // Issued under another id than the response stated; the search by reference found it.
    const isMisnamed = isOfAnother || (!issued.ok && issued.code === 'not_found')
    if (isMisnamed && payments.length > 0) return { ok: true, value: payments }
    return issued.ok ? unreadable('another payment') : issued
  }

  async function list(query: PaymentsQuery): Promise<ProviderOutcome<ListedPayment[]>> {
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
    const { payments, total } = found.value
    // A short page is the last one, so its length must be the one that the provider sent.
    const isWhole =
      total === undefined
        ? payments.length === pageSize
        : payments.length === Math.min(pageSize, Math.max(0, total - query.offset))
    return isWhole ? { ok: true, value: payments } : unreadable('a page that is not as long as its total')
  }

  /** A page that states another offset than the requested one counts as none. */
  async function search(query: {
    offset: string
    [name: string]: string
  }): Promise<ProviderOutcome<SearchPage>> {
    const path = `/v1/payments/search?${new URLSearchParams(query)}`
    const found = await read((node) => readSearchPage(node, isLive), { method: 'GET', path })
    const isAnother = found.ok && (found.value.offset ?? Number(query.offset)) !== Number(query.offset)
    return isAnother ? unreadable('another page') : found
  }
}

/** The account that a token belongs to, which ends it: `APP_USR-<application>-<date>-<secret>-<account>`. Undefined for another form. */
function accountOf(token: string): string | undefined {
  return /^[A-Z_]+-\d+-\d+-[0-9a-f]+-(\d+)$/.exec(token)?.[1]
}

/** A response that must be a payment: without an id it is something else, such as an error page. */
function paymentReader(isLive: boolean) {
  return (node: JsonNode | undefined): ListedPayment | undefined =>
    node?.kind === 'object' && node.members.has('id') ? readPayment(node, isLive) : undefined
}

function isClear(payment: ListedPayment): payment is PaymentReport {
  return isReadable(payment) && payment.state !== undefined
}

/** A page or a payment that the provider refuses to close can still be paid, or has just been paid: the next attempt shows which. */
function notClosed(refusal: ProviderRefusal): ProviderRefusal {
  return refusal.code === 'refused' ? unavailable(`not closed: ${refusal.detail}`) : refusal
}

/** @param asked the payment and the amount of the request, in centavos */
function refundOf(
  answer: ProviderOutcome<ListedRefund>,
  { providerId, amount }: { providerId: string; amount: Centavos },
): ProviderOutcome<ProviderRefund> {
  if (!answer.ok) return answer
  const { providerRefundId, status, paymentId = providerId, amount: refunded } = answer.value
  if (refunded !== amount || paymentId !== providerId) return unreadable('another refund')
  if (status === 'approved') return { ok: true, value: { providerRefundId, amount } }
  // The refund that this key made is over.
  if (isRefundOver(status)) return { ok: false, code: 'refused', detail: status, isKeySpent: true }
  return { ok: false, code: 'in_process', detail: status }
}

function paymentPath(providerId: string): string {
  return `/v1/payments/${encodeURIComponent(providerId)}`
}
