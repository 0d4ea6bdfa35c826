import type { Outcome } from '../../core/outcome.ts'
import type { ChannelName, MessageStatus } from './domain/message.ts'

export type { ChannelName }

/** One message on its way out: plain text, already signed by the company. */
export interface OutgoingMessage {
  /** Ours, stored before the first attempt and the same at every retry. */
  id: string
  /** An e-mail address, or a telephone as E.164. */
  to: string
  subject: string
  text: string
  /** The addresses of this site in `text`, to be made clickable. */
  links: readonly string[]
}

/** Handed over, or kept because this machine sends nothing. Handed over is not yet read. */
export interface Delivery {
  status: Extract<MessageStatus, 'sent' | 'kept'>
  /** The provider's name for the message, where it gives one. */
  providerId?: string
}

/**
 * A way to reach a person.
 *
 * `refused`: trying again would not help (no such address, the provider says no for good).
 * `unavailable`: not now (no connection, too busy, our credentials are wrong and somebody must mend them).
 */
export interface MessageChannel {
  deliver(message: OutgoingMessage): Promise<Outcome<Delivery, 'refused' | 'unavailable'>>
}

export type Channels = Record<ChannelName, MessageChannel>
