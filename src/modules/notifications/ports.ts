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

export type Channels = Record<ChannelName, MessageChannel>
