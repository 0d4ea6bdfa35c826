import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { ConsultationsDeps } from './deps.ts'
import { type FoundLink, findResultLink } from './read-result.ts'

/** The valid link of a buyer without an account; a buyer with an account uses its session instead. */
export async function liveLinkOfGuest(
  deps: ConsultationsDeps,
  key: string,
): Promise<Outcome<FoundLink, 'no_link' | 'of_account'>> {
  const found = await findResultLink(deps, key)
  if (found?.state !== 'live') return refuse('no_link')
  return found.row.userId === null ? ok(found) : refuse('of_account')
}

/** What a code is signed as: it opens only the result of its own link. */
export function codeText(linkId: string, code: string): string {
  return `lookup-code:${linkId}:${code}`
}
