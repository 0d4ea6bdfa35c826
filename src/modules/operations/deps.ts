import type { Clock } from '../../core/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { JournalEntry, Send } from '../notifications/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { Certificate } from './domain/certificate.ts'
import type { DayOfShop } from './domain/daily-report.ts'
import type { OperationsMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface OperationsLinks {
  /** At the desk. */
  deskOperation(): string
  deskMessages(search: { ver: 'falhas' | 'na-fila' }): string
}

/** Dependencies of this module's use cases; each picks those it needs. */
export interface OperationsDeps {
  database: Database
  clock: Clock
  log: Log
  jobs: Pick<Jobs, 'retryDeadLetter'>
  send: Send<OperationsMessageKind>
  /** Delivered messages that are missing from the database (`forgotten` of notifications). */
  forgottenMessages(input: { all: boolean; executor?: Executor }): Promise<JournalEntry[]>
  /**
   * Messages to customers that failed on every channel and need a decision by the team, oldest first. `what` names the
   * event that each reports.
   */
  failedMessages(limit: number): Promise<{ id: string; what: string }[]>
  /** Since when WhatsApp has accepted no messages, and why; undefined while it accepts them, or is not configured. */
  whatsappRefusals(): Promise<{ since: Date; code: string | null } | undefined>
  unexplainedMovements: Payments['unexplainedMovements']
  /** The shop's activity in a span of time, and its current state. */
  dayFigures(span: {
    from: Date
    to: Date
  }): Promise<
    Omit<DayOfShop, 'day' | 'backupHours' | 'backupCheck' | 'missingFiles' | 'whatsappRefusingSince'>
  >
  /** The e-mail addresses of the owners. */
  ownersOf(): Promise<string[]>
  teamEmail: () => string
  links: OperationsLinks
  /** The machine this process runs on. */
  host: string
  /** Free bytes on the disk of the data folder, or of the files in it; 0 if it cannot be written. */
  freeSpace(): Promise<number>
  /** The keys of the files that rows refer to and that the file store lacks, in order. */
  missingFiles(): Promise<string[]>
  /** Deletes unfinished files that killed processes left before an instant. @returns their number */
  deleteUnfinishedFiles(before: Date): Promise<number>
  /** Whether rows refer to a file. */
  isFileKey(file: string): Promise<boolean>
  /** The certificates without which something stops working. */
  certificates: readonly Certificate[]
}
