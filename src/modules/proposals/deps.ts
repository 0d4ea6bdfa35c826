import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'

/** What the use cases are built over; each names those it needs. */
export interface ProposalsDeps {
  database: Database
  clock: Clock
  newId: NewId
  send: Notifications['send']
  identity: Pick<Identity, 'accountOf'>
  /** Without a slash at the end; links in messages begin with it. */
  publicUrl: string
  /** Where the team hears of a new proposal. */
  teamEmail: string
}
