import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/define-events.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { DueTerms } from './domain/amount-due.ts'
import type { paymentEvents } from './events.ts'
import type { paymentJobs } from './jobs.ts'
import type { PaymentMessageKind } from './message-kinds.ts'
import type { PaymentProvider } from './ports.ts'

/** Where new charges are made, and every provider whose charges are still settled. */
export interface Providers {
  current: PaymentProvider
  /** The current one among them. */
  all: readonly PaymentProvider[]
}

/** Addresses that its messages lead to, with the site's origin. */
interface PaymentLinks {
  payments(): string
}

/** What the use cases of this module work with; each names those it needs. */
export interface PaymentsDeps {
  database: Database
  providers: Providers
  enqueue: Enqueue<typeof paymentJobs>
  publish: Publish<typeof paymentEvents>
  clock: Clock
  newId: NewId
  log: Log
  send: Send<PaymentMessageKind>
  contactOf: Identity['contactOf']
  /** What being late or early changes. */
  terms: DueTerms
  /** Who of the team is told when the books do not agree. */
  teamEmail: string
  links: PaymentLinks
}

/**
 * The provider of that name.
 *
 * @throws Error where its configuration was taken away while its charges are still here
 */
export function providerNamed({ all }: Providers, name: string): PaymentProvider {
  const provider = all.find((one) => one.name === name)
  if (!provider) throw new Error(`no access to ${name} is configured, and there are charges made with it`)
  return provider
}
