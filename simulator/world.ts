import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import type { Ledger } from './ledger.ts'
import type { Webhooks } from './webhooks.ts'

/** What every part of the simulator works with. */
export interface World {
  journal: Journal
  ledger: Ledger
  webhooks: Webhooks
  clock: Clock
  accessToken: string
  /** Shortens every Pix to this many seconds, whatever was asked. */
  pixExpirySeconds: number | undefined
  newUuid(): string
  /** Where this simulator is reached, without a trailing slash. */
  baseUrl(): string
}
