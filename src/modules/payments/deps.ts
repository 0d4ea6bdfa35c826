import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Centavos } from '../../core/money.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReadFromReplica } from '../../platform/database/read-replica.ts'
import type { Publish } from '../../platform/events/define-events.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { Signer } from '../../platform/signing.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { DueTerms } from './domain/amount-due.ts'
import type { ReminderRules } from './domain/reminder-words.ts'
import type { paymentEvents } from './events.ts'
import type { paymentJobs } from './jobs.ts'
import type { PaymentMessageKind } from './message-kinds.ts'
import type { PaymentProvider } from './ports.ts'

/** The provider of new charges, and every provider whose existing charges are still settled. */
export interface Providers {
  current: PaymentProvider
  /** Includes the current one. */
  all: readonly PaymentProvider[]
}

/** Absolute URLs used in this module's messages. */
interface PaymentLinks {
  payments(search?: { aba?: 'pagas' }): string
  payerPage(token: string): string
  agreement(orderId: string): string
  /** The money screen of the desk. */
  deskMoney(): string
}

/** Dependencies of this module's use cases; each use case picks the ones it needs. */
export interface PaymentsDeps {
  database: Database
  /** For totals that are only displayed. */
  readFromReplica: ReadFromReplica
  providers: Providers
  enqueue: Enqueue<typeof paymentJobs>
  publish: Publish<typeof paymentEvents>
  /** Returns the database's time, in every process. */
  clock: Clock
  /** Seals provider payloads, which contain personal data of payers. */
  cipher: Cipher
  newId: NewId
  log: Log
  send: Send<PaymentMessageKind>
  contactOf: Identity['contactOf']
  profileOf: Identity['profileOf']
  /**
   * Amount in centavos above which a second member of the team approves a refund; undefined when one person always
   * decides.
   */
  approvalAbove: Centavos | undefined
  /** Derives the tokens of links. */
  signer: Pick<Signer, 'digest' | 'digests'>
  /** Late charges and the early-payment discount. */
  terms: DueTerms
  /** Address of the team, notified when the books do not balance. */
  teamEmail: () => string
  /** Current days and texts of reminders. */
  reminders: () => ReminderRules
  links: PaymentLinks
}

/**
 * Finds a configured provider by name.
 *
 * @throws Error when the provider is no longer configured but charges made with it still exist
 */
export function providerNamed({ all }: Providers, name: string): PaymentProvider {
  const provider = all.find((one) => one.name === name)
  if (!provider) throw new Error(`provider ${name} is not configured, but charges made with it exist`)
  return provider
}
