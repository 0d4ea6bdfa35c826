import {
  addDays,
  formatDate,
  formatDateLong,
  type IsoDate,
  startOfDayInSaoPaulo,
} from '../../../core/calendar.ts'
import { CONSUMER_LATE_FEE_PERCENT, LATE_INTEREST_PERCENT_MONTH } from '../../../core/commitments.ts'
import { formatCpf } from '../../../core/cpf.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'
import type { PaymentMethod } from '../../../core/payment-terms.ts'
import type { ContractCompany, ContractParty } from './parties.ts'

/**
 * `stale`: an instalment that it would replace was paid, cancelled or moved before acceptance. `withdrawn`: by the team.
 */
export const renegotiationStatuses = ['open', 'accepted', 'refused', 'withdrawn', 'stale', 'expired'] as const
export type RenegotiationStatus = (typeof renegotiationStatuses)[number]

/** Final statuses after which an operator decides what to propose next. */
export const reviewedStatuses = ['refused', 'stale', 'expired'] as const satisfies RenegotiationStatus[]

export function isToReview(status: RenegotiationStatus): boolean {
  return reviewedStatuses.some((reviewed) => reviewed === status)
}

/** Maximum number of days that a proposal is valid. */
export const MAX_RENEGOTIATION_DAYS = 30

/** Maximum number of days until the first new due date. */
export const MAX_FIRST_DUE_DAYS = 60

/** The version of the addendum's text; changes whenever a sentence changes. */
export const ADDENDUM_VERSION = '2026-11-22.1'

/** An instalment that would be closed. Stored as JSON. */
export interface ReplacedInstalment {
  id: string
  number: number
  amount: Centavos
  dueDate: IsoDate
}

/** An instalment of the new schedule. Stored as JSON. */
export interface ProposedInstalment {
  number: number
  amount: Centavos
  dueDate: IsoDate
  method: PaymentMethod
}

/** Current status of a proposal: an open one past its expiry counts as expired. */
export function stateOf(
  { status, expiresAt }: { status: RenegotiationStatus; expiresAt: Date },
  now: Date,
): RenegotiationStatus {
  return status === 'open' && expiresAt <= now ? 'expired' : status
}

/**
 * The end of the last day, in São Paulo, of a proposal that is valid for a number of days after today, and never beyond its first due
 * date: later, what it asks for would be late, with late charges that nobody agreed to, once it is accepted.
 */
export function expiryAfter(
  today: IsoDate,
  { days, rows }: { days: number; rows: readonly Pick<ProposedInstalment, 'dueDate'>[] },
): Date {
  const lastDay = rows.reduce((last, { dueDate }) => (dueDate < last ? dueDate : last), addDays(today, days))
  return startOfDayInSaoPaulo(addDays(lastDay, 1))
}

/** The last day on which it can be accepted. */
export function lastDayOf(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - 1)
}

/** Whether a first due date is within the allowed range, as of today. */
export function isFirstDue(firstDue: IsoDate, today: IsoDate): boolean {
  return firstDue >= today && firstDue <= addDays(today, MAX_FIRST_DUE_DAYS)
}

export function isValidity(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MAX_RENEGOTIATION_DAYS
}

export interface AddendumFacts {
  orderNumber: string
  serviceTitle: string
  party: ContractParty
  company: ContractCompany
  /** The contract that the addendum changes. */
  contract: { acceptedAtText: string; version: string; sha256: string }
  replaced: readonly ReplacedInstalment[]
  rows: readonly ProposedInstalment[]
  /** The day on which it is read, DATE in São Paulo. */
  date: IsoDate
}

/** The addendum as the text that is signed. Deterministic: equal facts produce an equal text. */
export function addendumText(facts: AddendumFacts): string {
  const { party, company, contract, replaced, rows } = facts
  const [before, after] = [totalOf(replaced), totalOf(rows)]
  return [
    'ADITIVO AO CONTRATO DE PRESTAÇÃO DE SERVIÇOS: NOVA FORMA DE PAGAMENTO',
    `Versão ${ADDENDUM_VERSION}. ${formatDateLong(facts.date)}.`,
    '',
    `CONTRATANTE: ${party.name}, CPF ${formatCpf(party.cpf)}.`,
    `CONTRATADA: ${company.legalName}, CNPJ ${company.cnpj}, ${company.address}.`,
    '',
    `1. Este aditivo muda o contrato de ${facts.serviceTitle}, pedido ${facts.orderNumber}, aceito em ${contract.acceptedAtText}, versão ${contract.version}, SHA-256 ${contract.sha256}.`,
    '',
    `2. As parcelas abaixo, ainda em aberto, no total de ${formatBRL(before)}, deixam de ser devidas:`,
    ...replaced.map(lineOf),
    '',
    `3. Em seu lugar passam a ser devidas estas, no total de ${formatBRL(after)}:`,
    ...rows.map(lineOf),
    '',
    `4. ${differenceSentence(before, after)}`,
    '',
    '5. O que já foi pago continua pago. O serviço, os prazos de entrega e as demais cláusulas do contrato não mudam, e os direitos do contratante continuam os mesmos, inclusive o de arrependimento enquanto o prazo dele correr (CDC, art. 49).',
    '',
    '6. Um código Pix antigo que seja pago depois deste aceite não se perde: o valor fica como crédito do contratante, que o usa nas novas parcelas ou o recebe de volta.',
    '',
    `7. Sobre as novas parcelas, o atraso tem multa de no máximo ${CONSUMER_LATE_FEE_PERCENT}% e juros de ${LATE_INTEREST_PERCENT_MONTH}% ao mês, como no contrato (CDC, art. 52, § 1º).`,
  ]
    .join('\n')
    .concat('\n')
}

/** States the difference between the totals exactly. */
export function differenceSentence(before: Centavos, after: Centavos): string {
  if (after < before) return `O novo total tem um desconto de ${formatBRL(before - after)}.`
  if (after === before)
    return 'O total não muda: são outras datas e outros valores de parcela, sem acréscimo.'
  return `O novo total tem um acréscimo de ${formatBRL(after - before)}, de multa e juros pelo atraso, dentro do limite da lei (CDC, art. 52, § 1º).`
}

function lineOf({ number, amount, dueDate }: { number: number; amount: Centavos; dueDate: IsoDate }): string {
  return `- ${number === 0 ? 'Entrada' : `Parcela ${number}`}: ${formatBRL(amount)}, em ${formatDate(dueDate)}`
}

function totalOf(rows: readonly { amount: Centavos }[]): Centavos {
  return sum(rows.map(({ amount }) => amount))
}
