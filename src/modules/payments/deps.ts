import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/events.ts'
import type { Enqueue } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'
import type { DueTerms } from './domain/amount-due.ts'
import type { PaymentProvider } from './ports.ts'

/** Where new charges are made, and every provider whose charges are still settled. */
export interface Providers {
  current: PaymentProvider
  /** The current one among them. */
  all: readonly PaymentProvider[]
}

/** Addresses that its messages lead to, with the site's origin. */
export interface PaymentLinks {
  payments(): string
}

/** What the use cases of this module work with; each names those it needs. */
export interface PaymentsDeps {
  database: Database
  providers: Providers
  enqueue: Enqueue
  publish: Publish
  clock: Clock
  newId: NewId
  log: Log
  send: Notifications['send']
  contactOf: Identity['contactOf']
  /** What being late or early changes. */
  terms: DueTerms
  /** Who of the team is told when the books do not agree. */
  teamEmail: string
  links: PaymentLinks
}

export const paymentJobs = {
  issue: 'charges.issue',
  cancel: 'charges.cancel',
  process: 'provider-events.process',
  refund: 'refunds.issue',
  reconcile: 'payments.reconcile',
  closeDay: 'payments.close-day',
  checkBooks: 'payments.check-books',
} as const

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
