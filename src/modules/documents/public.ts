import { LARGEST_FILE, MOST_BYTES, MOST_DOCUMENTS } from './domain/limits.ts'

export type { MediaType } from './domain/file-type.ts'
export { LARGEST_FILE, MOST_BYTES, MOST_DOCUMENTS }

/** Whose papers they are: the person's, or the company's. */
export type PersonType = 'fisica' | 'juridica'

/** A document as its owner sees it in a list. */
export interface DocumentView {
  id: string
  personType: PersonType
  name: string
  mediaType: 'application/pdf' | 'image/jpeg' | 'image/png'
  /** In bytes. */
  size: number
  createdAt: Date
}

/** Why a file is not taken. `too_many` and `too_much` are about all of a person's documents together. */
export type DocumentRefusal = 'empty' | 'too_large' | 'wrong_content' | 'too_many' | 'too_much'
