import { z } from 'zod'
import type { Clock } from '../../../src/core/clock.ts'
import { isDocument } from '../../../src/core/documento.ts'
import { parseJson } from '../../../src/core/json.ts'
import { ok, refuse } from '../../../src/core/outcome.ts'
import { hasMoneyArrived } from '../../../src/modules/payments/domain/payment-state.ts'
import type {
  ChargeRequest,
  PaymentProvider,
  PaymentReport,
  ProviderOutcome,
} from '../../../src/modules/payments/ports.ts'
import { buildBrCode } from '../../support/build-br-code.ts'

export interface InMemoryProvider extends PaymentProvider {
  /** Simulates the payer, the bank or the provider. `status` follows `state` by default. */
  change(providerId: string, change: Partial<PaymentReport>): void
  payments(): PaymentReport[]
}

/** Value of the header `x-token` of an authentic notice. */
export const inMemoryToken = 'in-memory-token'

const pageSize = 50
const notices = z.array(z.object({ deliveryKey: z.string(), providerId: z.string(), kind: z.string() }))

/** A provider without a network, for tests and demos, with the same contract and refusals as the others. */
export function createInMemoryProvider({ clock }: { clock: Clock }): InMemoryProvider {
  const payments = new Map<string, PaymentReport>()
  const preferences = new Map<string, { preferenceId: string; initPoint: string }>()
  const closedPreferences = new Set<string>()
  const answers = new Map<string, { request: string; id: string }>()
  let last = 1_000_000

  return {
    name: 'in-memory',
    methods: ['pix', 'credit_card'],
    pageSize,
    requestsAtOnce: 6,
    referenceFor: ({ id }) => id,

    async createPix(request) {
      const refusal = refusalOf(request)
      if (refusal) return refusal
      const known = answers.get(request.idempotencyKey)
      if (known && known.request !== JSON.stringify(request))
        return { ok: false, code: 'refused', detail: '409' }
      const payment = known ? payments.get(known.id) : issue(request)
      if (!payment?.code) return notFound
      const { providerId, state, status, detail, code, ticketUrl, expiresAt } = payment
      return { ok: true, value: { providerId, state, status, detail, code, ticketUrl, expiresAt } }
    },

    async createCard(request) {
      const refusal = refusalOf(request)
      if (refusal) return refusal
      const known = preferences.get(request.idempotencyKey)
      const preferenceId = `pref-${++last}`
      const preference = known ?? { preferenceId, initPoint: `http://127.0.0.1/checkout/${preferenceId}` }
      preferences.set(request.idempotencyKey, preference)
      return { ok: true, value: preference }
    },

    async cancel({ reference, preferenceId }) {
      const ofCharge = newestFirst().filter((payment) => payment.reference === reference)
      const open = ofCharge.filter(({ state }) => state === 'pending' || state === 'in_process')
      const isPaid = ofCharge.some(({ state }) => hasMoneyArrived(state))
      const canClose = preferenceId !== null && !closedPreferences.has(preferenceId)
      if (preferenceId !== null) closedPreferences.add(preferenceId)
      for (const payment of open)
        put({ ...payment, state: 'cancelled', status: 'cancelled', detail: 'by_collector' })
      return isPaid || (open.length === 0 && !canClose)
        ? { ok: false, code: 'refused' }
        : { ok: true, value: undefined }
    },

    async paymentsOf({ reference }) {
      return { ok: true, value: newestFirst().filter((payment) => payment.reference === reference) }
    },

    get: async (providerId) => found(payments.get(providerId)),

    async list({ by, from, to, offset }) {
      const timeOf = (payment: PaymentReport) =>
        (by === 'change' ? payment.updatedAt : payment.approvedAt)?.getTime() ?? 0
      const within = [...payments.values()]
        .filter((payment) => timeOf(payment) >= from.getTime() && timeOf(payment) < to.getTime())
        .sort((a, b) => timeOf(a) - timeOf(b))
      return { ok: true, value: within.slice(offset, offset + pageSize) }
    },

    async refund({ providerId, idempotencyKey, amount }) {
      const payment = payments.get(providerId)
      if (!payment) return notFound
      const known = answers.get(idempotencyKey)
      if (known) return { ok: true, value: { providerRefundId: known.id, amount } }
      const refunded = payment.refunded + amount
      if (payment.state !== 'approved' || refunded > payment.amount) return { ok: false, code: 'refused' }
      const state = refunded === payment.amount ? 'refunded' : 'approved'
      put({
        ...payment,
        refunded,
        refunds: [...(payment.refunds ?? []), { id: String(last + 1), amount }],
        state,
        status: state,
        detail: state === 'approved' ? 'partially_refunded' : state,
      })
      const id = String(++last)
      answers.set(idempotencyKey, { request: '', id })
      return { ok: true, value: { providerRefundId: id, amount } }
    },

    readNotice({ headers, body }) {
      if (headers.get('x-token') === null) return refuse('unsigned')
      if (headers.get('x-token') !== inMemoryToken) return refuse('forged')
      const parsed = notices.safeParse(parseJson(body))
      return parsed.success ? ok(parsed.data) : refuse('malformed')
    },

    change(providerId, change) {
      const payment = payments.get(providerId)
      if (!payment) throw new Error(`no payment ${providerId}`)
      const status = change.state ?? payment.status
      const approvedAt =
        change.state === 'approved' ? (payment.approvedAt ?? clock.now()) : payment.approvedAt
      put({ ...payment, approvedAt, status, ...change })
    },

    payments: () => [...payments.values()],
  }

  function issue(request: ChargeRequest): PaymentReport {
    const providerId = String(++last)
    answers.set(request.idempotencyKey, { request: JSON.stringify(request), id: providerId })
    return put({
      providerId,
      state: 'pending',
      status: 'pending',
      detail: 'pending_waiting_transfer',
      amount: request.amount,
      refunded: 0,
      refunds: [],
      fee: 0,
      currency: 'BRL',
      reference: request.reference,
      method: 'pix',
      code: buildBrCode({
        key: 'chave@exemplo.com.br',
        merchantName: 'Sem Dinheiro',
        city: 'Florianopolis',
        amount: request.amount,
        txid: `mem${providerId}`,
      }),
      ticketUrl: undefined,
      expiresAt: request.expiresAt,
      approvedAt: undefined,
      updatedAt: undefined,
    })
  }

  function put(payment: PaymentReport): PaymentReport {
    const changed = { ...payment, updatedAt: clock.now() }
    payments.delete(payment.providerId)
    payments.set(payment.providerId, changed)
    return changed
  }

  function newestFirst(): PaymentReport[] {
    return [...payments.values()].reverse()
  }
}

const notFound = { ok: false, code: 'not_found' } as const

function found(payment: PaymentReport | undefined): ProviderOutcome<PaymentReport> {
  return payment ? { ok: true, value: payment } : notFound
}

function refusalOf({ payer, reference }: ChargeRequest): ProviderOutcome<never> | undefined {
  if (!isDocument(payer.document)) return { ok: false, code: 'invalid_payer' }
  return /^[A-Za-z0-9_-]{1,64}$/.test(reference) ? undefined : { ok: false, code: 'refused' }
}
