import { formatDate, formatInstant, todayInSaoPaulo } from '../../core/calendar.ts'
import { minutesText } from '../../core/text.ts'
import type { Consultation } from '../catalogue/public.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { ConsultationStatus } from './domain/consultation.ts'
import { proofRule, spacedCode } from './domain/proof.ts'

/**
 * To buyers, who also read them on a locked screen by WhatsApp: never the CPF, the result or which look-up it was, except below
 * the lines of an e-mail.
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
  return write({
    subject: 'Pagamento aprovado: sua consulta',
    nome: '',
    title: 'Recebemos o seu pagamento',
    preheader: `O resultado fica pronto ${consultation.promise.text}.`,
    lines: [
      `Recebemos o pagamento da sua consulta. O resultado fica pronto ${consultation.promise.text}: até ${formatInstant(promisedAt)}.`,
    ],
    facts: [ours(consultation)],
    action: { label: 'Acompanhar a consulta', url: link },
    note: 'Guarde este link. Quem tiver o link vê o andamento: não compartilhe.',
  })
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
}): WrittenMessage {
  return write({
    subject: 'O resultado da sua consulta está pronto',
    nome: '',
    title: 'O seu resultado está pronto',
    preheader: 'Só você pode abrir.',
    lines: ['O resultado da sua consulta está pronto.', toOpen, until(expiresAt)],
    facts: [ours(consultation)],
    action: { label: 'Abrir o resultado', url: link },
  })
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
}): WrittenMessage {
  return write({
    subject: 'Corrigimos o resultado da sua consulta',
    nome: '',
    title: 'Corrigimos o seu resultado',
    preheader: 'Vale a versão nova.',
    lines: [
      'Corrigimos o resultado da sua consulta. Vale a versão nova.',
      ...(expiresAt
        ? [toOpen, until(expiresAt)]
        : ['Para ver, fale com a gente: o link anterior foi cancelado.']),
    ],
    quote: { label: 'O que mudou', value: correction },
    facts: [ours(consultation)],
    action: { label: expiresAt ? 'Abrir o resultado' : 'Ver a consulta', url: link },
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
  return write({
    subject: 'Um novo link para a sua consulta',
    nome: '',
    title: 'Aqui está o seu novo link',
    preheader: 'Só você pode abrir.',
    lines: ['Este é o novo link do resultado da sua consulta.', toOpen, until(expiresAt)],
    facts: [ours(consultation)],
    action: { label: 'Abrir o resultado', url: link },
  })
}

const toOpen = 'Para abrir, confirmamos que é você: só quem pediu a consulta vê o resultado.'

function until(expiresAt: Date): string {
  return `O link vale até ${formatDate(todayInSaoPaulo(expiresAt))}.`
}

/** To the buyer, who is about to open a result. */
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

/** To the buyer: it was not delivered in time, and the money goes back. */
export function consultationRefundingMessage({
  consultation,
  link,
}: {
  consultation: Consultation
  link: string
}): WrittenMessage {
  return write({
    subject: 'Estamos devolvendo o seu dinheiro',
    nome: '',
    title: 'Estamos devolvendo o seu dinheiro',
    preheader: 'Você não precisa fazer nada.',
    lines: [
      'Não entregamos a sua consulta no prazo. Pedimos desculpas.',
      'Já pedimos a devolução do valor inteiro, para a mesma conta ou o mesmo cartão. Você não precisa fazer nada.',
    ],
    facts: [ours(consultation)],
    action: { label: 'Acompanhar a devolução', url: link },
  })
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
}): WrittenMessage {
  return write({
    subject: `Consulta paga: ${consultation.title}`,
    title: 'Uma consulta para entregar',
    preheader: `Entregar até ${formatInstant(promisedAt)}.`,
    lines: [`Foi paga agora. Entregar até ${formatInstant(promisedAt)}, no painel.`],
    facts: [ours(consultation)],
    action: { label: 'Abrir a consulta', url: link },
  })
}

/** To the team: a duplicate payment of a look-up was refunded automatically. */
export function consultationPaidTwice({
  consultation,
  link,
}: {
  consultation: Consultation
  /** To its page at the desk. */
  link: string
}): WrittenMessage {
  return write({
    subject: `Consulta paga duas vezes: ${consultation.title}`,
    title: 'Uma consulta foi paga duas vezes',
    preheader: 'O segundo pagamento está sendo devolvido.',
    lines: ['O segundo pagamento está sendo devolvido a quem pagou. A consulta segue no prazo.'],
    facts: [ours(consultation)],
    action: { label: 'Abrir a consulta', url: link },
  })
}

/** To the team: the money of a look-up went back, or was regained. */
export function consultationReturnedForTeam({
  consultation,
  link,
  status,
}: {
  consultation: Consultation
  /** To its page at the desk. */
  link: string
  status: ConsultationStatus
}): WrittenMessage {
  const isRegained = status === 'paid'
  const what = isRegained ? 'O dinheiro está de volta' : 'O dinheiro voltou'
  const todo = {
    delivered: 'O dinheiro voltou depois da entrega. Fale com o cliente.',
    cancelled: 'O dinheiro voltou antes da entrega: não entregue esta consulta.',
  }
  return write({
    subject: `${what}: ${consultation.title}`,
    title: `${what} de uma consulta`,
    preheader: 'Veja o que fazer.',
    lines: [
      status === 'delivered' || status === 'cancelled'
        ? todo[status]
        : 'A disputa foi ganha: entregue esta consulta.',
    ],
    facts: [ours(consultation)],
    action: { label: 'Abrir a consulta', url: link },
  })
}
