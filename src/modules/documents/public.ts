import type { PersonType } from '../../core/person-type.ts'
import type { MediaType } from './domain/file-type.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from './domain/limits.ts'

export {
  documentName,
  fileExtensions,
  type MediaType,
  mediaTypeOf,
  mediaTypes,
} from './domain/file-type.ts'
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
}

/** Why a file is refused. `too_many` and `too_much` concern all documents of a user. */
export type DocumentRefusal = 'empty' | 'too_large' | 'wrong_content' | 'too_many' | 'too_much'
