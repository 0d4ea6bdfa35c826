/** What a page may know of hiring. */
export type { Clause } from './domain/clauses.ts'
export { type Contract, costRows } from './domain/contract.ts'

export { contractTerms } from './domain/terms.ts'
export { withdrawalUntil } from './domain/withdrawal.ts'
