import { type Outcome, refuse } from '../../core/outcome.ts'
import { maySearch } from './contact-search-limit.ts'
import type { PerformDeps } from './perform.ts'

/**
 * Performs an action on the account of an address that a member typed. It counts as a search, because its refusal says whether there is
 * such an account.
 */
export async function actByContact<Input extends { actor: string }, T, C extends string>(
  deps: PerformDeps,
  input: Input,
  act: (input: Input) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C | 'searched_too_much'>> {
  return (await maySearch(deps, input.actor)) ? act(input) : refuse('searched_too_much')
}
