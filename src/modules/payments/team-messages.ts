import { formatInstant } from '../../core/calendar.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'

/** Maximum lines in an e-mail about the books; the rest is at the desk. */
const maxLines = 5

/** Notifies the team that a provider reported as unreadable can be read again. */
export function providerAnswersMessage({
  provider,
  since,
  at,
  deskUrl,
}: {
  provider: string
  /** When its changes first could not be read. */
  since: Date
  at: Date
  /** URL of the money screen of the desk. */
  deskUrl: string
}): WrittenMessage {
  const subject = `Conciliação retomada: ${provider}`
  return write({
    subject,
    title: subject,
    preheader: 'Não é preciso fazer nada.',
    lines: [
      `O provedor ${provider} não pôde ser lido desde ${formatInstant(since)}, e voltou a responder em ${formatInstant(at)}.`,
      'Os pagamentos feitos nesse tempo estão sendo lidos agora. Não é preciso fazer nada.',
    ],
    action: { label: 'Abrir o dinheiro no painel', url: deskUrl },
  })
}

/** Notifies the team of money that needs a decision. */
export function booksMessage({
  subject,
  lines,
  deskUrl,
}: {
  subject: string
  lines: readonly string[]
  /** URL of the money screen of the desk. */
  deskUrl: string
}): WrittenMessage {
  const more = lines.length - maxLines
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de alguém da equipe.',
    lines: ['Alguém da equipe precisa ver isto, no painel.'],
    quote: {
      label: 'O que aconteceu',
      value: [...lines.slice(0, maxLines), ...(more > 0 ? [`e mais ${more}, no painel`] : [])].join('\n'),
    },
    action: { label: 'Abrir o dinheiro no painel', url: deskUrl },
  })
}
