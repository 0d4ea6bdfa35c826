import { z } from 'zod'
import type { Clock } from '../../../../core/clock.ts'
import { isDocument } from '../../../../core/documento.ts'
import { before, DAY } from '../../../../core/durations.ts'
import type { JsonNode } from '../../../../core/lossless-json.ts'
import { toDecimal } from '../../../../core/money.ts'
import { sha256 } from '../../../../platform/digest.ts'
import type {
  ChargeRequest,
  IssuedPix,
  ListedPayment,
  PaymentProvider,
  PaymentsQuery,
  ProviderOutcome,
  ProviderRefund,
} from '../../ports.ts'
import { onlyRequestedPayment, parseWith, readWith, unavailable, unreadable } from '../client.ts'
import { type Call, type ClientOptions, createClient } from './client.ts'
import { noticeUrl, readNotice } from './notice.ts'
import {
  type Charge,
  chargeBody,
  endOf,
  paymentsIn,
  readCharge,
  readPage,
  readPix,
  returnSchema,
  stateOf,
  states,
} from './wire.ts'

const pageSize = 100
const requestsAtOnce = 6
/** 100,000 Pix: a higher number of pages must be an error. */
const maxPages = 1000
/** Period after a Pix in which it can be returned, by us or by the special mechanism (MED), in milliseconds. */
const maxReturnAge = 90 * DAY
/** How long after a return was carried out the bank may begin to list it, in milliseconds. */
const maxReturnDelay = DAY

type Return = z.output<typeof returnSchema>

export interface ApiPix extends PaymentProvider {
  /** Registers the URL for notices about our Pix key. Needed once, and again whenever the URL or the secret changes. */
  registerWebhook(): Promise<ProviderOutcome<void>>
}

/**
 * A provider over Banco Central's API Pix 2.9, which most banks implement: `cob`, or `cobv` for a charge with a due date.
 *
 * @param key the company's Pix key at this bank
 * @param links absolute URL for the bank's notices
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
  const client = createClient(options)
  const [send, read] = [parseWith(client), readWith(client)]

  return {
    name: 'api-pix',
    methods: ['pix'],
    pixKey: key,
    pageSize,
    requestsAtOnce,
    /** A txid: 26 to 35 letters and digits. */
    referenceFor: ({ id }) => id.replaceAll('-', ''),

    /**
     * The txid is the idempotency key. By the standard a `PUT` changes an existing charge, and some banks refuse it. So an
     * existing charge is looked up first, and again after a refusal, which may be the response to a retry of a successful
     * call.
     */
    async createPix(request) {
      if (!isDocument(request.payer.document)) return { ok: false, code: 'invalid_payer' }
      const known = await find(request.reference)
      if (known.ok || known.code !== 'not_found') return issued(known, request)
      const created = await readChargeOf(request.reference, {
        method: 'PUT',
        path: `/${request.due ? 'cobv' : 'cob'}/${request.reference}`,
        body: chargeBody(request, key, clock.now()),
      })
      if (created.ok || created.code !== 'refused') return issued(created, request)
      const existing = await find(request.reference)
      return existing.ok ? issued(existing, request) : created
    },

    createCard: async () => ({ ok: false, code: 'refused', detail: 'API Pix does not support cards' }),

    /**
     * A success does not prove the cancellation, nor a refusal that the charge can still be paid: only the status of the
     * charge counts.
     */
    async cancel({ reference, providerId }) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      const answer = await sendToCobOrCobv(reference, { method: 'PATCH', body })
      if (answer.ok && states[answer.value.status] === 'cancelled') return { ok: true, value: undefined }
      if (!answer.ok && answer.code === 'not_found' && providerId === null)
        return { ...answer, code: 'refused' }
      if (!answer.ok && answer.code !== 'refused') return answer
      const charge = await find(reference)
      if (!charge.ok) return unavailable(charge.detail ?? charge.code)
      const { status, payments } = charge.value
      const state = stateOf(charge.value, clock.now())
      const isOver = payments.length > 0 || state === 'cancelled' || state === 'expired'
      return isOver ? { ok: false, code: 'refused', detail: status } : unavailable('not cancelled')
    },

    paymentsOf: ({ reference }) => paymentsOf(reference),

    /** By the end-to-end id of a Pix, or by the txid of a charge, paid or not. */
    async get(providerId) {
      if (isEndToEndId(providerId))
        return onlyRequestedPayment(
          await read(readPixIn, { method: 'GET', path: pixPath(providerId) }),
          providerId,
        )
      const payments = await paymentsOf(providerId)
      if (!payments.ok) return payments
      const [newest] = payments.value
      if (!newest) return { ok: false, code: 'not_found' }
      return onlyRequestedPayment({ ok: true, value: newest }, newest.providerId)
    },

    /**
     * Lists received Pix only, with or without a charge; the status of an unpaid charge needs a request per charge. The
     * API filters by time of receipt and guarantees no order, so all pages are read and sorted here. To find changes it
     * also reads every Pix of the last 90 days that has a return. Until a period is over, returns of the day before belong to it, too.
     */
    async list({ by, from, to, offset }) {
      const received = await fetchAllPix({ from, to })
      if (!received.ok) return received
      const returned =
        by === 'approval'
          ? received
          : await fetchAllPix({ from: before(from, maxReturnAge), to, devolucaoPresente: true })
      if (!returned.ok) return returned
      const timeOf = ({ approvedAt, updatedAt }: ListedPayment) =>
        (by === 'change' ? updatedAt : approvedAt)?.getTime() ?? 0
      const now = clock.now()
      const since = to > now ? before(from, maxReturnDelay) : from
      // The bank selected the received Pix by its own time of receipt. A return without a time may be of this moment.
      const isChange = (pix: ListedPayment) => {
        const time = timeOf(pix) || now.getTime()
        return time >= since.getTime() && time < to.getTime()
      }
      const byId = new Map(
        [...returned.value.filter(isChange), ...received.value].map((pix) => [pix.providerId, pix]),
      )
      const within = [...byId.values()].sort((a, b) => timeOf(a) - timeOf(b))
      return { ok: true, value: within.slice(offset, offset + pageSize) }
    },

    /**
     * Returns a Pix within 90 days, up to the amount not returned yet.
     */
    async refund({ providerId, idempotencyKey, amount }) {
      const id = sha256(idempotencyKey).slice(0, 35)
      const path = `${pixPath(providerId)}/devolucao/${id}`
      const requested = await readReturnOf(id, { method: 'PUT', path, body: { valor: toDecimal(amount) } })
      if (requested.ok && requested.value.valor !== amount) return unreadable('another refund')
      if (requested.ok || requested.code !== 'refused') return refundOf(requested)
      // By the standard a reused id is refused, even in our own retry.
      const known = await readReturnOf(id, { method: 'GET', path })
      if (known.ok) return known.value.valor === amount ? refundOf(known) : requested
      // While the bank does not say that it has no such return, an earlier request of ours may be in process.
      return known.code === 'not_found' ? requested : unavailable(known.detail ?? known.code)
    },

    readNotice: (notice) => readNotice(notice, webhookSecret),

    registerWebhook: () =>
      send(
        z.unknown().transform(() => undefined),
        {
          method: 'PUT',
          path: `/webhook/${encodeURIComponent(key)}`,
          body: { webhookUrl: noticeUrl(links.pixNotices(), webhookSecret) },
        },
      ),
  }

  async function paymentsOf(reference: string): Promise<ProviderOutcome<ListedPayment[]>> {
    const charge = await find(reference)
    if (charge.ok) return { ok: true, value: paymentsIn(charge.value, clock.now()) }
    return charge.code === 'not_found' ? { ok: true, value: [] } : charge
  }

  function find(reference: string): Promise<ProviderOutcome<Charge>> {
    return sendToCobOrCobv(reference, { method: 'GET' })
  }

  /** Tries `cob` and then `cobv`: the txid does not show the type of a charge. */
  async function sendToCobOrCobv(
    reference: string,
    call: Omit<Call, 'path'>,
  ): Promise<ProviderOutcome<Charge>> {
    if (!/^[A-Za-z0-9]{26,35}$/.test(reference)) return { ok: false, code: 'not_found' }
    const cob = await readChargeOf(reference, { ...call, path: `/cob/${reference}` })
    if (cob.ok || cob.code !== 'not_found') return cob
    return readChargeOf(reference, { ...call, path: `/cobv/${reference}` })
  }

  /** A response about another charge counts as none: its code would charge another customer's amount, and its Pix is another's. */
  async function readChargeOf(reference: string, call: Call): Promise<ProviderOutcome<Charge>> {
    const answer = await read(readCharge, call)
    const isOfAnother = answer.ok && answer.value.txid.toLowerCase() !== reference.toLowerCase()
    return isOfAnother ? unreadable('another charge') : answer
  }

  /** A response about another return counts as none: ours may not have been carried out. */
  async function readReturnOf(id: string, call: Call): Promise<ProviderOutcome<Return>> {
    const answer = await send(returnSchema, call)
    const isAnother = answer.ok && answer.value.id.toLowerCase() !== id
    return isAnother ? unreadable('another refund') : answer
  }

  function issued(charge: ProviderOutcome<Charge>, { amount }: ChargeRequest): ProviderOutcome<IssuedPix> {
    if (!charge.ok) return charge
    const { txid, status, valor, pixCopiaECola: code } = charge.value
    if (valor.original !== amount) return { ok: false, code: 'refused', detail: 'amount differs' }
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

  async function fetchAllPix({
    from,
    to,
    devolucaoPresente,
  }: Pick<PaymentsQuery, 'from' | 'to'> & { devolucaoPresente?: true }): Promise<
    ProviderOutcome<ListedPayment[]>
  > {
    const all: ListedPayment[] = []
    const totals: number[] = []
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams({
        inicio: from.toISOString(),
        // Inclusive in the API.
        fim: new Date(to.getTime() - 1).toISOString(),
        ...(devolucaoPresente && { devolucaoPresente: 'true' }),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(pageSize),
      })
      const answer = await read(readPage, { method: 'GET', path: `/pix?${query}` })
      if (!answer.ok) return answer
      const { payments, number, pages, total } = answer.value
      if (number !== page) return unreadable('another page')
      all.push(...payments)
      totals.push(total)
      if (page + 1 < pages && payments.length > 0) continue
      return isWhole(all, totals)
        ? { ok: true, value: all }
        : unreadable('pages that are not as long as their total')
    }
    return unreadable('more pages than can be read at once')
  }
}

/**
 * Whether pages contain every Pix that was there when the first one was read. One that arrives meanwhile raises the total, and may
 * move another to the next page, which then repeats it. None ever disappears, so the highest total counts.
 */
function isWhole(listed: readonly ListedPayment[], totals: readonly number[]): boolean {
  // By their text: two Pix are two also under one wrong id.
  const distinct = new Set(listed.map(({ raw }) => raw))
  return distinct.size >= (totals[0] ?? 0) && listed.length >= Math.max(...totals)
}

/** A response that must be a Pix: without an id it is something else, such as an error page. */
function readPixIn(node: JsonNode | undefined): ListedPayment | undefined {
  return node?.kind === 'object' && node.members.has('endToEndId') ? readPix(node) : undefined
}

function refundOf(answer: ProviderOutcome<Return>): ProviderOutcome<ProviderRefund> {
  if (!answer.ok) return answer
  const { status, id, rtrId = id, valor } = answer.value
  if (status === 'DEVOLVIDO') return { ok: true, value: { providerRefundId: rtrId, amount: valor } }
  if (status === 'EM_PROCESSAMENTO') return { ok: false, code: 'in_process' }
  if (status !== 'NAO_REALIZADO') return unavailable(status)
  // The key makes the return's id, which cannot be used again.
  return { ok: false, code: 'refused', detail: status, isKeySpent: true }
}

function pixPath(endToEndId: string): string {
  return `/pix/${encodeURIComponent(endToEndId)}`
}

/** 'E', the bank's ISPB, the minute, eleven characters. Our txids have no upper-case letters. */
function isEndToEndId(text: string): boolean {
  return /^E[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}$/.test(text)
}
