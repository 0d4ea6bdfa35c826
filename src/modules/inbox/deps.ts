import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications, ParsedMail, Send } from '../notifications/index.server.ts'
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
  /** Undoes the encodings of an e-mail; undefined where it is beyond every mail that people and mail servers write. */
  parseMail(bytes: Uint8Array): Promise<ParsedMail | undefined>
  /** What the mail server shows that hands over our mail; undefined: none is taken. */
  mailSecret?: string | undefined
}
