import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { OrderMessageKind } from './message-kinds.ts'

/** Addresses that its messages lead to, with the site's origin. */
interface OrderLinks {
  trackOrder(orderId: string): string
}

/** What the use cases are built over; each names those it needs. */
export interface OrdersDeps {
  database: Database
  clock: Clock
  send: Send<OrderMessageKind>
  contactOf: Identity['contactOf']
  links: OrderLinks
}
