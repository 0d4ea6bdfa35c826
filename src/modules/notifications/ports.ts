import type { IsoDate } from '../../core/calendar.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { MessageContent } from './domain/content.ts'
import type { ChannelName, MessageStatus } from './domain/message.ts'
import type { Receipt } from './domain/receipt.ts'
import type { SentAs } from './domain/templates.ts'

export type { ChannelName, SentAs }

/** A message to deliver: plain text, with the company's signature. */
export interface OutgoingMessage {
  /** Our id, stored before the first attempt and the same for every retry. */
  id: string
  /** An e-mail address or an E.164 telephone number. */
  to: string
  subject: string
  text: string
  /** The URLs of this site in `text`, to be made clickable. */
  links: readonly string[]
  /** How WhatsApp is to take it: freely, or by a template. */
  sentAs?: SentAs | null
  /** Declared by the module that sends it. */
  kind?: string
  /** What the text says, in its parts; null where only a text was written. */
  content?: MessageContent | null
  /** The order it is about, whose messages are one conversation. */
  orderId?: string | null
  userId?: string | null
}

/** `sent`: accepted by the provider, which does not mean read. `kept`: only stored, because no channel is configured. */
export interface Delivery {
  status: Extract<MessageStatus, 'sent' | 'kept'>
  /** The provider's message id, if it returns one. */
  providerId?: string
  sentAs?: SentAs
}

/**
 * Delivers messages to a recipient.
 *
 * `refused`: a permanent error that a retry would not resolve (no such address, rejected by the provider).
 * `unavailable`: a temporary error (no connection, rate limit) or wrong credentials of ours, which staff must fix.
 */
export interface MessageChannel {
  deliver(message: OutgoingMessage): Promise<Outcome<Delivery, DeliveryRefusal>>
  /** Only stores: no channel is configured. */
  readonly isKept?: boolean
  /** Tells with our id what became of a message whose answer was lost, so that it is waited for before another attempt. */
  readonly hasDeliveryReceipts?: boolean
  /** The templates of the account, where the channel has any. */
  listTemplates?(): Promise<Outcome<TemplateStatus[], 'unavailable'>>
}

/** `unknown`: no answer, so that it may have been taken all the same. The detail is the channel's code. */
export type DeliveryRefusal = 'refused' | 'unavailable' | 'unknown'

/** What a person wrote to us. */
export interface InboundMessage {
  channel: ChannelName
  /** An e-mail address in small letters, or an E.164 telephone number. */
  address: string
  /** Its id at the provider: the same when it comes twice. */
  providerId: string
  at: Date
  /** Who the writer says to be; often empty. */
  name: string
  /** Of an e-mail. */
  subject: string
  text: string
  /** The message of ours that it answers. */
  repliesTo: { providerId?: string; messageId?: string; orderId?: string } | undefined
  /** What it also had and is not kept: 'image', 'audio', the name of an attached file. */
  left: readonly string[]
}

export interface TemplateStatus {
  name: string
  language: string
  status: string
  reason: string
}

/** A message that was delivered, as the journal keeps it: without the secrets of its links. */
export interface JournalEntry {
  id: string
  /** Declared by the module that sent it. */
  kind: string
  channel: ChannelName
  to: string
  subject: string
  text: string
  status: Delivery['status']
  createdAt: Date
}

/**
 * What was delivered, kept outside the database: after a restored back-up it tells what the database no longer knows. Days
 * are those of `createdAt` in UTC.
 */
export interface MessageJournal {
  /** Repeated, it replaces the entry. */
  record(entry: JournalEntry): Promise<void>
  /** The entry of a message; undefined where there is none, or it was written with another encryption key. */
  read(message: Pick<JournalEntry, 'id' | 'createdAt'>): Promise<JournalEntry | undefined>
  /** The ids of a day's messages. */
  idsOf(day: IsoDate): Promise<string[]>
  /** Deletes the entry of a message, where there is one. */
  remove(message: Pick<JournalEntry, 'id' | 'createdAt'>): Promise<void>
  /** Deletes a day. */
  forget(day: IsoDate): Promise<void>
}

export type Channels = Record<ChannelName, MessageChannel>

/** What one notice of Meta says; it may batch up to a thousand changes. */
export interface WhatsappNotice {
  receipts: Receipt[]
  templates: TemplateStatus[]
  messages: InboundMessage[]
}

/** How Meta's notices come in. */
export interface WhatsappNotices {
  /** What Meta shows before the first one. */
  verifyToken: string
  /** Checks the signature over the bytes as they came, and reads them; changes nothing. */
  read(signed: {
    body: Uint8Array
    signature: string | null
  }): Outcome<WhatsappNotice, 'unsigned' | 'forged' | 'unreadable'>
}

/** A message as its recipient sees it by e-mail. */
interface MailToRender {
  subject: string
  /** Read where there is no content. */
  text: string
  links: readonly string[]
  content?: MessageContent | null
  /** Where the recipient chooses what they get, where they can. */
  preferencesUrl?: string | undefined
}

/**
 * An e-mail as HTML, next to which its text is sent.
 *
 * @param options.alwaysDark the dark mail on every device, to be looked at
 */
export type MailRenderer = (mail: MailToRender, options?: { alwaysDark?: boolean }) => string
