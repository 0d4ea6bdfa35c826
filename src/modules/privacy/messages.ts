import { formatDateLong, type IsoDate } from '../../core/calendar.ts'
import { counted, greetingTo, minutesText } from '../../core/text.ts'
import type { RequestKind } from './domain/request.ts'

interface MessageText {
  subject: string
  text: string
}

const asked: Record<RequestKind, string> = {
  erasure: 'apagar os seus dados',
  correction: 'corrigir os seus dados',
  question: 'responder sobre os seus dados',
}

/** To an address that nobody proved: it says nothing of whether there is any data. */
export function linkMessage({ link, minutes }: { link: string; minutes: number }): MessageText {
  return {
    subject: 'O seu link de privacidade',
    text: [
      'Olá!',
      'Alguém pediu para ver os dados que guardamos com este contato.',
      `Abra este link para ver. Ele vale ${minutesText(minutes)} e é só seu, não encaminhe:\n${link}`,
      'Se não foi você, não precisa fazer nada: sem o link, ninguém vê nada.',
    ].join('\n\n'),
  }
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
}): MessageText {
  return {
    subject: 'Recebemos o seu pedido sobre os seus dados',
    text: [
      greetingTo(name),
      `Recebemos o seu pedido para ${asked[kind]}. Uma pessoa da nossa equipe responde até ${formatDateLong(dueOn)}.`,
      link
        ? `Você acompanha e pode cancelar aqui:\n${link}`
        : 'Para acompanhar ou cancelar, peça um novo link na página de privacidade.',
      'Se não foi você quem pediu, responda a esta mensagem hoje mesmo.',
    ].join('\n\n'),
  }
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
}): MessageText {
  return {
    subject: 'A resposta ao seu pedido sobre os seus dados',
    text: [
      greetingTo(name),
      `Você pediu para ${asked[kind]}. Esta é a nossa resposta:`,
      answer,
      'Não concorda? Responda a esta mensagem. Você também pode reclamar à ANPD, em gov.br/anpd.',
    ].join('\n\n'),
  }
}

/** The last message to somebody who was erased. */
export function erasedMessage({ kept }: { kept: readonly { name: string; law: string }[] }): MessageText {
  return {
    subject: 'Os seus dados foram apagados',
    text: [
      'Olá!',
      'Como você pediu, apagamos os seus dados. Esta é a nossa última mensagem: depois dela, apagamos também este contato.',
      kept.length > 0
        ? [
            `A lei manda guardar ${counted(kept.length, 'coisa', 'coisas')} por mais um tempo, e só para isto:`,
            ...kept.map(({ name, law }) => `- ${name} (${law})`),
          ].join('\n')
        : 'Não ficou nada seu conosco.',
      'Nas cópias de segurança, o que foi apagado some quando elas vencem. Se uma delas for usada antes disso, apagamos de novo.',
    ].join('\n\n'),
  }
}
