import { underFault } from './failures.ts'
import { type Answer, badRequest, type Call, json, malformed, providerError, readObject } from './http.ts'
import { lookUpKey } from './idempotency.ts'
import { checkChange, checkPreference, type Preference, preferenceView } from './preferences.ts'
import type { Route } from './routes.ts'
import type { Entry } from './state.ts'
import type { World } from './world.ts'

/** The provider's paths for the card checkout. */
export function preferenceRoutes(world: World): readonly Route[] {
  const { journal, clock } = world
  const { state } = journal

  return [
    ['POST', /^\/checkout\/preferences$/, create],
    [
      'GET',
      /^\/checkout\/preferences\/([^/]+)$/,
      (_, id) => withPreference(id, (found) => json(200, view(found))),
    ],
    ['PUT', /^\/checkout\/preferences\/([^/]+)$/, update],
  ]

  function create(call: Call): Answer {
    const body = readObject(call.body)
    if (body === undefined) return malformed
    const key = call.headers['x-idempotency-key']
    const use = typeof key === 'string' ? lookUpKey(state, 'preferences', key, body) : undefined
    return underFault(journal, 'failCreate', () => {
      if (use !== undefined && !use.isNew) return use.answer
      const checked = checkPreference(body, { id: `1-${world.newUuid()}`, now: clock.now() })
      if (!checked.ok) return badRequest(...checked.causes)
      const answer = json(201, view(checked.value))
      const facts: Entry[] = [{ kind: 'preference', row: checked.value }]
      if (use !== undefined) facts.push(use.keep(answer))
      journal.record(...facts)
      return answer
    })
  }

  /** How a seller closes a purchase early: there is no cancelling of a preference. */
  function update(call: Call, id: string): Answer {
    const body = readObject(call.body)
    if (body === undefined) return malformed
    return underFault(journal, 'failCancel', () =>
      withPreference(id, (preference) => {
        const checked = checkChange(preference, body)
        if (!checked.ok) return badRequest(...checked.causes)
        journal.record({ kind: 'preference', row: checked.value })
        return json(200, view(checked.value))
      }),
    )
  }

  function withPreference(id: string, answer: (preference: Preference) => Answer): Answer {
    const preference = state.preferences.get(id)
    return preference === undefined
      ? providerError(404, [{ code: 404, description: 'Preference not found' }])
      : answer(preference)
  }

  function view(preference: Preference) {
    return preferenceView(preference, world.baseUrl())
  }
}
