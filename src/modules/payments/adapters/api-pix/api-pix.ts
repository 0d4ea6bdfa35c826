import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../../core/clock.ts'
import { isDocument } from '../../../../core/documento.ts'
import { toDecimal } from '../../../../core/money.ts'
import type {
  ChargeRequest,
  IssuedPix,
  PaymentProvider,
  PaymentReport,
  PaymentsQuery,
  ProviderOutcome,
  ProviderRefund,
} from '../../ports.ts'
import { parseWith, unavailable } from '../client.ts'
import { type Call, type ClientOptions, createClient } from './client.ts'
import { noticeUrl, readNotice } from './notice.ts'
import {
  type Charge,
  chargeBody,
  chargeSchema,
  endOf,
  pageSchema,
  paymentsIn,
  pixSchema,
  returnSchema,
  stateOf,
} from './wire.ts'

const pageSize = 100
/** For how long after a Pix its money may still be given back, by us or by the special mechanism, in milliseconds. */
const returnable = 90 * 24 * 60 * 60_000

export interface ApiPix extends PaymentProvider {
  /** Tells the bank where to send notices about our key: once, and again whenever address or secret change. */
  registerWebhook(): Promise<ProviderOutcome<void>>
}

/**
 * The Banco Central's API Pix 2.9, which most banks speak: `cob`, and `cobv` where a charge has a due date.
 *
 * @param key the company's Pix key at this bank
 * @param links where the bank reports payments to us, with the site's origin
 */
export function createApiPix({
  key,
  webhookSecret,
  links,
  clock,
  ...options
}: ClientOptions & {
  key: string
  webhookSecret: string
  links: { pixNotices(): string }
  clock: Clock
}): ApiPix {
  const ask = parseWith(createClient(options))

  return {
    name: 'api-pix',
    methods: ['pix'],
    pageSize,
    /** A txid: 26 to 35 letters and digits. */
    referenceFor: ({ id }) => id.replaceAll('-', ''),

    /**
     * The txid is the key. By the standard a `PUT` changes a charge that is there, and some banks refuse it: so what is
     * there is looked at first, and again after a refusal, whose call may have been the repetition of one that worked.
     */
    async createPix(request) {
      if (!isDocument(request.payer.document)) return { ok: false, code: 'invalid_payer' }
      const known = await find(request.reference)
      if (known.ok || known.code !== 'not_found') return issued(known, request)
      const made = await ask(chargeSchema, {
        method: 'PUT',
        path: `/${request.due ? 'cobv' : 'cob'}/${request.reference}`,
        body: chargeBody(request, key, clock.now()),
      })
      if (made.ok || made.code !== 'refused') return issued(made, request)
      const repeated = await find(request.reference)
      return repeated.ok ? issued(repeated, request) : made
    },

    createCard: async () => ({ ok: false, code: 'refused', detail: 'API Pix charges no cards' }),

    async cancel({ reference }) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      const removed = await ofEitherKind(reference, { method: 'PATCH', body })
      if (removed.ok) return { ok: true, value: undefined }
      return removed.code === 'not_found' ? { ...removed, code: 'refused' } : removed
    },

    paymentsOf: ({ reference }) => paymentsOf(reference),

    /** By the end-to-end id of a Pix, or by the txid of a charge that may not have been paid. */
    async get(providerId) {
      if (isEndToEndId(providerId)) return ask(pixSchema, { method: 'GET', path: pixPath(providerId) })
      const payments = await paymentsOf(providerId)
      if (!payments.ok) return payments
      const [newest] = payments.value
      return newest ? { ok: true, value: newest } : { ok: false, code: 'not_found' }
    },

    /**
     * Only Pix received, with or without a charge: what becomes of unpaid charges, each has to be asked. The API selects
     * by the time of receipt alone and promises no order, so a query is read whole and put in order here; for changes
     * also every Pix of the last 90 days of which something was given back.
     */
    async list({ by, from, to, offset }) {
      const received = await everyPix({ from, to })
      if (!received.ok) return received
      const returned =
        by === 'approval'
          ? received
          : await everyPix({ from: new Date(from.getTime() - returnable), to, devolucaoPresente: true })
      if (!returned.ok) return returned
      const each = new Map([...received.value, ...returned.value].map((pix) => [pix.providerId, pix]))
      const timeOf = ({ approvedAt, updatedAt }: PaymentReport) =>
        (by === 'change' ? updatedAt : approvedAt)?.getTime() ?? 0
      const within = [...each.values()]
        .filter((pix) => timeOf(pix) >= from.getTime() && timeOf(pix) < to.getTime())
        .sort((a, b) => timeOf(a) - timeOf(b))
      return { ok: true, value: within.slice(offset, offset + pageSize) }
    },

    /** Within 90 days and up to what is left. While the bank is at it, the answer is `unavailable`: to be asked again. */
    async refund({ providerId, idempotencyKey, amount }) {
      const id = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 35)
      const path = `${pixPath(providerId)}/devolucao/${id}`
      const asked = await ask(returnSchema, { method: 'PUT', path, body: { valor: toDecimal(amount) } })
      if (asked.ok || asked.code !== 'refused') return given(asked)
      // By the standard an id used before is refused, ours too.
      const known = await ask(returnSchema, { method: 'GET', path })
      return known.ok && known.value.valor === amount ? given(known) : asked
    },

    readNotice: (notice) => readNotice(notice, webhookSecret),

    registerWebhook: () =>
      ask(
        z.unknown().transform(() => undefined),
        {
          method: 'PUT',
          path: `/webhook/${encodeURIComponent(key)}`,
          body: { webhookUrl: noticeUrl(links.pixNotices(), webhookSecret) },
        },
      ),
  }

  async function paymentsOf(reference: string): Promise<ProviderOutcome<PaymentReport[]>> {
    const charge = await find(reference)
    if (charge.ok) return { ok: true, value: paymentsIn(charge.value, clock.now()) }
    return charge.code === 'not_found' ? { ok: true, value: [] } : charge
  }

  function find(reference: string): Promise<ProviderOutcome<Charge>> {
    return ofEitherKind(reference, { method: 'GET' })
  }

  /** Whether a txid is that of a `cob` or of a `cobv`, only the bank knows. */
  async function ofEitherKind(reference: string, call: Omit<Call, 'path'>): Promise<ProviderOutcome<Charge>> {
    if (!/^[A-Za-z0-9]{26,35}$/.test(reference)) return { ok: false, code: 'not_found' }
    const cob = await ask(chargeSchema, { ...call, path: `/cob/${reference}` })
    if (cob.ok || cob.code !== 'not_found') return cob
    return ask(chargeSchema, { ...call, path: `/cobv/${reference}` })
  }

  function issued(charge: ProviderOutcome<Charge>, { amount }: ChargeRequest): ProviderOutcome<IssuedPix> {
    if (!charge.ok) return charge
    const { txid, status, valor, pixCopiaECola: code } = charge.value
    if (valor.original !== amount) return { ok: false, code: 'refused', detail: 'another amount' }
    if (code === undefined) return unavailable('a charge without a code')
    const state = stateOf(charge.value, clock.now())
    const expiresAt = endOf(charge.value)
    const value = {
      providerId: txid,
      state,
      status,
      detail: undefined,
      code,
      ticketUrl: undefined,
      expiresAt,
    }
    return { ok: true, value }
  }

  async function everyPix({
    from,
    to,
    devolucaoPresente,
  }: Pick<PaymentsQuery, 'from' | 'to'> & { devolucaoPresente?: true }): Promise<
    ProviderOutcome<PaymentReport[]>
  > {
    const all: PaymentReport[] = []
    for (let page = 0; ; page++) {
      const query = new URLSearchParams({
        inicio: from.toISOString(),
        // Inclusive there.
        fim: new Date(to.getTime() - 1).toISOString(),
        ...(devolucaoPresente && { devolucaoPresente: 'true' }),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(pageSize),
      })
      const read = await ask(pageSchema, { method: 'GET', path: `/pix?${query}` })
      if (!read.ok) return read
      all.push(...read.value.pix)
      if (page + 1 >= read.value.parametros.paginacao.quantidadeDePaginas) return { ok: true, value: all }
    }
  }
}

function given(answer: ProviderOutcome<z.output<typeof returnSchema>>): ProviderOutcome<ProviderRefund> {
  if (!answer.ok) return answer
  const { status, id, rtrId = id, valor } = answer.value
  if (status === 'DEVOLVIDO') return { ok: true, value: { providerRefundId: rtrId, amount: valor } }
  return status === 'NAO_REALIZADO' ? { ok: false, code: 'refused', detail: status } : unavailable(status)
}

function pixPath(endToEndId: string): string {
  return `/pix/${encodeURIComponent(endToEndId)}`
}

/** 'E', the bank's number, the minute, eleven more. A txid of ours has no capitals. */
function isEndToEndId(text: string): boolean {
  return /^E[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}$/.test(text)
}
