export { whatsappStatement } from './domain/consent.ts'
export { type Labelled, type MessageAction, mapContent } from './domain/content.ts'
export { splitQuote } from './domain/inbound-mail.ts'
export {
  type ChannelOption,
  type ChannelPreferences,
  channelOptions,
  isSendingTime,
  type OptionalTopic,
  optionalTopics,
  sendingHours,
  type Topic,
} from './domain/manners.ts'
export { contentOfText } from './domain/read-text.ts'
export { redactSecretsOf } from './domain/redact-secrets.ts'
export { preferencesLabel, type Sender, type Signature, signatureOf } from './domain/signature.ts'
export { approvedTemplate } from './domain/templates.ts'
export { isWritable } from './domain/whatsapp-number.ts'
export type { MessageList } from './list-messages.ts'
export type { MailRenderer } from './ports.ts'
export type { Preferences, PreferencesOwner } from './preferences.ts'

import type { ChannelName, MessageStatus } from './domain/message.ts'

export { type ChannelName, channelNames, type MessageState, stateOf } from './domain/message.ts'

/** A message as the back office and the demonstration page see it. */
export interface SentMessage {
  id: string
  to: string
  channel: ChannelName
  /** Declared by the module that sends it. */
  kind: string
  subject: string
  text: string
  /** Absolute URLs of this site in the text. */
  links: string[]
  status: MessageStatus
  createdAt: Date
  /** When its channel reported its delivery, and that it was read. */
  deliveredAt: Date | null
  readAt: Date | null
  /** Why it failed, as its channel reports. */
  failureCode: string | null
  /** The message that failed on another channel and continued as this one. */
  followsId: string | null
}
