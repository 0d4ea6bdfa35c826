import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { ProposalMessageKind } from './message-kinds.ts'

/** Addresses that its messages lead to, with the site's origin. */
interface ProposalLinks {
  customOffer(offerId: string): string
}

/** What the use cases are built over; each names those it needs. */
export interface ProposalsDeps {
  database: Database
  clock: Clock
  newId: NewId
  send: Send<ProposalMessageKind>
  identity: Pick<Identity, 'accountOf'>
  links: ProposalLinks
  /** Where the team hears of a new proposal. */
  teamEmail: string
}
