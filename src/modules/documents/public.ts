import type { PersonType } from '../../core/person-type.ts'
import type { MediaType } from './domain/file-type.ts'
import { LARGEST_FILE, MOST_BYTES, MOST_DOCUMENTS } from './domain/limits.ts'

export { fileExtensions } from './domain/file-type.ts'
export type { PersonType }
export { LARGEST_FILE, MOST_BYTES, MOST_DOCUMENTS }

/** A document as its owner sees it in a list. */
export interface DocumentView {
  id: string
  /** Whose papers they are: the person's, or the company's. */
  personType: PersonType
  name: string
  mediaType: MediaType
  /** In bytes. */
  size: number
  createdAt: Date
}

/** Why a file is not taken. `too_many` and `too_much` are about all of a person's documents together. */
export type DocumentRefusal = 'empty' | 'too_large' | 'wrong_content' | 'too_many' | 'too_much'
