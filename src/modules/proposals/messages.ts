import { formatDateLong, type IsoDate } from '../../core/calendar.ts'
import { PROPOSAL_ANSWER_HOURS, WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { daysText, greetingTo, hoursText, oneLine } from '../../core/text.ts'
import { howToPay, type PaymentTerms } from '../catalogue/public.ts'
import type { VehicleProposal } from './domain/proposal.ts'

/**
 * To the address of the request, which nobody proved: without a word of what was typed, so that nobody can write to
 * others in our name.
 */
export function proposalReceived(): { subject: string; text: string } {
  return {
    subject: 'Recebemos o seu pedido de financiamento',
    text: [
      'Olá!',
      '',
      'Recebemos um pedido de proposta de financiamento de veículo com este e-mail.',
      '',
      `O que acontece agora: um consultor compara as condições das instituições e fala com você em até ${hoursText(PROPOSAL_ANSWER_HOURS)}, em dia útil.`,
      'Este pedido não custa nada e não obriga você a contratar.',
      '',
      'Se não foi você quem pediu, responda a esta mensagem que apagamos os dados.',
    ].join('\n'),
  }
}

/** To who asked: what the team wrote. */
export function proposalAnswered({ name, answer }: { name: string; answer: string }): {
  subject: string
  text: string
} {
  return {
    subject: 'A resposta ao seu pedido de financiamento',
    text: [
      greetingTo(name),
      answer,
      'Para continuar, responda a esta mensagem. Nada foi contratado e nada é cobrado por esta resposta.',
    ].join('\n\n'),
  }
}

/** To the team: without name, document and income, which only the back office shows. */
export function proposalForTeam(proposal: VehicleProposal): { subject: string; text: string } {
  return {
    subject: 'Nova proposta de financiamento de veículo',
    text: `Há um pedido de proposta para ${vehicle(proposal)}, no valor de ${formatBRL(proposal.vehicleValue)}.`,
  }
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
}): { subject: string; text: string } {
  return {
    subject: `Sua proposta: ${title}`,
    text: [
      greetingTo(customer.nome),
      `Preparamos uma proposta só para você: ${title}.`,
      `${howToPay(terms, 'no dia em que aceitar')} Total: ${formatBRL(total)}.`,
      `Veja tudo e decida até ${formatDateLong(validUntil)}:\n${link}`,
      `Para aceitar, você entra na sua conta e lê o contrato. Nada é cobrado antes disso, e depois de aceitar você ainda pode desistir em até ${daysText(WITHDRAWAL_DAYS)}.`,
      'Se não quiser, não precisa fazer nada: a proposta vence sozinha.',
    ].join('\n\n'),
  }
}

function vehicle({ vehicleBrand, vehicleModel, vehicleYear }: VehicleProposal): string {
  return oneLine(`${vehicleBrand} ${vehicleModel} ${vehicleYear}`)
}
