import type { Found } from '../../../modules/backoffice/public.ts'
import type { DeskAnswer } from '../answers.ts'

/** Milliseconds without typing after which a search is sent. */
export const SEARCH_PAUSE = 180

/** Returns the results of a search; undefined when there was no search. */
export function foundIn(
  answer: DeskAnswer | undefined,
): { text: string; found: readonly Found[] } | undefined {
  return answer?.ok ? (answer.found as { text: string; found: readonly Found[] } | undefined) : undefined
}

/** Returns why a search was refused. */
export function refusalIn(answer: DeskAnswer | undefined): string | undefined {
  return answer && !answer.ok ? answer.message : undefined
}
