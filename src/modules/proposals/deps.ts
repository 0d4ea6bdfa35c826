import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { ProposalMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface ProposalLinks {
  customOffer(offerId: string): string
  /** At the desk. */
  deskProposal(id: string): string
}

/** Dependencies of the use cases; each picks those it needs. */
export interface ProposalsDeps {
  database: Database
  clock: Clock
  newId: NewId
  send: Send<ProposalMessageKind>
  identity: Pick<Identity, 'accountOf'>
  links: ProposalLinks
  /** Receives notifications of new proposals. */
  teamEmail: () => string
}
