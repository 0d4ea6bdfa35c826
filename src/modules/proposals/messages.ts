import { formatDate, type IsoDate } from '../../core/calendar.ts'
import { PROPOSAL_ANSWER_HOURS, WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { daysText, hoursText, oneLine } from '../../core/text.ts'
import { type PaymentTerms, planHeadline } from '../catalogue/public.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { VehicleProposal } from './domain/proposal.ts'

/**
 * To the address of the request, which nobody proved: without a word of what was typed, so that nobody can write to
 * others in our name.
 */
export function proposalReceived(): WrittenMessage {
  return write({
    subject: 'Recebemos o seu pedido de proposta',
    nome: '',
    title: 'Recebemos o seu pedido de financiamento',
    preheader: 'Não custa nada e não obriga a contratar.',
    lines: [
      'Recebemos um pedido de proposta com este e-mail.',
      `Um consultor compara as condições e fala com você em até ${hoursText(PROPOSAL_ANSWER_HOURS)}, em dia útil.`,
      'O pedido não custa nada e não obriga você a contratar.',
    ],
    note: 'Não foi você quem pediu? Responda a esta mensagem, e apagamos os dados.',
  })
}

/** To who asked: what the team wrote. */
export function proposalAnswered({ name, answer }: { name: string; answer: string }): WrittenMessage {
  return write({
    subject: 'A resposta ao seu pedido de proposta',
    nome: name,
    title: 'A resposta ao seu pedido de financiamento',
    preheader: 'Nada foi contratado e nada é cobrado.',
    lines: ['Nossa equipe respondeu ao seu pedido. Nada foi contratado, e nada é cobrado por esta resposta.'],
    quote: { label: 'Da nossa equipe', value: answer },
    note: 'Para continuar, responda a esta mensagem.',
  })
}

/** To the team: without name, document and income, which only the back office shows. */
export function proposalForTeam(proposal: VehicleProposal, deskUrl: string): WrittenMessage {
  return write({
    subject: 'Nova proposta de financiamento de veículo',
    title: 'Um novo pedido de financiamento',
    preheader: `Responder em até ${hoursText(PROPOSAL_ANSWER_HOURS)}, em dia útil.`,
    lines: [`Há um pedido de proposta. Responda em até ${hoursText(PROPOSAL_ANSWER_HOURS)}, em dia útil.`],
    facts: [
      { label: 'Veículo', value: vehicle(proposal) },
      { label: 'Valor', value: formatBRL(proposal.vehicleValue) },
    ],
    action: { label: 'Abrir o pedido', url: deskUrl },
  })
}

/** To the customer: a summary of the offer; the link to all of it requires signing in. */
export function customOfferSent({
  title,
  terms,
  total,
  validUntil,
  customer,
  link,
}: {
  title: string
  terms: PaymentTerms
  total: Centavos
  validUntil: IsoDate
  customer: { nome: string }
  link: string
}): WrittenMessage {
  return write({
    subject: 'A proposta que preparamos para você',
    nome: customer.nome,
    title: 'Uma proposta só para você',
    preheader: 'Veja tudo e decida com calma.',
    lines: [
      `Preparamos uma proposta só para você. Veja tudo e decida até ${formatDate(validUntil)}.`,
      `Aceitar não cobra nada: você lê o contrato antes, e depois ainda pode desistir em até ${daysText(WITHDRAWAL_DAYS)}.`,
    ],
    facts: [
      { label: 'Serviço', value: title },
      { label: 'Total', value: formatBRL(total) },
      { label: 'Pagamento', value: paymentOf(terms) },
    ],
    action: { label: 'Ver a proposta', url: link },
    note: 'Não quer? Não precisa fazer nada: a proposta vence sozinha.',
  })
}

/** All amounts of the message in one format; 'R$ 400,00 ao aceitar + 20 × R$ 99,90, uma por semana'. */
function paymentOf(terms: PaymentTerms): string {
  const every = { once: '', weekly: ', uma por semana', monthly: ', uma por mês' }[terms.cadence]
  return `${planHeadline(terms, 'ao aceitar', formatBRL)}${every}`
}

function vehicle({ vehicleBrand, vehicleModel, vehicleYear }: VehicleProposal): string {
  return oneLine(`${vehicleBrand} ${vehicleModel} ${vehicleYear}`)
}
