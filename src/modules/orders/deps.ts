import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { orderJobs } from './jobs.ts'
import type { OrderMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface OrderLinks {
  /** Uses the order number, which people know; the id works too, as in older messages. */
  trackOrder(number: string): string
  /** At the desk. */
  deskOrder(orderId: string): string
}

/** Dependencies of the use cases; each use case picks those it needs. */
export interface OrdersDeps {
  database: Database
  clock: Clock
  newId: NewId
  /** Encrypts the bytes. */
  storage: BlobStore
  enqueue: Enqueue<typeof orderJobs>
  send: Send<OrderMessageKind>
  contactOf: Identity['contactOf']
  links: OrderLinks
  /** Funding of the order: what remains of its money. */
  fundingOf: Payments['fundingOf']
  /** Submits to the team, for review, money that a won dispute returned for an order that has ended. */
  reviewRegained: Payments['reviewRegained']
  /** Address notified of orders whose money was returned. */
  teamEmail: () => string
}
