import type { Centavos } from '../../core/money.ts'
import type { Consultation, ConsultationId } from '../catalogue/public.ts'
import type { MediaType } from '../documents/public.ts'
import type { ConsultationStatus } from './domain/consultation.ts'
import type { ResultLinkState } from './domain/result-link.ts'
import type { ViewedPart, ViewProof } from './domain/view.ts'

export { declaration } from './domain/declaration.ts'
export { proofRule } from './domain/proof.ts'
export type { ResultLinkState }

/** Maximum characters of a pasted result. */
export const RESULT_TEXT_MAX = 10_000

/** Maximum characters of the note of a correction. */
export const CORRECTION_MAX = 300

/** A look-up as shown on its private page. */
export interface ConsultationView {
  id: string
  kind: ConsultationId
  /** The look-up as it was sold. */
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
  /** The team requested its refund. */
  refunding: boolean
}

/** A look-up in the list of the account that bought it. */
export interface AccountLookup {
  /** The key of its private page. */
  key: string
  /** As it was sold. */
  title: string
  /** Masked: '***.982.247-**'. */
  cpf: string
  createdAt: Date
  /** A paid look-up is `running`, or `late` when it was promised for earlier, or its money is on the way back. */
  state: Exclude<ConsultationStatus, 'paid'> | 'running' | 'late' | 'refunding'
}

/** The page of a result link before its reader has proven to be the buyer. Contains nothing of the result. */
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
  /** Masked contact to which a code is sent. */
  email: string | undefined
  phone: string
  /** Key of the progress page. */
  statusKey: string
}

/** A result as its buyer sees it. */
export interface LookupResult {
  version: number
  deliveredAt: Date
  text: string | undefined
  file: { name: string; mediaType: MediaType; size: number } | undefined
  /** Changes since the previous version. */
  correction: string | undefined
}

export interface ResultFile {
  name: string
  mediaType: MediaType
  bytes: Uint8Array
}

/** The lists of look-ups on the desk. */
export type LookupList = 'open' | 'delivered' | 'cancelled'

/** A look-up in a list of the desk. Its subject is masked. */
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

/** A look-up with all its details for the desk; masked, and without the text of a result. */
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
  /** The buyer's views, newest first. */
  views: { at: Date; version: number; proof: ViewProof; what: ViewedPart }[]
}

/** The subject of a look-up and the buyer's contact data, unmasked. */
export interface LookupSubject {
  cpf: string
  name: string
  phone: string
  email: string | undefined
}
