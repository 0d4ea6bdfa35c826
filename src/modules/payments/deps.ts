import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/events.ts'
import type { Enqueue } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'
import type { PaymentProvider } from './ports.ts'

/** What the use cases of this module work with; each names those it needs. */
export interface PaymentsDeps {
  database: Database
  provider: PaymentProvider
  enqueue: Enqueue
  publish: Publish
  clock: Clock
  newId: NewId
  log: Log
  send: Notifications['send']
  contactOf: Identity['contactOf']
  /** Without a slash at the end; links in messages begin with it. */
  publicUrl: string
}

export const paymentJobs = {
  issue: 'charges.issue',
  cancel: 'charges.cancel',
  process: 'provider-events.process',
  refund: 'refunds.issue',
  reconcile: 'payments.reconcile',
} as const
