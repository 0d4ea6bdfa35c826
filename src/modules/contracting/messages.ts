import { formatDate, formatDateLong, formatInstant, type IsoDate } from '../../core/calendar.ts'
import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { formatBRL } from '../../core/money.ts'
import { counted, greetingTo } from '../../core/text.ts'
import type { ContractingLinks } from './deps.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractCompany, ContractParty } from './domain/parties.ts'
import { differenceSentence, type ProposedInstalment } from './domain/renegotiation.ts'
import type { RenderedContract } from './render-contract.ts'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/**
 * The immediate confirmation (Decreto 7.962/2013, art. 4): summary, schedule, link to the durable copy, how to withdraw.
 * Never contains the CPF: the copy requires signing in.
 */
export function contractAcceptedMessage({
  orderId,
  orderNumber,
  party,
  rendered: { offer, contract, sha256, version },
  company,
  links,
}: {
  orderId: string
  orderNumber: string
  party: ContractParty
  rendered: RenderedContract
  company: ContractCompany
  links: ContractingLinks
}): { subject: string; text: string } {
  return {
    subject: `Contrato confirmado: ${offer.serviceTitle}`,
    text: [
      greetingTo(party.name),
      `Confirmamos a sua contratação de ${offer.serviceTitle}, aceita em ${contract.dateText}.`,
      [
        `Valor total: ${formatBRL(offer.total)}`,
        `Forma de pagamento: ${offer.paymentType}`,
        `Prazo: ${offer.promise}, a contar do primeiro pagamento`,
        `Pedido: ${orderNumber}`,
      ].join('\n'),
      [
        'Quando se paga:',
        ...contract.schedule.map(
          ({ label, dueDate, amount, method }) => `${label}: ${amount}, em ${dueDate}, ${method}`,
        ),
      ].join('\n'),
      `Seus pagamentos:\n${links.payments()}`,
      `Seu carnê em PDF, com todas as parcelas:\n${links.paymentSchedule(orderId)}`,
      `Sua cópia do contrato (versão ${version}), para ler e guardar:\n${links.contractCopy(orderId)}\nSHA-256: ${sha256}`,
      `Direito de arrependimento: você pode desistir até ${formatDateLong(contract.withdrawalUntil)}, sem dar motivo, e recebe de volta tudo o que pagou (CDC, art. 49). Desista pela página Acompanhar Serviços, ${links.trackOrder(orderId)}, ou escrevendo para ${company.email}.`,
    ].join('\n\n'),
  }
}

/** The immediate acknowledgement of a withdrawal (Decreto 7.962/2013, art. 5 §4). */
export function withdrawalMessage({
  orderId,
  orderNumber,
  acceptance,
  refunded,
  checking,
  now,
  links,
}: {
  orderId: string
  orderNumber: string
  acceptance: { party: ContractParty; plan: OfferSnapshot }
  refunded: number
  checking: number
  now: Date
  links: Pick<ContractingLinks, 'trackOrder'>
}): { subject: string; text: string } {
  const { party, plan } = acceptance
  return {
    subject: `Desistência confirmada: ${plan.serviceTitle}`,
    text: [
      greetingTo(party.name),
      `Recebemos em ${formatInstant(now)} a sua desistência de ${plan.serviceTitle} (CDC, art. 49). O pedido ${orderNumber} está cancelado, e você não deve mais nenhuma parcela.`,
      ...(refunded > 0
        ? [`Já pedimos a devolução de ${formatBRL(refunded)}, pelo mesmo meio em que você pagou.`]
        : []),
      ...(checking > 0
        ? [
            `Estamos conferindo a devolução de até ${formatBRL(checking)}: uma parte deste pagamento já tinha voltado para você. Nossa equipe confere em até ${reviewed} e devolve o que falta. Você não precisa fazer nada.`,
          ]
        : []),
      ...(refunded + checking === 0 ? ['Você ainda não tinha pago nada, então não há o que devolver.'] : []),
      `Seu pedido continua aqui:\n${links.trackOrder(orderId)}`,
    ].join('\n\n'),
  }
}

/** Tells a customer of a proposal. Neutral on a locked screen: what it is about is behind the link. */
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
}): { subject: string; text: string } {
  return {
    subject: 'Temos uma proposta para você ver com calma',
    text: [
      greetingTo(nome),
      'Preparamos uma nova forma de pagamento para o que falta do seu pedido. Na página você compara o que vale hoje com o que mudaria, e decide se aceita.',
      ...(words ? [words] : []),
      `Ela vale até ${formatDate(until)}. Nada muda se você não aceitar:\n${url}`,
    ].join('\n\n'),
  }
}

/** Confirms an accepted proposal: the new schedule, and where the copy is. */
export function renegotiationAcceptedMessage({
  nome,
  openAmount,
  newAmount,
  rows,
  sha256,
  version,
  paymentsUrl,
  copyUrl,
}: {
  nome: string
  openAmount: number
  newAmount: number
  rows: readonly ProposedInstalment[]
  sha256: string
  version: string
  paymentsUrl: string
  copyUrl: string
}): { subject: string; text: string } {
  return {
    subject: 'Confirmado: a sua nova forma de pagamento',
    text: [
      greetingTo(nome),
      `Está confirmado o que você aceitou. ${differenceSentence(openAmount, newAmount)}`,
      [
        `As novas parcelas, no total de ${formatBRL(newAmount)}:`,
        ...rows.map(
          ({ number, amount, dueDate }) =>
            `Parcela ${number}: ${formatBRL(amount)}, em ${formatDate(dueDate)}`,
        ),
      ].join('\n'),
      `Os códigos Pix antigos foram cancelados. Use os novos:\n${paymentsUrl}`,
      `Sua cópia do aditivo (versão ${version}), junto com o contrato:\n${copyUrl}\nSHA-256: ${sha256}`,
    ].join('\n\n'),
  }
}
