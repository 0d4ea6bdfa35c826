import { formatDate, formatInstant, type IsoDate } from '../../core/calendar.ts'
import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { formatBRL } from '../../core/money.ts'
import { counted } from '../../core/text.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { ContractingLinks } from './deps.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractCompany, ContractParty } from './domain/parties.ts'
import { differenceSentence, type ProposedInstalment } from './domain/renegotiation.ts'
import type { RenderedContract } from './render-contract.ts'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/**
 * The immediate confirmation (Decreto 7.962/2013, art. 4): summary, link to the durable copy with its schedule and hash, how to
 * withdraw. Never contains the CPF: the copy requires signing in.
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
  // The specification's text is signed as it is; everywhere else Pix has one spelling.
  const payment = offer.paymentType.replace(/\bPIX\b/, 'Pix')
  const isOnce = offer.payments.length === 1
  return write({
    subject: `Contrato confirmado: pedido ${orderNumber}`,
    nome: party.name,
    title: 'Contrato confirmado',
    preheader: 'Sua cópia está pronta para ler e guardar.',
    lines: [
      `Recebemos a sua contratação em ${contract.dateText}. O contrato, com a data ${isOnce ? 'do pagamento' : 'de cada pagamento'}, é seu para ler e guardar.`,
      `Mudou de ideia? Até ${formatDate(contract.withdrawalUntil)} você desiste sem dar motivo e recebe de volta tudo o que pagou (CDC, art. 49). Faça isso em Acompanhar Serviços, ou escreva para ${company.email}.`,
    ],
    facts: [
      { label: 'Pedido', value: orderNumber },
      { label: 'Serviço', value: offer.serviceTitle },
      { label: 'Valor total', value: formatBRL(offer.total) },
      { label: 'Pagamento', value: payment },
      { label: 'Prazo', value: `${offer.promise}, a contar do ${isOnce ? '' : 'primeiro '}pagamento` },
    ],
    action: { label: 'Ler e guardar o contrato', url: links.contractCopy(orderId) },
    note: isOnce
      ? 'O seu pagamento está em Pagamentos, na sua conta.'
      : 'O carnê em PDF, com todas as parcelas, está em Pagamentos, na sua conta.',
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
  const { party, plan } = acceptance
  return write({
    subject: `Desistência confirmada: pedido ${orderNumber}`,
    nome: party.name,
    title: 'Desistência confirmada',
    preheader: 'O pedido está cancelado.',
    lines: [
      `Recebemos a sua desistência em ${formatInstant(now)} (CDC, art. 49). O pedido ${orderNumber} está cancelado, e você não paga mais nenhuma parcela.`,
      refunded > 0
        ? `Já pedimos a devolução de ${formatBRL(refunded)}, pelo mesmo meio em que você pagou.`
        : '',
      checking > 0
        ? `Uma parte do pagamento já tinha voltado para você. Nossa equipe confere em até ${reviewed} e devolve o que falta, até ${formatBRL(checking)}. Você não precisa fazer nada.`
        : '',
      refunded + checking === 0 ? 'Você ainda não tinha pago nada, então não há o que devolver.' : '',
    ],
    facts: [
      { label: 'Pedido', value: orderNumber },
      { label: 'Serviço', value: plan.serviceTitle },
    ],
    action: { label: 'Ver o pedido', url: links.trackOrder(orderNumber) },
  })
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
}): WrittenMessage {
  return write({
    subject: 'Temos uma proposta para você ver com calma',
    nome,
    title: 'Uma nova forma de pagamento, se você quiser',
    preheader: 'Nada muda se você não aceitar.',
    lines: [
      'Preparamos uma proposta para o seu pedido. Na página você compara o que vale hoje com o que mudaria, e decide.',
      `Ela vale até ${formatDate(until)}. Nada muda se você não aceitar.`,
    ],
    ...(words && { quote: { label: 'Da nossa equipe', value: words } }),
    action: { label: 'Comparar e decidir', url },
  })
}

/** Confirms an accepted proposal: the new schedule in short, and where the copy with its hash is. */
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
  return write({
    subject: 'O que você aceitou está confirmado',
    nome,
    title: 'A sua nova forma de pagamento já vale',
    preheader: 'Sua cópia está pronta para ler e guardar.',
    lines: [
      'O que você aceitou já vale, e a sua cópia está pronta para ler e guardar.',
      'Os códigos Pix antigos foram cancelados: os novos estão em Pagamentos, na sua conta.',
    ],
    facts: [
      { label: 'Novo total', value: formatBRL(newAmount) },
      { label: 'Parcelas', value: String(rows.length) },
      ...(first ? [{ label: 'Primeira', value: due(first) }] : []),
      ...(last && last !== first ? [{ label: 'Última', value: due(last) }] : []),
    ],
    action: { label: 'Ver a cópia e as parcelas', url: copyUrl },
    note: differenceSentence(openAmount, newAmount),
  })
}
