import { boundTo } from '../../core/use-case.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { acceptCustomOffer, holdCustomOffer } from './accept-custom-offer.ts'
import type { ProposalsDeps } from './deps.ts'
import { forgetOldProposals } from './forget-old-proposals.ts'
import { previewCustomOffer } from './preview-custom-offer.ts'
import { type CustomOffer, customOfferOf, customOffersOf } from './read-custom-offers.ts'
import { requestVehicleProposal } from './request-vehicle-proposal.ts'
import { type OfferToSend, sendCustomOffer } from './send-custom-offer.ts'
import { withdrawCustomOffer } from './withdraw-custom-offer.ts'

export type { OfferStanding } from './domain/custom-offer.ts'
export type { VehicleProposal } from './domain/proposal.ts'
export type { OfferText, OfferTextRefusal } from './draw-up-offer.ts'
export type { OfferPreview } from './preview-custom-offer.ts'
export type { CustomOffer } from './read-custom-offers.ts'
export type { OfferToSend, SendRefusal } from './send-custom-offer.ts'

export type Proposals = ReturnType<typeof createProposals>

/** Proposals that people ask for, told apart from spam and kept for the team, and those the team makes to a customer. */
export function createProposals(deps: ProposalsDeps) {
  const bound = boundTo(deps)
  return {
    requestVehicleProposal: bound(requestVehicleProposal),

    /** For a person of the team; the two that write run inside the caller's transaction. */
    previewCustomOffer: bound(previewCustomOffer),
    sendCustomOffer: (tx: Transaction, offer: OfferToSend) => sendCustomOffer(tx, offer, deps),
    withdrawCustomOffer: (tx: Transaction, which: { offerId: string; by: string }) =>
      withdrawCustomOffer(tx, which, deps),

    /** For the customer. */
    customOfferOf: bound(customOfferOf),
    customOffersOf: bound(customOffersOf),

    /** For contracting: holds an offer inside the caller's transaction, then marks it accepted. */
    holdCustomOffer: (tx: Transaction, which: { offerId: string; userId: string }) =>
      holdCustomOffer(tx, which, deps),
    acceptCustomOffer: (tx: Transaction, what: { offer: CustomOffer; orderId: string }) =>
      acceptCustomOffer(tx, what, deps),

    jobs: {
      'proposals.forget': { every: { cron: '40 3 * * *' }, run: () => forgetOldProposals(deps) },
    } satisfies Record<string, JobDefinition>,
  }
}
