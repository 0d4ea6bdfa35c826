import type { IsoDate } from '../../../core/calendar.ts'
import type { ServiceId } from './service.ts'

/** Where a claim is shown: with the figures of the landing page, as its promise, among the guarantees, on a service's page. */
export type ClaimPlace = 'experience' | 'promise' | 'guarantee' | ServiceId

/** The evidence that a statement about the shop is true, its expiry, and whether the statement is hidden. */
export type Proof = {
  /** A document, a report or a study, and its location. */
  evidence: string | null
  /** The last day on which the evidence is valid. DATE in America/Sao_Paulo; null for evidence without an expiry. */
  expires: IsoDate | null
  /** Kept, and shown nowhere. */
  hidden: boolean
}

/**
 * Marketing claims of the storefront. An offer is binding and a claim must be true (CDC arts. 30, 35, 37), so each has
 * a field for its evidence. The compliance page lists those that need some.
 */
export type Claim = Proof & {
  /** Unique among all claims. */
  id: string
  place: ClaimPlace
  /** The highlighted part: '95%'. */
  value: string
  text: string
}

/** A customer's testimonial, published only with their consent. */
export type Testimonial = Proof & { id: string; name: string; text: string; stars: 5 }

/** Why a published statement lacks valid evidence; undefined while its evidence is valid. */
export type ProofProblem = 'no_evidence' | 'expired'

/** @param today DATE in America/Sao_Paulo */
export function proofProblem({ evidence, expires }: Proof, today: IsoDate): ProofProblem | undefined {
  if (evidence === null) return 'no_evidence'
  return expires !== null && expires < today ? 'expired' : undefined
}
