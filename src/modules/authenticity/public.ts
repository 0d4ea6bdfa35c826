/** Types for the page. */
export { type Claim, MAX_CLAIM_LENGTH } from './domain/claim.ts'
export type { Disguise } from './domain/lookalike.ts'
export type { Finding, Reason, Verdict } from './domain/verdict.ts'
