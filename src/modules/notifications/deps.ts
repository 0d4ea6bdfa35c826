import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { MessageTexts } from '../../core/message-wording.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { Signer } from '../../platform/signing.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Manner } from './domain/manners.ts'
import type { RecipientLimits } from './domain/recipient-limits.ts'
import type { Sender } from './domain/signature.ts'
import type { notificationJobs } from './jobs.ts'
import type { Channels, MailRenderer, MessageJournal, WhatsappNotices } from './ports.ts'

/** Dependencies of the use cases; each picks those it needs. */
export interface NotificationsDeps {
  database: Database
  clock: Clock
  newId: NewId
  channels: Channels
  journal: MessageJournal
  log: Log
  enqueue: Enqueue<typeof notificationJobs>
  /** Undefined: none come. */
  whatsappNotices?: WhatsappNotices | undefined
  /** By kind. Kinds without an entry are never held back. */
  limits?: RecipientLimits<string>
  /** How each kind behaves. An unlisted kind is sent by day, as a mandatory message. */
  manners: Readonly<Record<string, Manner>>
  /** Whether the facts a message is about still hold, according to the module that sends such messages. */
  isStillValid(executor: Executor, message: { kind: string; about: readonly string[] }): Promise<boolean>
  /** The user's e-mail address. */
  contactOf(executor: Executor, userId: string): Promise<{ email: string; confirmed?: boolean } | undefined>
  /** Signs the links to preferences. */
  signer: Signer
  links: {
    preferences(token: string): string
    stopMessages(token: string, topic: string): string
  }
  /** The shop's own texts for a kind; undefined when it has none. Without this function no kind has any. */
  textsOf?: ((kind: string) => MessageTexts | undefined) | undefined
  publicUrl: string
  /** Renders an e-mail as HTML for viewing. */
  renderMail: MailRenderer
  /** The current company data, for the signature. */
  sender: () => Sender
}
