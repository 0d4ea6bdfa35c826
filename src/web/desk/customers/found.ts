import type { Found } from '../../../modules/backoffice/public.ts'
import type { DeskAnswer } from '../answers.ts'

/** Pause in typing before a search is sent, in milliseconds. */
export const SEARCH_PAUSE = 180

/** Returns the results of a search; undefined when nothing was searched. */
export function foundIn(
  answer: DeskAnswer | undefined,
): { text: string; found: readonly Found[] } | undefined {
  return answer?.ok ? (answer.found as { text: string; found: readonly Found[] } | undefined) : undefined
}
