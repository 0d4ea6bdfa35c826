import type { Found } from '../../../modules/backoffice/public.ts'
import type { DeskAnswer } from '../answers.ts'

/** How long nobody types before a search is sent, milliseconds. */
export const SEARCH_PAUSE = 180

/** What a search found; undefined when nothing was searched. */
export function foundIn(
  answer: DeskAnswer | undefined,
): { text: string; found: readonly Found[] } | undefined {
  return answer?.ok ? (answer.found as { text: string; found: readonly Found[] } | undefined) : undefined
}
