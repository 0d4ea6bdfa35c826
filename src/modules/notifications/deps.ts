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
  /** By kind. Kinds without one are never held back. */
  limits?: RecipientLimits<string>
  /** How each kind behaves. One that is not named goes by day, as a duty. */
  manners: Readonly<Record<string, Manner>>
  /** Whether what a message is about is still so, where a module that sends such messages says so. */
  isTrue(executor: Executor, message: { kind: string; about: readonly string[] }): Promise<boolean>
  /** Where a user gets e-mail. */
  contactOf(executor: Executor, userId: string): Promise<{ email: string; confirmed?: boolean } | undefined>
  /** Signs the links to preferences. */
  signer: Signer
  links: {
    preferences(token: string): string
    stopMessages(token: string, topic: string): string
  }
  /** The shop's own words for a kind; undefined where it has none. Without this no kind has. */
  textsOf?: ((kind: string) => MessageTexts | undefined) | undefined
  publicUrl: string
  /** An e-mail as HTML, to be looked at. */
  renderMail: MailRenderer
  /** The company whose signature is appended, as it holds. */
  sender: () => Sender
}
