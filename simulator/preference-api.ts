import type { SimulatorContext } from './context.ts'
import { withFault } from './fault-injection.ts'
import {
  badRequest,
  type HttpRequest,
  type HttpResponse,
  json,
  malformed,
  providerError,
  readObject,
} from './http.ts'
import { lookUpKey } from './idempotency.ts'
import {
  checkPreference,
  checkPreferenceUpdate,
  type Preference,
  preferenceElement,
  preferenceView,
} from './preferences.ts'
import type { Route } from './routes.ts'
import type { JournalEntry } from './state.ts'

/** Returns the provider's endpoints for the card checkout. */
export function preferenceRoutes(context: SimulatorContext): readonly Route[] {
  const { journal, clock } = context
  const { state } = journal

  return [
    ['POST', /^\/checkout\/preferences$/, create],
    ['GET', /^\/checkout\/preferences\/search$/, search],
    [
      'GET',
      /^\/checkout\/preferences\/([^/]+)$/,
      (_, id) => withPreference(id, (found) => json(200, view(found))),
    ],
    ['PUT', /^\/checkout\/preferences\/([^/]+)$/, update],
  ]

  function create(request: HttpRequest): HttpResponse {
    const body = readObject(request.body)
    if (body === undefined) return malformed
    const key = request.headers['x-idempotency-key']
    const lookup = typeof key === 'string' ? lookUpKey(state, 'preferences', key, body) : undefined
    return withFault(journal, 'failCreate', () => {
      if (lookup !== undefined && !lookup.isNew) return lookup.response
      const checked = checkPreference(body, { id: `1-${context.newUuid()}`, now: clock.now() })
      if (!checked.ok) return badRequest(...checked.causes)
      const response = json(201, view(checked.value))
      const entries: JournalEntry[] = [{ kind: 'preference', row: checked.value }]
      if (lookup !== undefined) entries.push(lookup.toEntry(response))
      journal.record(...entries)
      return response
    })
  }

  /** Searches by `external_reference`, newest first; `limit` (default 30, max 1000) and `offset` paginate. */
  function search({ query }: HttpRequest): HttpResponse {
    const reference = query.get('external_reference')
    const [limit, offset] = [Number(query.get('limit') ?? 30), Number(query.get('offset') ?? 0)]
    if (!isWholeNumber(limit, 1000) || !isWholeNumber(offset, 10_000_000))
      return badRequest({ code: 4002, description: 'Invalid limit or offset' })
    const found = [...state.preferences.values()]
      .filter(({ externalReference }) => reference === null || externalReference === reference)
      .reverse()
    return json(200, {
      elements: found.slice(offset, offset + limit).map(preferenceElement),
      next_offset: Math.min(offset + limit, found.length),
      total: found.length,
    })
  }

  /** Updates a preference. A seller closes one early by setting its expiry, because the API has no cancellation. */
  function update(request: HttpRequest, id: string): HttpResponse {
    const body = readObject(request.body)
    if (body === undefined) return malformed
    return withFault(journal, 'failCancel', () =>
      withPreference(id, (preference) => {
        const checked = checkPreferenceUpdate(preference, body)
        if (!checked.ok) return badRequest(...checked.causes)
        journal.record({ kind: 'preference', row: checked.value })
        return json(200, view(checked.value))
      }),
    )
  }

  function withPreference(id: string, respond: (preference: Preference) => HttpResponse): HttpResponse {
    const preference = state.preferences.get(id)
    return preference === undefined
      ? providerError(404, [{ code: 404, description: 'Preference not found' }])
      : respond(preference)
  }

  function view(preference: Preference) {
    return preferenceView(preference, context.baseUrl())
  }
}

const isWholeNumber = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= max
