import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { InboundMail, Notifications, Send } from '../notifications/index.server.ts'
import type { Orders } from '../orders/index.server.ts'
import type { InboxMessageKind } from './message-kinds.ts'

export interface InboxDeps {
  database: Database
  clock: Clock
  newId: NewId
  log: Log
  identity: Pick<Identity, 'usersOf'>
  notifications: Pick<
    Notifications,
    | 'answeredMessage'
    | 'applyBounce'
    | 'applyWhatsappNotice'
    | 'noteInbound'
    | 'openWhatsappNotice'
    | 'answersIn'
  >
  orders: Pick<Orders, 'openOrdersOf'>
  send: Send<InboxMessageKind>
  publicUrl: string
  /**
   * Decodes and classifies an e-mail; undefined when it exceeds the limits that any mail of a person or a mail server stays within.
   */
  readMail(bytes: Uint8Array): Promise<InboundMail | undefined>
  /** Secret with which the mail server authenticates when it delivers our mail; undefined: no mail is accepted. */
  mailSecret?: string | undefined
}
