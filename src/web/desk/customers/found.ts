import type { action } from '../../routes/desk/customers.tsx'
import { type DeskAnswer, type FoundData, readFound } from '../answers.ts'

/** Milliseconds without typing after which a search is sent. */
export const SEARCH_PAUSE = 180

/** Returns the results of a search; undefined when there was no search. */
export function foundIn(answer: DeskAnswer | undefined) {
  return readFound<FoundData<typeof action, 'search'>>(answer)
}

/** Returns why a search was refused. */
export function refusalIn(answer: DeskAnswer | undefined): string | undefined {
  return answer && !answer.ok ? answer.message : undefined
}
