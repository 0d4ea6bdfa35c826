import { formatDate, type IsoDate } from '../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { type PaymentTerms, planHeadline } from '../catalogue/public.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import { answerTime, proposalWordings } from './wordings.ts'

/**
 * To the unproven address of the request: repeats none of the entered words, so that nobody can write to others in our
 * name.
 */
export function proposalReceived(): WrittenMessage {
  return writeMessage(proposalWordings, 'proposal.received', { values: { prazo: answerTime } })
}

/** To the person who made the request: the team's answer. */
export function proposalAnswered({ name, answer }: { name: string; answer: string }): WrittenMessage {
  return writeMessage(proposalWordings, 'proposal.answered', { nome: name, values: { resposta: answer } })
}

/** To the customer: a summary of the offer; the link to the full offer requires signing in. */
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
  return writeMessage(proposalWordings, 'custom-offer.sent', {
    nome: customer.nome,
    values: {
      servico: title,
      ate: formatDate(validUntil),
      total: formatBRL(total),
      pagamento: paymentOf(terms),
    },
    url: link,
  })
}

/** Formats all amounts of the message alike: 'R$ 400,00 ao aceitar + 20 × R$ 99,90, uma por semana'. */
function paymentOf(terms: PaymentTerms): string {
  const every = { once: '', weekly: ', uma por semana', monthly: ', uma por mês' }[terms.cadence]
  return `${planHeadline(terms, 'ao aceitar', formatBRL)}${every}`
}
