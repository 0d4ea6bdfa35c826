import { readWholeNumber } from '../core/whole-number.ts'

const maxPageNumber = 100_000

/** Returns the requested page of a list, from 1; for anything else, the first. */
export function pageNumberOf(text: string | null): number {
  return readWholeNumber(text ?? '', maxPageNumber) || 1
}
