import { formatDateLong, type IsoDate } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import { daysText, minutesText } from '../../core/text.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { RequestKind } from './domain/request.ts'

const asked: Record<RequestKind, string> = {
  erasure: 'apagar os seus dados',
  correction: 'corrigir os seus dados',
  question: 'tirar uma dúvida sobre os seus dados',
}

/** To an unproven address: it says nothing of whether there is any data. */
export function linkMessage({ link, minutes }: { link: string; minutes: number }): WrittenMessage {
  return write({
    subject: 'O seu link de privacidade',
    nome: '',
    title: 'O seu link de privacidade',
    preheader: 'Vale por pouco tempo e é só seu.',
    lines: [
      'Alguém pediu para ver os dados que guardamos com este contato.',
      `Abra o link para ver. Ele vale ${minutesText(minutes)} e é só seu: não encaminhe.`,
    ],
    action: { label: 'Ver os dados', url: link },
    note: 'Se não foi você, não precisa fazer nada: sem o link, ninguém vê nada.',
  })
}

/** A request arrived: until when it is answered. */
export function receivedMessage({
  kind,
  name,
  dueOn,
  link,
}: {
  kind: RequestKind
  name: string
  dueOn: IsoDate
  /** Undefined where there is no account: the link of the page is a secret of an hour. */
  link: string | undefined
}): WrittenMessage {
  return write({
    subject: 'Recebemos o seu pedido sobre os seus dados',
    nome: name,
    title: 'Recebemos o seu pedido',
    preheader: 'Uma pessoa da nossa equipe vai responder.',
    lines: [
      `Recebemos o seu pedido para ${asked[kind]}. Uma pessoa da nossa equipe responde até ${formatDateLong(dueOn)}.`,
      link
        ? 'Na sua conta você acompanha e pode cancelar.'
        : 'Para acompanhar ou cancelar, peça um novo link na página de privacidade.',
    ],
    ...(link && { action: { label: 'Ver o meu pedido', url: link } }),
    note: 'Se não foi você quem pediu, responda a esta mensagem hoje mesmo.',
  })
}

/** What the team answered. */
export function answeredMessage({
  kind,
  name,
  answer,
}: {
  kind: RequestKind
  name: string
  answer: string
}): WrittenMessage {
  return write({
    subject: 'A resposta ao seu pedido sobre os seus dados',
    nome: name,
    title: 'A resposta ao seu pedido',
    preheader: 'Nossa equipe respondeu sobre os seus dados.',
    lines: [`Você pediu para ${asked[kind]}. Nossa equipe respondeu.`],
    quote: { label: 'Da nossa equipe', value: answer },
    note: 'Não concorda? Responda a esta mensagem. Você também pode reclamar à ANPD, em gov.br/anpd.',
  })
}

/** The last message to a person who was erased: what a law keeps, and until when copies of the rest exist. */
export function erasedMessage({ kept }: { kept: readonly { name: string; law: string }[] }): WrittenMessage {
  return write({
    subject: 'Os seus dados foram apagados',
    nome: '',
    title: 'Os seus dados foram apagados',
    preheader: 'Esta é a nossa última mensagem.',
    lines: [
      'Como você pediu, apagamos os seus dados.',
      'Esta é a nossa última mensagem: depois dela, apagamos também este contato.',
    ],
    ...(kept.length > 0 && {
      quote: {
        label: 'A lei manda guardar por mais um tempo, e só para isto',
        value: kept.map(({ name, law }) => `${name} (${law})`).join('\n'),
      },
    }),
    note: `As cópias de segurança ainda têm os seus dados, por até ${daysText(retention.journalDays)}. Se precisarmos usar uma delas antes disso, apagamos tudo de novo.`,
  })
}
