import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Payments } from '../payments/index.server.ts'
import type { CompanyFacts } from './domain/verdict.ts'

/** Dependencies of this module's use cases. */
export interface AuthenticityDeps {
  database: Database
  clock: Clock
  payments: Pick<Payments, 'isOwnCode'>
  ours: () => CompanyFacts
}
