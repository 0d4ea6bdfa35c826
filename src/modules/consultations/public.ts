import type { Centavos } from '../../core/money.ts'
import type { Consultation, ConsultationId } from '../catalogue/public.ts'
import type { MediaType } from '../documents/public.ts'
import type { ConsultationStatus } from './domain/consultation.ts'
import type { ResultLinkState } from './domain/result-link.ts'
import type { ViewedPart, ViewProof } from './domain/view.ts'

export { declaration } from './domain/declaration.ts'
export { proofRule } from './domain/proof.ts'

/** Characters of a pasted result. */
export const RESULT_TEXT_MAX = 10_000

/** Characters of what changed in a correction. */
export const CORRECTION_MAX = 300

/** A look-up as its private page shows it. */
export interface ConsultationView {
  id: string
  kind: ConsultationId
  /** What was bought, as it was sold. */
  sold: Consultation
  status: ConsultationStatus
  /** Masked: '***.982.247-**'. */
  cpf: string
  chargeId: string | undefined
  /** The buyer's account; undefined for a guest. */
  userId: string | undefined
  createdAt: Date
  paidAt: Date | undefined
  promisedAt: Date | undefined
  deliveredAt: Date | undefined
  /** The team requested the refund of what was paid for it. */
  refunding: boolean
}

/** The page of a link to a result, before its reader has proven to be the buyer: nothing of the result. */
export interface ResultPage {
  consultationId: string
  kind: ConsultationId
  /** As it was sold. */
  title: string
  /** Masked. */
  cpf: string
  state: ResultLinkState | 'erased'
  expiresAt: Date
  erasedAt: Date | undefined
  /** Bought by an account: its session is the proof. */
  ofAccount: boolean
  /** Masked contact, to which a code is sent. */
  email: string | undefined
  phone: string
  /** Key of the page of its progress. */
  statusKey: string
}

/** A result as its buyer sees it. */
export interface LookupResult {
  version: number
  deliveredAt: Date
  text: string | undefined
  file: { name: string; mediaType: MediaType; size: number } | undefined
  /** What changed since the version before. */
  correction: string | undefined
}

export interface ResultFile {
  name: string
  mediaType: MediaType
  bytes: Uint8Array
}

/** The lists of look-ups that the desk has. */
export type LookupList = 'abertas' | 'entregues' | 'canceladas'

/** A look-up in a list of the desk. Who it is about is masked. */
export interface LookupRow {
  id: string
  kind: ConsultationId
  /** As it was sold; the price in centavos. */
  title: string
  price: Centavos
  shows: readonly string[]
  status: ConsultationStatus
  cpf: string
  name: string
  isGuest: boolean
  paidAt: Date | undefined
  promisedAt: Date
  deliveredAt: Date | undefined
  refundRequestedAt: Date | undefined
  refundDeclinedAt: Date | undefined
}

/** A look-up with everything that the desk knows of it; masked, and without a result's words. */
export interface LookupDetail extends LookupRow {
  phone: string
  email: string | undefined
  userId: string | undefined
  chargeId: string | undefined
  createdAt: Date
  declaration: { version: string; at: Date }
  /** The newest version; 0 before the delivery. */
  version: number
  /** Newest first. */
  results: {
    id: string
    version: number
    deliveredAt: Date
    source: string
    correction: string | undefined
    hasText: boolean
    file: { mediaType: MediaType; size: number } | undefined
    erasedAt: Date | undefined
  }[]
  link: { state: ResultLinkState; createdAt: Date; expiresAt: Date } | undefined
  /** The buyer's looks, newest first. */
  views: { at: Date; version: number; proof: ViewProof; what: ViewedPart }[]
}

/** Who a look-up is about and how its buyer is reached, in clear. */
export interface LookupSubject {
  cpf: string
  name: string
  phone: string
  email: string | undefined
}
