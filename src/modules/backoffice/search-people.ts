import { HOUR } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { allow, type Limit } from '../../platform/rate-limit/rate-limit.ts'
import type { Identity } from '../identity/index.server.ts'
import { isContactSearch } from '../identity/public.ts'
import { type MaskedCustomer, masked } from './customers.ts'
import { type PerformDeps, perform } from './perform.ts'

/**
 * Searches of one member by a CPF, CNPJ, telephone or e-mail: more than anybody serves in an hour, fewer than guessing the hidden
 * digits of one CPF takes, of which there are a thousand.
 */
const contactSearches: Limit = { limit: 120, window: HOUR }
/** A burst is recorded once. */
const records: Limit = { limit: 1, window: HOUR }

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

/**
 * Performs an action on the account of an address that a member typed. It counts as a search, because its refusal says whether there is
 * such an account.
 */
export async function actByContact<Input extends { actor: string }, T, C extends string>(
  deps: SearchDeps,
  input: Input,
  act: (input: Input) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C | 'searched_too_much'>> {
  return (await maySearch(deps, input.actor)) ? act(input) : refuse('searched_too_much')
}

async function maySearch(deps: SearchDeps, actor: string): Promise<boolean> {
  const { database, clock, recordEvent } = deps
  const now = clock.now()
  const { allowed } = await allow(database, { key: `desk-search:${actor}`, ...contactSearches, now })
  if (allowed) return true
  recordEvent('desk-search-slowed', { account: actor })
  const isNew = (await allow(database, { key: `desk-search-record:${actor}`, ...records, now })).allowed
  if (isNew) {
    const reason = 'buscas demais por CPF, telefone ou e-mail em uma hora'
    await perform(deps, { actor, action: 'customer.search', subject: actor, reason, detail: {} }, async () =>
      ok(null),
    )
  }
  return false
}
