import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Identity } from '../identity/index.server.ts'
import { isContactSearch } from '../identity/public.ts'
import { maySearch } from './contact-search-limit.ts'
import { type MaskedCustomer, masked } from './customers.ts'
import type { PerformDeps } from './perform.ts'

type SearchDeps = PerformDeps & { identity: Pick<Identity, 'findPeople'> }

/**
 * Finds customers for a team member, masked. Searches by name are free: names are shown. Searches by masked data are limited; above the
 * limit they are refused, raise an alarm for the team, and are recorded in the audit log, without the typed text.
 */
export async function searchPeople(
  deps: SearchDeps,
  { actor, text, limit }: { actor: string; text: string; limit: number },
): Promise<Outcome<MaskedCustomer[], 'searched_too_much'>> {
  if (isContactSearch(text) && !(await maySearch(deps, actor))) return refuse('searched_too_much')
  return ok((await deps.identity.findPeople({ text, limit })).map(masked))
}
