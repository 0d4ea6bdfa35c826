import { readWholeNumber } from '../core/whole-number.ts'

const maxPageNumber = 100_000

/** Returns the page of a list that an address asks for, from 1: of anything else, the first. */
export function pageNumberOf(text: string | null): number {
  return readWholeNumber(text ?? '', maxPageNumber) || 1
}
