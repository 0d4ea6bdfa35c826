import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/events.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'

/** Addresses that its messages lead to, with the site's origin. */
export interface OrderLinks {
  trackOrder(orderId: string): string
}

/** What the use cases are built over; each names those it needs. */
export interface OrdersDeps {
  database: Database
  clock: Clock
  publish: Publish
  send: Notifications['send']
  contactOf: Identity['contactOf']
  links: OrderLinks
}
