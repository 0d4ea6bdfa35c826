/** Types and limits of proposals that are safe in a browser. */

export { MAX_CARD_INSTALMENTS, MAX_TITLE_LENGTH, MAX_VALIDITY_DAYS } from './domain/custom-offer.ts'
export { MAX_PROPOSAL_ANSWER_LENGTH } from './domain/proposal.ts'
export type { CustomOffer } from './read-custom-offers.ts'

export type { ProposalList } from './team-proposals.ts'
