import { formatDate, formatInstant, todayInSaoPaulo } from '../../core/calendar.ts'
import { minutesText } from '../../core/text.ts'
import type { Consultation } from '../catalogue/public.ts'
import type { ConsultationStatus } from './domain/consultation.ts'
import { proofRule, spacedCode } from './domain/proof.ts'

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

/** To the buyer: the result is there. Where it is and how it is opened, never what it says. */
export function consultationDeliveredMessage({
  consultation,
  link,
  expiresAt,
}: {
  consultation: Consultation
  link: string
  expiresAt: Date
}): { subject: string; text: string } {
  return {
    subject: `Resultado pronto: ${consultation.title}`,
    text: [
      'Olá!',
      '',
      `O resultado da sua ${consultation.title} está pronto.`,
      '',
      ...toOpen(link, expiresAt),
    ].join('\n'),
  }
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
  /** Undefined where the link opens the progress only. */
  expiresAt: Date | undefined
}): { subject: string; text: string } {
  const where = expiresAt
    ? toOpen(link, expiresAt)
    : ['Para ver, fale com a gente: o link anterior foi cancelado.', link]
  return {
    subject: `Resultado corrigido: ${consultation.title}`,
    text: [
      'Olá!',
      '',
      `Corrigimos o resultado da sua ${consultation.title}. Vale a versão nova.`,
      '',
      `O que mudou: ${correction}`,
      '',
      ...where,
    ].join('\n'),
  }
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
}): { subject: string; text: string } {
  return {
    subject: `Novo link: ${consultation.title}`,
    text: [
      'Olá!',
      '',
      `Este é o novo link do resultado da sua ${consultation.title}.`,
      '',
      ...toOpen(link, expiresAt),
    ].join('\n'),
  }
}

function toOpen(link: string, expiresAt: Date): string[] {
  return [
    'Para abrir, confirmamos que é você: só quem pediu a consulta vê o resultado.',
    link,
    '',
    `O link vale até ${formatDate(todayInSaoPaulo(expiresAt))}.`,
  ]
}

/** To the buyer, who is about to open a result. */
export function consultationCodeMessage({ code }: { code: string }): { subject: string; text: string } {
  return {
    subject: 'Seu código',
    text: [
      `${spacedCode(code)} é o seu código para ver o resultado.`,
      '',
      `Vale por ${minutesText(proofRule.codeLasts)}. Não passe este código a ninguém: nós nunca pedimos por telefone ou mensagem.`,
      'Não foi você? Ignore: sem o código ninguém vê o resultado.',
    ].join('\n'),
  }
}

/** To the buyer: it was not delivered in time, and the money goes back. */
export function consultationRefundingMessage({
  consultation,
  link,
}: {
  consultation: Consultation
  link: string
}): { subject: string; text: string } {
  return {
    subject: `Estamos devolvendo o seu dinheiro: ${consultation.title}`,
    text: [
      'Olá!',
      '',
      `Não entregamos a sua ${consultation.title} no prazo. Pedimos desculpas.`,
      '',
      'Já pedimos a devolução do valor inteiro, para a mesma conta ou o mesmo cartão. Você não precisa fazer nada.',
      '',
      'Acompanhe por este link:',
      link,
    ].join('\n'),
  }
}

/** To the team: a look-up to perform, and its deadline. */
export function consultationForTeam({
  consultation,
  link,
  promisedAt,
}: {
  consultation: Consultation
  /** To its page at the desk. */
  link: string
  promisedAt: Date
}): { subject: string; text: string } {
  return {
    subject: `Consulta paga: ${consultation.title}`,
    text: `Entregar até ${formatInstant(promisedAt)}, no painel:\n${link}`,
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
