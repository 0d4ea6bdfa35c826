import { formatInstant } from '../../core/calendar.ts'
import type { Consultation } from '../catalogue/public.ts'
import type { ConsultationStatus } from './domain/consultation.ts'

/** To the buyer, once paid: deadline and link. Never the CPF or the result. */
export function consultationPaidMessage({
  consultation,
  promisedAt,
  link,
}: {
  consultation: Consultation
  promisedAt: Date
  link: string
}): { subject: string; text: string } {
  return {
    subject: `Pagamento aprovado: ${consultation.title}`,
    text: [
      'Olá!',
      '',
      `Recebemos o pagamento da sua ${consultation.title}.`,
      '',
      `O resultado fica pronto ${consultation.promise.text}: até ${formatInstant(promisedAt)}.`,
      '',
      'Acompanhe por este link, que é só seu. Quem tiver o link vê o andamento: guarde e não compartilhe.',
      link,
    ].join('\n'),
  }
}

/** To the team: a look-up to perform, and its deadline. */
export function consultationForTeam({
  consultation,
  id,
  promisedAt,
}: {
  consultation: Consultation
  id: string
  promisedAt: Date
}): { subject: string; text: string } {
  return {
    subject: `Consulta paga: ${consultation.title}`,
    text: `Pedido ${id}. Entregar até ${formatInstant(promisedAt)}.`,
  }
}

/** To the team: a duplicate payment of a look-up was refunded automatically. */
export function consultationPaidTwice({ consultation, id }: { consultation: Consultation; id: string }): {
  subject: string
  text: string
} {
  return {
    subject: `Consulta paga duas vezes: ${consultation.title}`,
    text: `Pedido ${id}. O segundo pagamento está sendo devolvido a quem pagou. A consulta segue no prazo.`,
  }
}

/** To the team: the money of a look-up went back, or was regained. */
export function consultationReturnedForTeam({
  consultation,
  id,
  status,
}: {
  consultation: Consultation
  id: string
  status: ConsultationStatus
}): { subject: string; text: string } {
  const isRegained = status === 'paid'
  const what = {
    delivered: 'O dinheiro voltou depois da entrega. Fale com o cliente.',
    cancelled: 'O dinheiro voltou antes da entrega: não entregue esta consulta.',
  }
  return {
    subject: `${isRegained ? 'O dinheiro está de volta' : 'O dinheiro voltou'}: ${consultation.title}`,
    text: `Pedido ${id}. ${status === 'delivered' || status === 'cancelled' ? what[status] : 'A disputa foi ganha: entregue esta consulta.'}`,
  }
}
