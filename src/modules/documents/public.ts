import type { PersonType } from '../../core/person-type.ts'
import type { MediaType } from './domain/file-type.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from './domain/limits.ts'
import type { RequestKind, ReviewStatus } from './domain/review.ts'

export {
  documentName,
  fileExtensions,
  type MediaType,
  mediaTypeOf,
  mediaTypes,
} from './domain/file-type.ts'
export {
  MAX_WORDS,
  requestableKinds,
  requestNames,
} from './domain/review.ts'
export type { PersonType }
export { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES }

/** A document as its owner sees it in a list. */
export interface DocumentView {
  id: string
  /** Whether it belongs to the person's or the company's registration. */
  personType: PersonType
  name: string
  mediaType: MediaType
  /** In bytes. */
  size: number
  createdAt: Date
  review: ReviewStatus
  /** Why it was rejected. */
  rejection: string | undefined
}

/** A document that the team asked for, as the customer sees it. */
export interface DocumentRequest {
  id: string
  kind: RequestKind
  note: string
  /** The rejected document that it replaces. */
  documentId: string | undefined
  createdAt: Date
}

/** The lists of documents that the desk has. */
export type DocumentList = 'a-conferir' | 'conferidos'

/** A document in a list of the desk. */
export interface DocumentForTeam extends DocumentView {
  userId: string
  /** The decision that is to be taken names it. */
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
  | 'too_many'
  | 'too_much'
  /** The same file as one that the team rejected. */
  | 'rejected_before'
