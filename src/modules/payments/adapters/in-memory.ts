import { buildBrCode } from '../../../core/br-code.ts'
import type { Clock } from '../../../core/clock.ts'
import { isDocument } from '../../../core/documento.ts'
import type { ChargeRequest, PaymentProvider, ProviderOutcome, ProviderPayment } from '../ports.ts'

export interface InMemoryProvider extends PaymentProvider {
  /** What the payer, the bank or the provider does; without it nobody ever pays. */
  change(providerId: string, change: Partial<ProviderPayment>): void
  payments(): ProviderPayment[]
}

/** A provider without a network, for tests and rehearsals: same promises, same refusals. */
export function createInMemoryProvider({ clock }: { clock: Clock }): InMemoryProvider {
  const payments = new Map<string, ProviderPayment>()
  const preferences = new Map<string, { preferenceId: string; initPoint: string }>()
  const answers = new Map<string, { request: string; id: string }>()
  let last = 1_000_000

  return {
    async createPix(request) {
      const refusal = refusalOf(request)
      if (refusal) return refusal
      const known = answers.get(request.idempotencyKey)
      if (known && known.request !== JSON.stringify(request))
        return { ok: false, code: 'refused', detail: '409' }
      const payment = known ? payments.get(known.id) : issue(request)
      if (!payment?.code) return notFound
      const { providerId, status, detail, code, ticketUrl, expiresAt } = payment
      return { ok: true, value: { providerId, status, detail, code, ticketUrl, expiresAt } }
    },

    async createCard(request) {
      const refusal = refusalOf(request)
      if (refusal) return refusal
      const known = preferences.get(request.idempotencyKey)
      const preferenceId = `pref-${++last}`
      const made = known ?? { preferenceId, initPoint: `http://127.0.0.1/checkout/${preferenceId}` }
      preferences.set(request.idempotencyKey, made)
      return { ok: true, value: made }
    },

    get: async (providerId) => found(payments.get(providerId)),

    async search(query) {
      const all = [...payments.values()].reverse()
      if ('reference' in query) {
        return { ok: true, value: all.filter(({ reference }) => reference === query.reference) }
      }
      const { approvedSince, offset = 0 } = query
      const approved = all.filter(
        ({ status, updatedAt }) => status === 'approved' && updatedAt && updatedAt >= approvedSince,
      )
      return { ok: true, value: approved.slice(offset, offset + 50) }
    },

    async cancel(providerId) {
      const payment = payments.get(providerId)
      if (!payment) return notFound
      if (payment.status !== 'pending' && payment.status !== 'in_process')
        return { ok: false, code: 'refused' }
      return found(put({ ...payment, status: 'cancelled', detail: 'by_collector' }))
    },

    async refund({ providerId, idempotencyKey, amount }) {
      const payment = payments.get(providerId)
      if (!payment) return notFound
      const known = answers.get(idempotencyKey)
      const given = amount ?? payment.amount - payment.refunded
      if (known) return { ok: true, value: { providerRefundId: known.id, amount: given } }
      const refunded = payment.refunded + given
      if (payment.status !== 'approved' || refunded > payment.amount) return { ok: false, code: 'refused' }
      const whole = refunded === payment.amount
      const detail = whole ? 'refunded' : 'partially_refunded'
      put({ ...payment, refunded, detail, status: whole ? 'refunded' : 'approved' })
      const id = String(++last)
      answers.set(idempotencyKey, { request: '', id })
      return { ok: true, value: { providerRefundId: id, amount: given } }
    },

    change(providerId, change) {
      const payment = payments.get(providerId)
      if (!payment) throw new Error(`no payment ${providerId}`)
      const approvedAt =
        change.status === 'approved' ? (payment.approvedAt ?? clock.now()) : payment.approvedAt
      put({ ...payment, approvedAt, ...change })
    },

    payments: () => [...payments.values()],
  }

  function issue(request: ChargeRequest): ProviderPayment {
    const providerId = String(++last)
    answers.set(request.idempotencyKey, { request: JSON.stringify(request), id: providerId })
    return put({
      providerId,
      status: 'pending',
      detail: 'pending_waiting_transfer',
      amount: request.amount,
      refunded: 0,
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

  function put(payment: ProviderPayment): ProviderPayment {
    const changed = { ...payment, updatedAt: clock.now() }
    payments.delete(payment.providerId)
    payments.set(payment.providerId, changed)
    return changed
  }
}

const notFound = { ok: false, code: 'not_found' } as const

function found(payment: ProviderPayment | undefined): ProviderOutcome<ProviderPayment> {
  return payment ? { ok: true, value: payment } : notFound
}

function refusalOf({ payer, reference }: ChargeRequest): ProviderOutcome<never> | undefined {
  if (!isDocument(payer.document)) return { ok: false, code: 'invalid_payer' }
  return /^[A-Za-z0-9_-]{1,64}$/.test(reference) ? undefined : { ok: false, code: 'refused' }
}
