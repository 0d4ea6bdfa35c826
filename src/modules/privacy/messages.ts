import { formatDateLong, type IsoDate } from '../../core/calendar.ts'
import { minutesText } from '../../core/text.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import type { RequestKind } from './domain/request.ts'
import { privacyWordings } from './wordings.ts'

/** To an unproven address: does not reveal whether there is any data. */
export function linkMessage({ link, minutes }: { link: string; minutes: number }): WrittenMessage {
  const values = { validade: minutesText(minutes) }
  return writeMessage(privacyWordings, 'privacy.link', { values, url: link })
}

/** Confirms a request, with the deadline of its answer. */
export function receivedMessage({
  kind,
  name,
  dueOn,
  hasAccount,
  link,
}: {
  kind: RequestKind
  name: string
  dueOn: IsoDate
  hasAccount: boolean
  /** Without an account, where to ask for a link of the page: it contains a secret that is valid for an hour. */
  link: string
}): WrittenMessage {
  return writeMessage(privacyWordings, 'privacy.received', {
    nome: name,
    values: { prazo: formatDateLong(dueOn) },
    cases: { pedido: kind, como_acompanhar: hasAccount ? 'account' : 'link' },
    url: link,
  })
}

/** To the person: the team's answer to their request. */
export function answeredMessage({
  kind,
  name,
  answer,
}: {
  kind: RequestKind
  name: string
  answer: string
}): WrittenMessage {
  return writeMessage(privacyWordings, 'privacy.answered', {
    nome: name,
    values: { resposta: answer },
    cases: { pedido: kind },
  })
}

/**
 * The last message to an erased person: the data that a law requires to keep, and until when copies of the rest exist.
 */
export function erasedMessage({ kept }: { kept: readonly { name: string; law: string }[] }): WrittenMessage {
  const guardado = kept.map(({ name, law }) => `${name} (${law})`).join('\n')
  return writeMessage(privacyWordings, 'privacy.erased', { values: { guardado } })
}
