import type { IsoDate } from '../../core/calendar.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { MessageContent } from './domain/content.ts'
import type { DeliveryReport } from './domain/delivery-report.ts'
import type { ChannelName, MessageStatus } from './domain/message.ts'
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
  /** The URLs of this site in `text`, to be rendered as links. */
  links: readonly string[]
  /** How to send it to WhatsApp: as free text, or with a template. */
  sentAs?: SentAs | null
  /** Declared by the module that sends it. */
  kind?: string
  /** The text in its parts; null when only a text was written. */
  content?: MessageContent | null
  /** The order it is about; the messages of an order form one conversation. */
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
 * `unavailable`: a temporary error (no connection, rate limit) or invalid credentials of ours, which staff must fix.
 * `deferred`: a temporary error of this recipient alone, which says nothing about the channel.
 */
export interface MessageChannel {
  /** @param onSent called once only the answer is missing: from then on the message may have been accepted */
  deliver(message: OutgoingMessage, onSent?: () => void): Promise<Outcome<Delivery, DeliveryRefusal>>
  /** True for a channel that only stores, because none is configured. */
  readonly isKept?: boolean
  /**
   * Whether the channel reports with our id the outcome of a message whose answer was lost, so that the report is
   * awaited before another attempt.
   */
  readonly hasDeliveryReports?: boolean
  /** The templates of the account, if the channel has any. */
  listTemplates?(): Promise<Outcome<TemplateStatus[], 'unavailable'>>
}

/** `unknown`: no answer, so the message may have been accepted. The detail is the channel's code. */
export const deliveryRefusals = ['refused', 'deferred', 'unavailable', 'unknown'] as const
export type DeliveryRefusal = (typeof deliveryRefusals)[number]

/** A message from a person to us. */
export interface InboundMessage {
  channel: ChannelName
  /**
   * An e-mail address in lower case, an E.164 telephone number, or another identifier that the channel gives the writer
   * (`isWritable`).
   */
  address: string
  /** Its id at the provider; the same when it is delivered twice. */
  providerId: string
  /** Undefined when the channel does not say it. */
  at: Date | undefined
  /** The name that the writer gives; often empty. */
  name: string
  /** The subject of an e-mail. */
  subject: string
  text: string
  /** The message of ours to which it replies. */
  repliesTo: { providerId?: string; messageId?: string; orderId?: string } | undefined
  /** Attachments that are not stored: 'image', 'audio', the name of an attached file. */
  left: readonly string[]
}

export interface TemplateStatus {
  name: string
  language: string
  status: string
  reason: string
}

/** A delivered message as the journal stores it: without the secrets of its links. */
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
 * Delivered messages, stored outside the database: after a restored back-up it shows which ones the database lacks. Days
 * are those of `createdAt` in UTC.
 */
export interface MessageJournal {
  /** Repeated, it replaces the entry. */
  record(entry: JournalEntry): Promise<void>
  /** The entry of a message; undefined when there is none, or it was written with another encryption key. */
  read(message: Pick<JournalEntry, 'id' | 'createdAt'>): Promise<JournalEntry | undefined>
  /** The ids of a day's messages. */
  idsOf(day: IsoDate): Promise<string[]>
  /** Deletes the entry of a message, if there is one. */
  remove(message: Pick<JournalEntry, 'id' | 'createdAt'>): Promise<void>
  /** Deletes a day. */
  deleteDay(day: IsoDate): Promise<void>
}

export type Channels = Record<ChannelName, MessageChannel>

/** The contents of one notice of Meta; it may batch up to a thousand changes. */
export interface WhatsappNotice {
  deliveryReports: DeliveryReport[]
  templates: TemplateStatus[]
  messages: InboundMessage[]
  /** The number of parts that could not be read. */
  unreadable: number
}

/** Receives Meta's notices. */
export interface WhatsappNotices {
  /** The token that Meta sends before the first notice. */
  verifyToken: string
  /** Verifies the signature over the raw bytes, and parses them; changes nothing. */
  read(signed: { body: Uint8Array; signature: string }): Outcome<WhatsappNotice, 'forged' | 'unreadable'>
}

/** A message as its recipient sees it by e-mail. */
interface MailToRender {
  subject: string
  /** Used when there is no content. */
  text: string
  links: readonly string[]
  content?: MessageContent | null
  /** The link to the recipient's preferences, for messages that have one. */
  preferencesUrl?: string | undefined
}

/**
 * Renders an e-mail as HTML, to be sent beside its plain text.
 *
 * @param options.alwaysDark renders the dark version on every device, for viewing
 */
export type MailRenderer = (mail: MailToRender, options?: { alwaysDark?: boolean }) => string
