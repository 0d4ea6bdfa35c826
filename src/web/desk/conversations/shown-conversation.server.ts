import { formatInstant } from '../../../core/calendar.ts'
import { concealEmail } from '../../../core/email.ts'
import { concealPhone } from '../../../core/phone.ts'
import type { Conversation } from '../../../modules/inbox/index.server.ts'
import { isWritable, type MessageState, splitQuote, stateOf } from '../../../modules/notifications/public.ts'
import { conversationsCopy as copy } from '../../copy/desk-conversations.ts'

/** A message of a conversation as the desk shows it: plain text, in which the browser runs and fetches nothing. */
export interface ShownLine {
  id: string
  isOurs: boolean
  subject: string
  text: string
  /** The message that an e-mail quotes; it may contain answers between the lines. */
  quoted?: string
  at: string
  left: readonly string[]
  isEnded: boolean
  /** The state of our answer, and the reason when it failed. */
  state?: MessageState
  failureCode?: string | null
}

export interface ShownConversation {
  id: string
  channel: Conversation['channel']
  /** The masked address. */
  address: string
  /** Whether there is an address to answer to. */
  isWritable: boolean
  name: string
  isStranger: boolean
  isOpen: boolean
  isFree: boolean
  version: number
  lines: ShownLine[]
}

/** Returns a conversation for the browser: the messages of both sides in chronological order. */
export function shownConversation(conversation: Conversation): ShownConversation {
  const { id, channel, address, name, userId, openSince, isFree, version, received, answers } = conversation
  const lines = [
    ...received.map((line) => ({
      time: line.at.getTime(),
      id: line.id,
      isOurs: false,
      subject: line.subject,
      at: formatInstant(line.at),
      ...partsOf(line),
      left: line.left,
      isEnded: line.bodyEndedAt !== null,
    })),
    ...answers.map((line) => ({
      time: line.createdAt.getTime(),
      id: line.id,
      isOurs: true,
      subject: '',
      text: saidIn(line.text),
      at: formatInstant(line.createdAt),
      left: [],
      isEnded: line.text === '',
      state: stateOf(line),
      failureCode: line.failureCode,
    })),
  ]
  return {
    id,
    channel,
    name,
    isFree,
    version,
    isStranger: userId === null,
    isOpen: openSince !== null,
    address: shownAddress({ channel, address }),
    isWritable: isWritable(channel, address),
    lines: lines.toSorted((a, b) => a.time - b.time).map(({ time: _, ...line }) => line),
  }
}

/** Returns the masked address of a conversation. */
export function shownAddress({ channel, address }: Pick<Conversation, 'channel' | 'address'>): string {
  if (!isWritable(channel, address)) return copy.noAddress
  return channel === 'email' ? concealEmail(address) : concealPhone(address)
}

function partsOf({ channel, text }: Conversation['received'][number]): Pick<ShownLine, 'text' | 'quoted'> {
  if (channel !== 'email') return { text }
  const { own, quoted } = splitQuote(text)
  return { text: own, quoted }
}

/** Returns the text of an answer without the company's signature, which every answer has. */
function saidIn(text: string): string {
  const mail = text.lastIndexOf('\n-- \n')
  return (mail >= 0 ? text.slice(0, mail) : text.replace(/\n\n[^\n]*, CNPJ [^\n]*$/, '')).trim()
}
