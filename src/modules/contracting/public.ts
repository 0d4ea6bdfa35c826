/** What a page may know of hiring. */
export type { Clause } from './domain/clauses.ts'
export { type Contract, type ContractRow, costRows } from './domain/contract.ts'
export type { OfferPayment, OfferSnapshot } from './domain/offer.ts'
export { type ContractTerms, contractTerms } from './domain/terms.ts'
export { withdrawalUntil } from './domain/withdrawal.ts'
