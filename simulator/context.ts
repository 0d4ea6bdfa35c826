import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import type { PaymentStore } from './payment-store.ts'
import type { Webhooks } from './webhooks.ts'

/** Dependencies shared by every part of the simulator. */
export interface SimulatorContext {
  journal: Journal
  store: PaymentStore
  webhooks: Webhooks
  clock: Clock
  accessToken: string
  /** Overrides the expiry of every Pix, in seconds. */
  pixExpirySeconds: number | undefined
  newUuid(): string
  /** The simulator's public URL, without a trailing slash. */
  baseUrl(): string
}
