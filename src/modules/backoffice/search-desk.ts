import { type Outcome, ok } from '../../core/outcome.ts'
import type { Orders } from '../orders/index.server.ts'
import type { MaskedCustomer } from './customers.ts'
import { searchPeople } from './search-people.ts'

/** Results of the desk search. */
export type Found =
  | ({ kind: 'customer' } & MaskedCustomer)
  | { kind: 'order'; id: string; number: string; title: string; userId: string }

/** More than fit on a screen: a longer search text narrows the results. */
const maxFound = 12

/** Finds customers by name, document, telephone or e-mail, and an order by its number, while the member types. */
export async function searchDesk(
  deps: Parameters<typeof searchPeople>[0] & { orders: Pick<Orders, 'findForTeam'> },
  { actor, text }: { actor: string; text: string },
): Promise<Outcome<Found[], 'searched_too_much'>> {
  const order = await deps.orders.findForTeam({ text: text.trim() })
  const people = await searchPeople(deps, { actor, text, limit: maxFound })
  if (!people.ok) return people
  const found: Found[] = people.value.map((person) => ({ kind: 'customer', ...person }))
  if (!order) return ok(found)
  const { id, number, serviceTitle: title, userId } = order
  return ok([{ kind: 'order', id, number, title, userId }, ...found])
}
