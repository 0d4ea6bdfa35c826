import { eq, sql } from 'drizzle-orm'
import { PROPOSAL_ANSWER_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import { bind } from '../../core/use-case.ts'
import { obligationSource } from '../../platform/database/obligation-source.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { acceptCustomOffer, lockCustomOffer } from './accept-custom-offer.ts'
import { deleteOldProposals } from './delete-old-proposals.ts'
import type { ProposalsDeps } from './deps.ts'
import { proposalJobs } from './jobs.ts'
import { eraseOfferWords, proposalsPersonal } from './personal.ts'
import { previewCustomOffer } from './preview-custom-offer.ts'
import { customOfferOf, customOffersOf, isMessageValid } from './read-custom-offers.ts'
import { requestVehicleProposal } from './request-vehicle-proposal.ts'
import { sendCustomOffer } from './send-custom-offer.ts'
import { customOffers, proposals } from './tables.server.ts'
import { answerProposal, latestOffers, listProposals, proposalOf, trustProposal } from './team-proposals.ts'
import { withdrawCustomOffer } from './withdraw-custom-offer.ts'

export type { VehicleProposal } from './domain/proposal.ts'

export { type ProposalMessageKind, proposalMessageKinds, proposalMessageLimits } from './message-kinds.ts'
export type { CustomOffer } from './read-custom-offers.ts'
export { proposalWordings } from './wordings.ts'

export type Proposals = ReturnType<typeof createProposals>

/** Vehicle proposals requested by visitors, with spam detection, and custom offers that staff make to a customer. */
export function createProposals(deps: ProposalsDeps) {
  const { bound, within } = bind(deps)
  return {
    /** The columns that identify the customer of each row. */
    owners: [customOffers.userId],
    /** Personal data stored by this module. */
    personal: proposalsPersonal,
    /** What this module erases of an order when the claims about it are barred. */
    eraseOrder: eraseOfferWords,
    /** Whether a queued message is still true. */
    isMessageValid,
    requestVehicleProposal: bound(requestVehicleProposal),

    /** For staff. */
    previewCustomOffer: bound(previewCustomOffer),
    sendCustomOffer: within(sendCustomOffer),
    withdrawCustomOffer: within(withdrawCustomOffer),
    latestOffers: bound(latestOffers),
    listProposals: bound(listProposals),
    proposalOf: bound(proposalOf),
    answerProposal: within(answerProposal),
    trustProposal: within(trustProposal),

    /** The team's obligations: an answer to each request. */
    obligations: [
      obligationSource({
        database: deps.database,
        kind: 'proposal.answer',
        table: proposals,
        where: eq(proposals.status, 'received'),
        id: proposals.id,
        since: proposals.createdAt,
        withinMs: PROPOSAL_ANSWER_HOURS * HOUR,
        userId: proposals.userId,
        amount: proposals.vehicleValue,
        about: sql<string>`${proposals.name} || ' · ' || ${proposals.vehicleBrand} || ' ' || ${proposals.vehicleModel}`,
      }),
    ],

    /** For the customer. */
    customOfferOf: bound(customOfferOf),
    customOffersOf: bound(customOffersOf),
    isOfferOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: customOffers.id, owner: customOffers.userId }, which),

    /** For contracting: locks an offer, then marks it accepted. */
    lockCustomOffer: within(lockCustomOffer),
    acceptCustomOffer: within(acceptCustomOffer),

    jobs: handleJobs(proposalJobs, {
      'proposals.forget': { every: { cron: '40 3 * * *' }, run: bound(deleteOldProposals) },
    }),
  }
}
