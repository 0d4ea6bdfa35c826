import { z } from 'zod'
import { nextBusinessDay } from '../../../../core/business-days.ts'
import { addDays, type IsoDate, startOfDayInSaoPaulo } from '../../../../core/calendar.ts'
import { documentKind } from '../../../../core/documento.ts'
import { DAY, HOUR, SECOND } from '../../../../core/durations.ts'
import { type JsonNode, plainValueOf } from '../../../../core/lossless-json.ts'
import { type Centavos, fromDecimal, sum, toDecimal } from '../../../../core/money.ts'
import { cutTo } from '../../../../core/text.ts'
import type { PaymentState } from '../../domain/payment-state.ts'
import type { ApiPixStatus } from '../../domain/provider-status.ts'
import { type ChargeRequest, type DueDateTerms, isReadable, type ListedPayment } from '../../ports.ts'
import {
  guessAmount,
  idOfText,
  memberOf,
  readAmount,
  readInstant,
  readText,
  valueIn,
} from '../read-fields.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Decimal reais on the wire, parsed to centavos. */
const centavos = z.string().transform((text, context) => {
  const amount = fromDecimal(text)
  if (amount !== undefined) return amount
  context.addIssue('not an amount')
  return z.NEVER
})

export const returnSchema = z.object({
  id: z.string().min(1),
  rtrId: z.string().optional(),
  valor: centavos,
  status: z.string(),
})

/**
 * A received Pix, always in reais. The API reports no fees, and a dispute only once money is returned: a return of the
 * special mechanism (MED) is not a refund but a chargeback, in full or in part.
 */
export function readPix(node: JsonNode): ListedPayment {
  const field = (name: string) => memberOf(node, name)
  const id = readText(field('endToEndId'), 64)
  const amount = readAmount(field('valor'))
  const receivedAt = readInstant(field('horario'))
  const returns = returnsIn(field('devolucoes'))
  const shared = {
    raw: node.source,
    reference: valueIn(readText(field('txid'), 64)),
    pixKey: valueIn(readText(field('chave'), 77)),
    approvedAt: valueIn(receivedAt),
    currency: 'BRL',
  }
  if (id.kind !== 'read' || amount.kind !== 'read' || !returns || (node.kind === 'object' && node.repeats)) {
    const inDoubt = {
      endToEndId: id.kind !== 'read',
      valor: amount.kind !== 'read',
      devolucoes: !returns,
      'repeated names': node.kind === 'object' && node.repeats,
    }
    return {
      ...shared,
      providerId: valueIn(id) ?? idOfText(node),
      unreadable: Object.entries(inDoubt).flatMap(([name, isInDoubt]) => (isInDoubt ? [name] : [])),
      amount: guessAmount(field('valor')),
      // A return that is in doubt may be new.
      updatedAt: returns?.length === 0 && !inDoubt['repeated names'] ? shared.approvedAt : undefined,
    }
  }
  const returned = returns.filter(({ status }) => status === 'DEVOLVIDO')
  const [byBank, refunds] = [returned.filter(isOfMed), returned.filter((one) => !isOfMed(one))]
  const [chargedBack, refunded] = [totalOf(byBank), totalOf(refunds)]
  const natures = returned.map(({ natureza }) => natureza)
  const times = [shared.approvedAt, ...returns.map(({ at }) => at)].flatMap((at) => at?.getTime() ?? [])
  // A return that was carried out at an unknown time may be new, however long ago it was asked for.
  const isDated = times.length > 0 && returned.every(({ at }) => at !== undefined)
  return {
    ...shared,
    providerId: id.value,
    createdAt: earliestOf(id.value),
    state: stateOfPix({ left: amount.value - refunded - chargedBack, chargedBack }),
    status: (refunded + chargedBack > 0 ? 'DEVOLVIDO' : 'CONCLUIDA') satisfies ApiPixStatus,
    detail: detailOf(natures, chargedBack),
    amount: amount.value,
    refunded,
    chargedBack,
    refunding: totalOf(returns.filter((one) => one.status === 'EM_PROCESSAMENTO' && !isOfMed(one))),
    refunds: refunds.every(({ id }) => id !== undefined)
      ? refunds.map(({ id = '', valor }) => ({ id, amount: valor }))
      : undefined,
    fee: 0,
    method: 'pix',
    code: undefined,
    ticketUrl: undefined,
    expiresAt: undefined,
    updatedAt: isDated ? new Date(Math.max(...times)) : undefined,
    ...(receivedAt.kind !== 'read' && { doubts: ['approval_unreadable'] as const }),
  }
}

/** The minute in an end-to-end id may be this long after the payment, as of one that was scheduled for a later hour of its day. */
const statedAhead = 12 * HOUR

/**
 * Returns the earliest instant at which a Pix can have been made, by its end-to-end id: 'E', the bank's ISPB, a minute in UTC, eleven
 * characters.
 */
function earliestOf(endToEndId: string): Date | undefined {
  const match = /^E[0-9A-Z]{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)[A-Za-z0-9]{11}$/.exec(endToEndId)
  if (!match) return undefined
  const [, year, month, day, hour, minute] = match
  const value = `${year}-${month}-${day}T${hour}:${minute}:00Z`
  const stated = valueIn(readInstant({ kind: 'string', value, source: JSON.stringify(value) }))
  return stated && new Date(stated.getTime() - statedAhead)
}

/** All statuses of a return. Another one may mean that money was returned. */
const returnStatuses: readonly string[] = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']

/**
 * The returns of a Pix; empty when the member is missing. Undefined when one of them cannot be read, is in an unknown status, or is
 * duplicated: the remaining amount is then unknown.
 */
function returnsIn(node: JsonNode | undefined) {
  if (node === undefined || node.kind === 'null') return []
  if (node.kind !== 'array') return undefined
  const returns = node.items.map((item) => {
    const [amount, status] = [readAmount(memberOf(item, 'valor')), readText(memberOf(item, 'status'), 40)]
    const isClear = amount.kind === 'read' && status.kind === 'read' && returnStatuses.includes(status.value)
    if (!isClear || (item.kind === 'object' && item.repeats)) return undefined
    const text = (name: string) => valueIn(readText(memberOf(item, name), 64))
    const at = (name: string) => valueIn(readInstant(memberOf(item, 'horario', name)))
    return {
      id: text('rtrId') ?? text('id'),
      valor: amount.value,
      status: status.value,
      natureza: valueIn(readText(memberOf(item, 'natureza'), 40)) ?? 'ORIGINAL',
      at: status.value === 'DEVOLVIDO' ? at('liquidacao') : at('solicitacao'),
    }
  })
  const readable = returns.filter((one) => one !== undefined)
  const ids = readable.flatMap(({ id }) => id ?? [])
  const isClear = readable.length === returns.length && new Set(ids).size === ids.length
  return isClear ? readable : undefined
}

/** Tells a Pix from the same one before: the kinds of its returns, as many as fit, and the sum that banks took, which no field of its own states. */
function detailOf(natures: readonly string[], chargedBack: Centavos): string | undefined {
  const kinds = natures.join(' ').slice(0, 180)
  return (chargedBack > 0 ? `${kinds} ${toDecimal(chargedBack)}` : kinds) || undefined
}

/** By the special mechanism (MED), for fraud or a bank's failure: MED_FRAUDE, MED_OPERACIONAL and those to come. */
const isOfMed = ({ natureza }: { natureza: string }) => natureza.startsWith('MED_')

const totalOf = (returns: readonly { valor: Centavos }[]): Centavos => sum(returns.map(({ valor }) => valor))

/** A full return is a chargeback when the special mechanism took part, else a refund. */
function stateOfPix({ left, chargedBack }: { left: Centavos; chargedBack: Centavos }): PaymentState {
  if (left > 0) return 'approved'
  return chargedBack > 0 ? 'charged_back' : 'refunded'
}

/** One page of received Pix, with its number, from 0, and the total number of Pix and pages. */
export interface PixPage {
  payments: ListedPayment[]
  number: number
  total: number
  pages: number
}

/** Reads a page; undefined for anything else, such as an error page. */
export function readPage(node: JsonNode | undefined): PixPage | undefined {
  const pagination = paginationSchema.safeParse(plain(memberOf(node, 'parametros', 'paginacao')))
  const payments = pixIn(node)
  if (!pagination.success || !payments) return undefined
  const { paginaAtual: number, quantidadeDePaginas: pages, quantidadeTotalDeItens: total } = pagination.data
  return { payments, number, total, pages }
}

const paginationSchema = z.object({
  paginaAtual: z.number().int().nonnegative(),
  quantidadeDePaginas: z.number().int().nonnegative(),
  quantidadeTotalDeItens: z.number().int().nonnegative(),
})

const plain = (node: JsonNode | undefined) => node && plainValueOf(node)

function pixIn(node: JsonNode | undefined): ListedPayment[] | undefined {
  const list = memberOf(node, 'pix')
  if (list === undefined || list.kind === 'null') return []
  return list.kind === 'array' ? list.items.map(readPix) : undefined
}

/** A charge and its payments; undefined when it cannot be read. */
export function readCharge(node: JsonNode | undefined): Charge | undefined {
  const charge = chargeSchema.safeParse(plain(node))
  const payments = pixIn(node)
  return charge.success && payments ? { ...charge.data, payments } : undefined
}

/** A `cob` or a `cobv`, which differ in how they expire. */
export type Charge = z.output<typeof chargeSchema> & { payments: ListedPayment[] }

const chargeSchema = z.object({
  txid: z.string().min(1),
  status: z.string(),
  calendario: z.object({
    criacao: instant,
    expiracao: z.coerce.number().int().optional(),
    dataDeVencimento: z.iso.date().optional(),
    validadeAposVencimento: z.number().int().default(30),
  }),
  valor: z.object({ original: centavos }),
  pixCopiaECola: z.string().optional(),
})

/** When a charge stops being payable. */
export function endOf({ calendario }: Charge): Date {
  const { criacao, expiracao = DAY / SECOND, dataDeVencimento, validadeAposVencimento } = calendario
  if (dataDeVencimento === undefined) return new Date(criacao.getTime() + expiracao * SECOND)
  return startOfDayInSaoPaulo(addDays(lastDayOf(dataDeVencimento, validadeAposVencimento), 1))
}

/** The last day on which a `cobv` can be paid. Due date and last day are both rolled to a business day (API Pix). */
export function lastDayOf(due: IsoDate, validDaysAfter: number): IsoDate {
  return nextBusinessDay(addDays(nextBusinessDay(due), validDaysAfter))
}

export function stateOf(charge: Charge, now: Date): PaymentState | undefined {
  if (charge.status === 'ATIVA') return endOf(charge) <= now ? 'expired' : 'pending'
  return states[charge.status]
}

export const states: { readonly [status: string]: PaymentState | undefined } = {
  // Paid, but not yet listed by the bank as a Pix.
  CONCLUIDA: 'in_process',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'cancelled',
  REMOVIDA_PELO_PSP: 'cancelled',
} satisfies Record<Exclude<ApiPixStatus, 'ATIVA' | 'DEVOLVIDO'>, PaymentState>

/** The payments of a charge, newest first; while it is unpaid, one report that represents the charge itself. */
export function paymentsIn(charge: Charge, now: Date): ListedPayment[] {
  const facts = { reference: charge.txid, code: charge.pixCopiaECola, expiresAt: endOf(charge) }
  if (charge.payments.length > 0) {
    return charge.payments
      .map((payment) =>
        isReadable(payment) ? { ...payment, ...facts } : { ...payment, reference: charge.txid },
      )
      .sort((a, b) => (b.approvedAt?.getTime() ?? 0) - (a.approvedAt?.getTime() ?? 0))
  }
  return [
    {
      ...facts,
      providerId: charge.txid,
      state: stateOf(charge, now),
      status: charge.status,
      detail: undefined,
      amount: charge.valor.original,
      refunded: 0,
      fee: 0,
      currency: 'BRL',
      method: 'pix',
      ticketUrl: undefined,
      approvedAt: undefined,
      updatedAt: undefined,
    },
  ]
}

/** The body of `PUT /cob/{txid}`, or of `PUT /cobv/{txid}` with a due date. */
export function chargeBody(
  { amount, payer, description, expiresAt, due }: ChargeRequest,
  key: string,
  now: Date,
) {
  const { document, firstName, lastName } = payer
  return {
    calendario: due
      ? { dataDeVencimento: due.date, validadeAposVencimento: due.validDaysAfter }
      : { expiracao: Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)) },
    devedor: {
      ...(documentKind(document) === 'cnpj' ? { cnpj: document } : { cpf: document }),
      nome: cutTo(200, `${firstName} ${lastName}`.trim()),
    },
    valor: { original: toDecimal(amount), ...(due && termsOf(due)) },
    chave: key,
    solicitacaoPagador: cutTo(140, description),
  }
}

/** Modality codes of the API: 2 is a percentage; for interest, 3 is a percentage per month by calendar days. */
function termsOf({ finePercent, monthlyInterestPercent, discount }: DueDateTerms) {
  return {
    ...(finePercent && { multa: { modalidade: 2, valorPerc: toDecimal(finePercent) } }),
    ...(monthlyInterestPercent && { juros: { modalidade: 3, valorPerc: toDecimal(monthlyInterestPercent) } }),
    ...(discount && {
      desconto: {
        modalidade: 2,
        descontoDataFixa: [{ data: discount.until, valorPerc: toDecimal(discount.percent) }],
      },
    }),
  }
}
