/** Types for the page. */

export type { Disguise } from './domain/lookalike.ts'
export { MAX_RECEIVED_LENGTH, type ReceivedItem } from './domain/received-item.ts'
export type { Finding, Reason, Verdict } from './domain/verdict.ts'
