import type { IsoDate } from '../../core/calendar.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { ChannelName, MessageStatus } from './domain/message.ts'

export type { ChannelName }

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
}

/** `sent`: accepted by the provider, which does not mean read. `kept`: only stored, because no channel is configured. */
export interface Delivery {
  status: Extract<MessageStatus, 'sent' | 'kept'>
  /** The provider's message id, if it returns one. */
  providerId?: string
}

/**
 * Delivers messages to a recipient.
 *
 * `refused`: a permanent error that a retry would not resolve (no such address, rejected by the provider).
 * `unavailable`: a temporary error (no connection, rate limit) or wrong credentials of ours, which staff must fix.
 */
export interface MessageChannel {
  deliver(message: OutgoingMessage): Promise<Outcome<Delivery, 'refused' | 'unavailable'>>
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
