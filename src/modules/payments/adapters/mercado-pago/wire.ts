import { z } from 'zod'
import { documentKind } from '../../../../core/documento.ts'
import { before, HOUR } from '../../../../core/durations.ts'
import type { JsonNode } from '../../../../core/lossless-json.ts'
import { type Centavos, sum, toReais } from '../../../../core/money.ts'
import type { PaymentState } from '../../domain/payment-state.ts'
import type { MercadoPagoStatus } from '../../domain/provider-status.ts'
import type { ReadingDoubt } from '../../domain/report-doubts.ts'
import type { ChargeRequest, ListedPayment, Payer, ProviderRefund, ReportedRefund } from '../../ports.ts'
import {
  type Field,
  guessAmount,
  idOfText,
  memberOf,
  readAmount,
  readFee,
  readId,
  readInstant,
  readText,
  valueIn,
} from '../read-fields.ts'

/** All documented statuses. An authorised card is not received money. */
export const states: { readonly [status: string]: PaymentState | undefined } = {
  pending: 'pending',
  in_process: 'in_process',
  authorized: 'in_process',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  in_mediation: 'in_mediation',
  refunded: 'refunded',
  charged_back: 'charged_back',
} satisfies Record<MercadoPagoStatus, PaymentState>

/** Details that change the meaning of their status. */
export const detailedStates: { readonly [detailedStatus: string]: PaymentState | undefined } = {
  'cancelled expired': 'expired',
  // The dispute was won: the seller has the money back.
  'charged_back reimbursed': 'approved',
}

function stateOf(status: string, detail: string | undefined): PaymentState | undefined {
  return detailedStates[`${status} ${detail}`] ?? states[status]
}

/**
 * Reads a payment. Its `id`, status, amounts and their currency must be unambiguous. Other ambiguous fields are left out;
 * the fee and the time of approval are then recorded as doubtful.
 *
 * @param isLive whether the account's real money is asked for: a card of its test mode (`live_mode`) then pays nothing
 */
export function readPayment(node: JsonNode, isLive = false): ListedPayment {
  const field = (...path: readonly string[]) => memberOf(node, ...path)
  const id = readId(field('id'))
  const status = readText(field('status'), 60)
  const amount = readAmount(field('transaction_amount'))
  const refunded = readAmount(field('transaction_amount_refunded'))
  const currency = readText(field('currency_id'), 3)
  const approvedAt = readInstant(field('date_approved'))
  const fee = feeIn(node)
  const shared = {
    raw: node.source,
    reference: referenceIn(field('external_reference')),
    noticesTo: valueIn(readText(field('notification_url'), 1000)),
    createdAt: valueIn(readInstant(field('date_created'))),
    approvedAt: valueIn(approvedAt),
    updatedAt: valueIn(readInstant(field('date_last_updated'))),
  }
  const needed = { id, status, transaction_amount: amount, currency_id: currency }
  const isRefundDoubtful = isRefundedInDoubt(node, refunded)
  const method = valueIn(readText(field('payment_method_id'))) === 'pix' ? 'pix' : 'credit_card'
  const isTestCard = isLive && method === 'credit_card' && isPerhapsTest(field('live_mode'))
  if (
    id.kind !== 'read' ||
    status.kind !== 'read' ||
    amount.kind !== 'read' ||
    currency.kind !== 'read' ||
    isRefundDoubtful ||
    isTestCard ||
    (node.kind === 'object' && node.repeats)
  ) {
    return {
      ...shared,
      providerId: valueIn(id) ?? idOfText(node),
      unreadable: [
        ...Object.entries(needed).flatMap(([name, { kind }]) => (kind === 'read' ? [] : [name])),
        ...(isRefundDoubtful ? ['transaction_amount_refunded'] : []),
        ...(isTestCard ? ['live_mode'] : []),
        ...(node.kind === 'object' ? (node.repeats ? ['repeated names'] : []) : ['not an object']),
      ],
      amount:
        guessAmount(field('transaction_amount')) ??
        guessAmount(field('transaction_details', 'total_paid_amount')),
      currency: valueIn(currency) ?? null,
    }
  }
  const detail = valueIn(readText(field('status_detail'), 60))
  const doubts: readonly ReadingDoubt[] = [
    ...(fee === undefined ? (['fee_unreadable'] as const) : []),
    ...(approvedAt.kind === 'doubtful' ? (['approval_unreadable'] as const) : []),
  ]
  return {
    ...shared,
    providerId: id.value,
    collectorId: valueIn(readId(field('collector_id'))),
    state: stateOf(status.value, detail),
    status: status.value,
    detail,
    amount: amount.value,
    refunded: valueIn(refunded) ?? 0,
    refunds: refundsIn(node),
    refunding: refundingIn(node),
    fee: fee ?? 0,
    currency: currency.value,
    method,
    code: valueIn(readText(field('point_of_interaction', 'transaction_data', 'qr_code'), 1000)),
    ticketUrl: valueIn(readText(field('point_of_interaction', 'transaction_data', 'ticket_url'), 1000)),
    expiresAt: valueIn(readInstant(field('date_of_expiration'))),
    ...(doubts.length > 0 && { doubts }),
  }
}

/**
 * Whether a payment is of the test mode, whose cards nobody pays, or states it in another way than documented. Unstated, it is not. A Pix is
 * paid at a bank, which knows no such mode.
 */
function isPerhapsTest(mode: JsonNode | undefined): boolean {
  return mode !== undefined && mode.kind !== 'null' && !(mode.kind === 'boolean' && mode.value)
}

/** Longest reference, in characters: that of a checkout. Money whose reference is not read counts as a bare Pix to our key. */
const maxReference = 256

/** A payment's reference, without spaces around it; undefined for none, and for nothing but spaces. */
function referenceIn(node: JsonNode | undefined): string | undefined {
  if (node?.kind !== 'string') return undefined
  return valueIn(readText({ ...node, value: node.value.trim() }, maxReference))
}

/**
 * Whether it is unknown how much was refunded: the amount cannot be read, is missing although the detail or the list of refunds has
 * one, is less than the refunds in the list, or is stated although neither has one.
 */
function isRefundedInDoubt(payment: JsonNode, refunded: Field<Centavos>): boolean {
  const detail = valueIn(readText(memberOf(payment, 'status_detail'), 60))
  if (refunded.kind === 'read') {
    const approved = readableRefunds(payment).filter(({ status }) => status === 'approved')
    const listed = new Map(approved.map(({ providerRefundId, amount }) => [providerRefundId, amount]))
    const isUnlisted = detail === 'accredited' && listedRefunds(payment)?.length === 0
    return sum([...listed.values()]) > refunded.value || (isUnlisted && refunded.value > 0)
  }
  const list = memberOf(payment, 'refunds')
  const isListEmpty = list === undefined || list.kind === 'null' || refundsIn(payment)?.length === 0
  return refunded.kind === 'doubtful' || detail === 'partially_refunded' || !isListEmpty
}

/**
 * The fee charged to the seller. Undefined when it cannot be read, or when an approved payment without refunds leaves the
 * seller an amount other than its amount less the fee: a fee that is missing from the list looks like no fee.
 */
function feeIn(payment: JsonNode): Centavos | undefined {
  const fee = statedFee(memberOf(payment, 'fee_details'))
  const amount = readAmount(memberOf(payment, 'transaction_amount'))
  const net = readFee(memberOf(payment, 'transaction_details', 'net_received_amount'))
  const refunded = readAmount(memberOf(payment, 'transaction_amount_refunded'))
  const isComparable =
    valueIn(readText(memberOf(payment, 'status'))) === 'approved' && (valueIn(refunded) ?? 0) === 0
  if (!isComparable || fee === undefined || amount.kind !== 'read' || net.kind === 'absent') return fee
  // Both may be rounded from fractions of a centavo.
  const difference = Math.abs((valueIn(net) ?? Number.NaN) - (amount.value - fee))
  return difference <= 1 ? fee : undefined
}

/** The sum of the fees in the list; zero when none is stated. Undefined when one of them cannot be read. */
function statedFee(details: JsonNode | undefined): Centavos | undefined {
  if (details === undefined || details.kind === 'null') return 0
  if (details.kind !== 'array') return undefined
  const amounts = details.items.map((detail) => {
    const payer = valueIn(readText(memberOf(detail, 'fee_payer')))
    if (payer === undefined) return undefined
    return payer === 'collector' ? valueIn(readFee(memberOf(detail, 'amount'))) : 0
  })
  return amounts.reduce(
    (total, amount) => (total === undefined || amount === undefined ? undefined : total + amount),
    0,
  )
}

/** A page of the search, in the provider's order. */
export interface SearchPage {
  payments: ListedPayment[]
  /** Total number of payments that the provider has for the query; undefined when it is not stated. */
  total: number | undefined
  /** Place of its first payment, from 0; undefined when it is not stated. */
  offset: number | undefined
}

/** Reads a page; undefined for anything else, such as an error page or a list with a gap. */
export function readSearchPage(node: JsonNode | undefined, isLive = false): SearchPage | undefined {
  const results = memberOf(node, 'results')
  if (results?.kind !== 'array') return undefined
  const [total, offset] = ['total', 'offset'].map((name) => memberOf(node, 'paging', name))
  if (!isCount(total) || !isCount(offset)) return undefined
  return {
    payments: results.items.map((item) => readPayment(item, isLive)),
    total: total && Number(total.source),
    offset: offset && Number(offset.source),
  }
}

function isCount(node: JsonNode | undefined): node is Extract<JsonNode, { kind: 'number' }> | undefined {
  return node === undefined || (node.kind === 'number' && /^\d{1,9}$/.test(node.source))
}

export interface ListedRefund extends ProviderRefund {
  status: string
  /** Id of its payment, if it states one. */
  paymentId: string | undefined
}

/** The id, amount and status of a refund; one without a status is approved. Undefined when it cannot be read, or has a name twice. */
export function readRefund(node: JsonNode | undefined): ListedRefund | undefined {
  const [id, amount] = [readId(memberOf(node, 'id')), readAmount(memberOf(node, 'amount'))]
  const status = valueIn(readText(memberOf(node, 'status'), 40)) ?? 'approved'
  const paymentId = valueIn(readId(memberOf(node, 'payment_id')))
  const isClear = id.kind === 'read' && amount.kind === 'read' && !(node?.kind === 'object' && node.repeats)
  return isClear ? { providerRefundId: id.value, amount: amount.value, status, paymentId } : undefined
}

/** Whether a refund with this status will never be carried out. */
export const isRefundOver = (status: string): boolean => status === 'rejected' || status === 'cancelled'

/** The list of refunds of a payment: undefined for one that cannot be read or is of another payment. Undefined for no list. */
function listedRefunds(payment: JsonNode): (ListedRefund | undefined)[] | undefined {
  const list = memberOf(payment, 'refunds')
  if (list?.kind !== 'array') return undefined
  const id = valueIn(readId(memberOf(payment, 'id')))
  return list.items.map((item) => {
    const refund = readRefund(item)
    return (refund?.paymentId ?? id) === id ? refund : undefined
  })
}

function readableRefunds(payment: JsonNode): ListedRefund[] {
  return (listedRefunds(payment) ?? []).filter((refund) => refund !== undefined)
}

/**
 * The refunds that were carried out. Undefined when one in the list is in doubt or listed twice, because a list must be complete. Refused
 * or pending refunds have returned nothing yet.
 */
function refundsIn(payment: JsonNode): ReportedRefund[] | undefined {
  const refunds = listedRefunds(payment)
  if (!refunds?.every((refund) => refund !== undefined)) return undefined
  const approved = refunds.filter(({ status }) => status === 'approved')
  const isEachOnce =
    new Set(approved.map(({ providerRefundId }) => providerRefundId)).size === approved.length
  return isEachOnce ? approved.map(({ providerRefundId: id, amount }) => ({ id, amount })) : undefined
}

/** Centavos of the refunds in a list that are neither carried out nor over. */
function refundingIn(payment: JsonNode): Centavos {
  return sum(
    readableRefunds(payment)
      .filter(({ status }) => status !== 'approved' && !isRefundOver(status))
      .map(({ amount }) => amount),
  )
}

export const preferenceSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  init_point: z.string(),
  external_reference: z.unknown().optional(),
  items: z.unknown().optional(),
})

const itemsSchema = z.tuple([
  z.object({ quantity: z.literal(1), unit_price: z.number(), currency_id: z.literal('BRL') }),
])

/** Whether a preference is the requested one, of this charge and for its amount, as far as the response states them. */
export function isPreferenceFor(
  { external_reference, items }: z.output<typeof preferenceSchema>,
  { reference, amount }: Pick<ChargeRequest, 'reference' | 'amount'>,
): boolean {
  const read = itemsSchema.safeParse(items)
  const isAmount = items === undefined || (read.success && read.data[0].unit_price === toReais(amount))
  return isAmount && (external_reference === undefined || external_reference === reference)
}

export function pixBody(request: ChargeRequest, notificationUrl: string) {
  return {
    transaction_amount: toReais(request.amount),
    payment_method_id: 'pix',
    description: request.description,
    external_reference: request.reference,
    notification_url: notificationUrl,
    date_of_expiration: wireDate(request.expiresAt),
    payer: payerBody(request.payer),
    metadata: {},
  }
}

export function preferenceBody(
  request: ChargeRequest & { maxInstalments: number },
  { notificationUrl, backUrl }: { notificationUrl: string; backUrl: string },
) {
  const { email, firstName, lastName } = request.payer
  return {
    items: [
      { title: request.description, quantity: 1, unit_price: toReais(request.amount), currency_id: 'BRL' },
    ],
    payer: {
      ...(email && { email }),
      name: firstName,
      ...(lastName && { surname: lastName }),
      identification: payerBody(request.payer).identification,
    },
    back_urls: { success: backUrl, pending: backUrl, failure: backUrl },
    auto_return: 'approved',
    external_reference: request.reference,
    notification_url: notificationUrl,
    payment_methods: { installments: request.maxInstalments },
    expires: true,
    expiration_date_to: wireDate(request.expiresAt),
  }
}

/** ISO date with milliseconds and offset, which the provider requires: '2026-11-21T10:31:00.000-03:00'. */
export function wireDate(instant: Date): string {
  return before(instant, 3 * HOUR)
    .toISOString()
    .replace('Z', '-03:00')
}

function payerBody({ email, firstName, lastName, document }: Payer) {
  return {
    ...(email && { email }),
    first_name: firstName,
    ...(lastName && { last_name: lastName }),
    identification: { type: documentKind(document) === 'cnpj' ? 'CNPJ' : 'CPF', number: document },
  }
}
