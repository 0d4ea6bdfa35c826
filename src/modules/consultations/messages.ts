import { formatDate, formatInstant, todayInSaoPaulo } from '../../core/calendar.ts'
import { minutesText } from '../../core/text.ts'
import type { Consultation } from '../catalogue/public.ts'
import { type WrittenMessage, write, writeMessage } from '../notifications/index.server.ts'
import type { ConsultationStatus } from './domain/consultation.ts'
import { proofRule, spacedCode } from './domain/proof.ts'
import { consultationWordings } from './wordings.ts'

/**
 * Messages to buyers, also shown on a locked screen by WhatsApp: never contain the CPF, the result or the kind of look-up,
 * except below the lines of an e-mail.
 */

const ours = ({ title }: Consultation) => ({ label: 'Consulta', value: title })

/** To the buyer, once paid: deadline and link. */
export function consultationPaidMessage({
  consultation,
  promisedAt,
  link,
}: {
  consultation: Consultation
  promisedAt: Date
  link: string
}): WrittenMessage {
  const { title, promise } = consultation
  return writeMessage(consultationWordings, 'consultation.paid', {
    values: { consulta: title, prazo: promise.text, ate: formatInstant(promisedAt) },
    url: link,
  })
}

/** To the buyer: the result is available. Contains its link and how to open it, never its content. */
export function consultationDeliveredMessage({
  consultation,
  link,
  expiresAt,
}: {
  consultation: Consultation
  link: string
  expiresAt: Date
}): WrittenMessage {
  const values = { consulta: consultation.title, ate: dayOf(expiresAt) }
  return writeMessage(consultationWordings, 'consultation.delivered', { values, url: link })
}

/** To the buyer: there is a new version of the result, and why. */
export function consultationCorrectedMessage({
  consultation,
  correction,
  link,
  expiresAt,
}: {
  consultation: Consultation
  correction: string
  link: string
  /** Undefined when the link opens only the progress page. */
  expiresAt: Date | undefined
}): WrittenMessage {
  return writeMessage(consultationWordings, 'consultation.corrected', {
    values: { consulta: consultation.title, o_que_mudou: correction, ate: expiresAt ? dayOf(expiresAt) : '' },
    cases: {
      como_abrir: expiresAt ? 'link' : 'revoked',
      validade: expiresAt ? 'link' : undefined,
      botao: expiresAt ? 'link' : 'revoked',
    },
    url: link,
  })
}

/** To the buyer: another link to a result that was delivered. */
export function consultationLinkMessage({
  consultation,
  link,
  expiresAt,
}: {
  consultation: Consultation
  link: string
  expiresAt: Date
}): WrittenMessage {
  const values = { consulta: consultation.title, ate: dayOf(expiresAt) }
  return writeMessage(consultationWordings, 'consultation.link', { values, url: link })
}

function dayOf(moment: Date): string {
  return formatDate(todayInSaoPaulo(moment))
}

/** To the buyer: the code that opens a result. */
export function consultationCodeMessage({ code }: { code: string }): WrittenMessage {
  return write({
    subject: 'Seu código',
    title: 'O seu código para ver o resultado',
    preheader: 'Não passe este código a ninguém.',
    code: spacedCode(code),
    lines: [
      `Este código vale por ${minutesText(proofRule.codeLasts)}. Não passe a ninguém: nós nunca pedimos por telefone ou mensagem.`,
      'Não foi você? Ignore: sem o código ninguém vê o resultado.',
    ],
  })
}

/** To the buyer: the look-up was not delivered in time, and the money is refunded. */
export function consultationRefundingMessage({
  consultation,
  link,
}: {
  consultation: Consultation
  link: string
}): WrittenMessage {
  const values = { consulta: consultation.title }
  return writeMessage(consultationWordings, 'consultation.refunding', { values, url: link })
}

/** A look-up in a message to the team. */
interface AtDesk {
  consultation: Consultation
  /** To its page at the desk. */
  link: string
}

/** To the team: a look-up to perform, and its deadline. */
export function consultationForTeam({ promisedAt, ...of }: AtDesk & { promisedAt: Date }): WrittenMessage {
  return toTeam(of, {
    what: 'Consulta paga',
    title: 'Uma consulta para entregar',
    preheader: `Entregar até ${formatInstant(promisedAt)}.`,
    line: `Foi paga agora. Entregar até ${formatInstant(promisedAt)}, no painel.`,
  })
}

/** To the team: a duplicate payment of a look-up is refunded automatically, or waits because the first one is disputed. */
export function consultationPaidTwice({ isHeld, ...of }: AtDesk & { isHeld: boolean }): WrittenMessage {
  return toTeam(of, {
    what: 'Consulta paga duas vezes',
    title: 'Uma consulta foi paga duas vezes',
    preheader: isHeld ? 'O primeiro pagamento está em disputa.' : 'O segundo pagamento está sendo devolvido.',
    line: isHeld
      ? 'O primeiro pagamento está em disputa. O segundo fica aqui até alguém decidir, em Dinheiro: se o banco tomar o primeiro, o segundo paga a consulta; se a disputa for ganha, devolva-o.'
      : 'O segundo pagamento está sendo devolvido a quem pagou. A consulta segue no prazo.',
  })
}

/** To the team: a bank took the money of a look-up back, and its buyer has paid again. */
export function consultationPaidAgain({
  isDelivered,
  ...of
}: AtDesk & { isDelivered: boolean }): WrittenMessage {
  return toTeam(of, {
    what: 'Consulta paga de novo',
    title: 'Uma consulta foi paga de novo',
    preheader: 'O dinheiro que o banco tomou de volta foi pago de novo.',
    line: isDelivered
      ? 'O banco tomou o dinheiro de volta depois da entrega. O cliente pagou de novo, e não deve mais nada.'
      : 'O banco tomou o dinheiro de volta. O cliente pagou de novo: a consulta segue no prazo.',
  })
}

/** To the team: the money of a look-up was returned or regained. */
export function consultationReturnedForTeam({
  status,
  ...of
}: AtDesk & { status: ConsultationStatus }): WrittenMessage {
  const what = status === 'paid' ? 'O dinheiro está de volta' : 'O dinheiro voltou'
  const todo = {
    delivered: 'O dinheiro voltou depois da entrega. Fale com o cliente.',
    cancelled: 'O dinheiro voltou antes da entrega: não entregue esta consulta.',
  }
  return toTeam(of, {
    what,
    title: `${what} de uma consulta`,
    preheader: 'Veja o que fazer.',
    line:
      status === 'delivered' || status === 'cancelled'
        ? todo[status]
        : 'A disputa foi ganha: entregue esta consulta.',
  })
}

/** Writes to the team about a look-up; `what` happened begins the subject. */
function toTeam(
  { consultation, link }: AtDesk,
  { what, title, preheader, line }: { what: string; title: string; preheader: string; line: string },
): WrittenMessage {
  return write({
    subject: `${what}: ${consultation.title}`,
    title,
    preheader,
    lines: [line],
    facts: [ours(consultation)],
    action: { label: 'Abrir a consulta', url: link },
  })
}
