import { formatDate, formatInstant, todayInSaoPaulo } from '../../core/calendar.ts'
import { minutesText } from '../../core/text.ts'
import type { Consultation } from '../catalogue/public.ts'
import { type WrittenMessage, write, writeMessage } from '../notifications/index.server.ts'
import { proofRule, spacedCode } from './domain/proof.ts'
import { consultationWordings } from './wordings.ts'

/**
 * Messages to buyers, also shown on a locked screen by WhatsApp: never contain the CPF, the result or the kind of look-up,
 * except below the lines of an e-mail.
 */

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
