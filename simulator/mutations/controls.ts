import { type HttpRequest, type HttpResponse, json, readObject } from '../http.ts'
import { kinds } from './mutate.ts'
import type { MutationState } from './mutation-set.ts'
import { noMutations } from './mutation-set.ts'
import { parseMutationSet } from './parse-set.ts'

/**
 * Handles the controls of the mutations, under `/sim/mutations`; returns undefined for any other request.
 *
 * `POST` replaces the set and restarts its sequence, `{}` switches it off; `GET` returns the set and what was altered under it;
 * `GET …/kinds` returns the names of all kinds with their level.
 */
export function mutationControls({
  stateOf,
  replace,
}: {
  stateOf(): MutationState
  replace(state: MutationState): void
}): (request: HttpRequest) => HttpResponse | undefined {
  return ({ method, path, body }) => {
    if (path === '/sim/mutations/kinds' && method === 'GET') return json(200, Object.fromEntries(kinds))
    if (path !== '/sim/mutations') return undefined
    if (method === 'GET') return json(200, stateOf())
    if (method !== 'POST') return undefined
    const input = readObject(body)
    const parsed = input && parseMutationSet(input)
    if (!parsed) return json(400, { message: 'the body is not a JSON object' })
    if (!parsed.ok) return json(400, { message: parsed.message })
    replace({ ...noMutations, set: parsed.set })
    return json(200, stateOf())
  }
}
