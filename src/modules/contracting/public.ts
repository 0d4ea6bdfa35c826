/** Types and functions of contracting that are safe in a browser. */
export { breachWords, type VerifiedRecord } from './domain/breach.ts'
export type { Clause } from './domain/clauses.ts'
export type { ComparedClause } from './domain/compare-wordings.ts'
export { type Contract, costRows } from './domain/contract.ts'
export type { OfferSnapshot } from './domain/offer.ts'
export type { ContractParty } from './domain/parties.ts'
export {
  isToReview,
  MAX_FIRST_DUE_DAYS,
  MAX_RENEGOTIATION_DAYS,
  type RenegotiationStatus,
} from './domain/renegotiation.ts'
export { signedParts } from './domain/signed-text.ts'
export { type PaymentsSummary, summarizePayments } from './domain/summary.ts'
export { contractTerms } from './domain/terms.ts'
export { withdrawalUntil } from './domain/withdrawal.ts'
export { type OfferInShort, offerInShort } from './offer-in-short.ts'
export type { RecordedClause } from './read-recordings.ts'
export type { Withdrawal } from './withdraw.ts'
