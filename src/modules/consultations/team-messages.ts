import { formatInstant } from '../../core/calendar.ts'
import type { Consultation } from '../catalogue/public.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { ConsultationStatus } from './domain/consultation.ts'

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
    facts: [{ label: 'Consulta', value: consultation.title }],
    action: { label: 'Abrir a consulta', url: link },
  })
}
