import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/define-events.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import type { Sealing } from '../../platform/storage/sealing.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { Orders } from '../orders/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { Proposals } from '../proposals/index.server.ts'
import type { ContractCompany } from './domain/parties.ts'
import type { contractingEvents } from './events.ts'
import type { contractingJobs } from './jobs.ts'
import type { ContractingMessageKind } from './message-kinds.ts'
import type { Recordings } from './ports.ts'

/**
 * Dependencies of the use cases; each use case picks those it needs. Functions of other modules run inside the caller's
 * transaction.
 */
export interface ContractingDeps {
  database: Database
  sealing: Sealing
  clock: Clock
  newId: NewId
  log: Pick<Log, 'error'>
  company: () => ContractCompany
  links: ContractingLinks
  recordings: Recordings
  orders: Pick<Orders, 'openOrder' | 'createSteps' | 'cancelOrder' | 'numbersOf'>
  payments: Pick<
    Payments,
    | 'scheduleInstalments'
    | 'cancelInstalments'
    | 'refundOrder'
    | 'ordersPaidByHand'
    | 'openScheduleOf'
    | 'replaceSchedule'
    | 'hasOpenInstalments'
  >
  proposals: Pick<Proposals, 'customOfferOf' | 'lockCustomOffer' | 'acceptCustomOffer'>
  identity: Pick<Identity, 'contactOf' | 'completeProfile'>
  send: Send<ContractingMessageKind>
  recordEvent: RecordSecurityEvent
  enqueue: Enqueue<typeof contractingJobs>
  publish: Publish<typeof contractingEvents>
}

/** Absolute URLs used in messages. */
export interface ContractingLinks {
  contractCopy(orderId: string): string
  trackOrder(number: string): string
  renegotiation(id: string): string
}

/** The signed-in customer who hires. */
export interface HiringViewer {
  id: string
  email: string
  nome: string
}
