import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { OrderMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface OrderLinks {
  trackOrder(orderId: string): string
}

/** Dependencies of the use cases; each picks those it needs. */
export interface OrdersDeps {
  database: Database
  clock: Clock
  send: Send<OrderMessageKind>
  contactOf: Identity['contactOf']
  links: OrderLinks
  /** What is left of an order's money. */
  fundingOf: Payments['fundingOf']
  /** Notified of orders whose money went back. */
  teamEmail: string
}
