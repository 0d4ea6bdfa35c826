import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { RecipientLimits } from './domain/recipient-limits.ts'
import type { Sender } from './domain/signature.ts'
import type { Channels, MessageJournal } from './ports.ts'

/** Dependencies of the use cases; each picks those it needs. */
export interface NotificationsDeps {
  database: Database
  clock: Clock
  newId: NewId
  channels: Channels
  journal: MessageJournal
  log: Log
  /** By kind. Kinds without one are never held back. */
  limits?: RecipientLimits<string>
  publicUrl: string
  /** The company whose signature is appended. */
  sender: Sender
}
