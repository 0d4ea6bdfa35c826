import type { PersonType } from '../../core/person-type.ts'
import type { MediaType } from './domain/file-type.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from './domain/limits.ts'
import type { OriginalRequest, RequestKind, ReviewStatus } from './domain/review.ts'

export { checkFile, type FileRefusal } from './domain/check-file.ts'
export {
  documentName,
  fileExtensions,
  type MediaType,
  mediaTypes,
} from './domain/file-type.ts'
export {
  MAX_WORDS,
  requestableKinds,
  requestName,
  requestNames,
} from './domain/review.ts'
export type { PersonType }
export { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES }

/** A document as shown to its owner in a list. */
export interface DocumentView {
  id: string
  /** Whether it belongs to the person's or the company's registration. */
  personType: PersonType
  name: string
  mediaType: MediaType
  /** Size in bytes. */
  size: number
  createdAt: Date
  review: ReviewStatus
  /** Why it was rejected. */
  rejection: string | undefined
}

/** A document requested by the team, as shown to the customer. */
export interface DocumentRequest {
  id: string
  kind: RequestKind
  note: string
  /** The rejected document that it replaces. */
  documentId: string | undefined
  /** The original request of the rejected document; undefined when its owner sent it without a request. */
  replaces: OriginalRequest | undefined
  createdAt: Date
}

/** The lists of documents on the desk. */
export type DocumentList = 'to-review' | 'reviewed'

/** A document in a list of the desk. */
export interface DocumentForTeam extends DocumentView {
  userId: string
  /** Version that the next decision must name. */
  reviewVersion: number
  reviewedAt: Date | undefined
  /** When its review is due. */
  dueAt: Date
}

/** Why a file is refused. `too_many` and `too_much` concern all documents of a user. */
export type DocumentRefusal =
  | 'empty'
  | 'too_large'
  | 'wrong_content'
  | 'too_many_pixels'
  | 'too_many'
  | 'too_much'
  /** The same content as a document that the team rejected. */
  | 'rejected_before'
