import { formatDate, formatInstant, type IsoDate } from '../../core/calendar.ts'
import { formatBRL } from '../../core/money.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import type { ContractingLinks } from './deps.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractCompany, ContractParty } from './domain/parties.ts'
import { differenceSentence, type ProposedInstalment } from './domain/renegotiation.ts'
import type { RenderedContract } from './render-contract.ts'
import { contractingWordings, reviewed } from './wordings.ts'

/**
 * The immediate confirmation (Decreto 7.962/2013, art. 4): summary, link to the durable copy with its schedule and hash,
 * instructions for withdrawal. Never contains the CPF: reading the copy requires signing in.
 */
export function contractAcceptedMessage({
  orderId,
  orderNumber,
  party,
  rendered: { offer, contract },
  company,
  links,
}: {
  orderId: string
  orderNumber: string
  party: ContractParty
  rendered: RenderedContract
  company: ContractCompany
  links: Pick<ContractingLinks, 'contractCopy'>
}): WrittenMessage {
  // The specification's text is signed unchanged; everywhere else Pix has one spelling.
  const payment = offer.paymentType.replace(/\bPIX\b/, 'Pix')
  const isOnce = offer.payments.length === 1
  return writeMessage(contractingWordings, 'contract.accepted', {
    nome: party.name,
    values: {
      pedido: orderNumber,
      data: contract.dateText,
      servico: offer.serviceTitle,
      total: formatBRL(offer.total),
      pagamento: payment,
      email: company.email,
      prazo: `${offer.promise}, a contar do ${isOnce ? '' : 'primeiro '}pagamento`,
      desistir_ate: formatDate(contract.withdrawalUntil),
    },
    cases: { dos_pagamentos: isOnce ? 'once' : 'many', onde_paga: isOnce ? 'once' : 'many' },
    url: links.contractCopy(orderId),
  })
}

/** The immediate acknowledgement of a withdrawal (Decreto 7.962/2013, art. 5 §4). */
export function withdrawalMessage({
  orderNumber,
  acceptance,
  refunded,
  checking,
  now,
  links,
}: {
  orderNumber: string
  acceptance: { party: Pick<ContractParty, 'name'>; plan: Pick<OfferSnapshot, 'serviceTitle'> }
  refunded: number
  checking: number
  now: Date
  links: Pick<ContractingLinks, 'trackOrder'>
}): WrittenMessage {
  return writeMessage(contractingWordings, 'contract.withdrawn', {
    nome: acceptance.party.name,
    values: {
      pedido: orderNumber,
      servico: acceptance.plan.serviceTitle,
      quando: formatInstant(now),
      valor: formatBRL(refunded),
      a_conferir: formatBRL(checking),
      prazo: reviewed,
    },
    cases: {
      devolucao: refunded > 0 ? 'asked' : checking > 0 ? undefined : 'nothing',
      conferencia: checking > 0 ? 'open' : undefined,
    },
    url: links.trackOrder(orderNumber),
  })
}

/** Notifies a customer of a proposal. Neutral on a locked screen: the subject matter is behind the link. */
export function renegotiationProposedMessage({
  nome,
  until,
  words,
  url,
}: {
  nome: string
  /** DATE in São Paulo. */
  until: IsoDate
  words: string
  url: string
}): WrittenMessage {
  return writeMessage(contractingWordings, 'renegotiation.proposed', {
    nome,
    values: { ate: formatDate(until), recado: words },
    url,
  })
}

/** Confirms an accepted proposal: a summary of the new schedule, and a link to the copy with its hash. */
export function renegotiationAcceptedMessage({
  nome,
  openAmount,
  newAmount,
  rows,
  copyUrl,
}: {
  nome: string
  openAmount: number
  newAmount: number
  rows: readonly ProposedInstalment[]
  copyUrl: string
}): WrittenMessage {
  const due = ({ amount, dueDate }: ProposedInstalment) => `${formatBRL(amount)} em ${formatDate(dueDate)}`
  const [first, last] = [rows[0], rows.at(-1)]
  return writeMessage(contractingWordings, 'renegotiation.accepted', {
    nome,
    values: {
      total: formatBRL(newAmount),
      parcelas: String(rows.length),
      primeira: first ? due(first) : '',
      ultima: last && last !== first ? due(last) : '',
      diferenca: differenceSentence(openAmount, newAmount),
    },
    url: copyUrl,
  })
}
