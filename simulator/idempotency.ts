import { createHash } from 'node:crypto'
import { canonicalJson } from '../src/core/json.ts'
import type { HttpResponse } from './http.ts'
import { json, providerError } from './http.ts'
import type { JournalEntry, State } from './state.ts'

export type KeyLookup =
  /** No response yet: `toEntry` makes the journal entry that is recorded together with the work. */
  { isNew: true; toEntry(response: HttpResponse): JournalEntry } | { isNew: false; response: HttpResponse }

/**
 * Looks up an idempotency key. The same body (in any key order) gets the stored response, a different body gets 409. Only
 * responses of completed work are stored, so that a refused request can be corrected and sent again under its key.
 */
export function lookUpKey(
  state: State,
  scope: string,
  key: string,
  body: Record<string, unknown>,
): KeyLookup {
  const id = `${scope} ${key}`
  const fingerprint = createHash('sha256').update(canonicalJson(body)).digest('hex')
  const stored = state.responses.get(id)
  if (stored === undefined) {
    return {
      isNew: true,
      toEntry: ({ status, body }) => ({ kind: 'answer', row: { id, fingerprint, status, body } }),
    }
  }
  if (stored.fingerprint === fingerprint) {
    return { isNew: false, response: { ...json(stored.status, null), body: stored.body } }
  }
  const description = 'X-Idempotency-Key was already used with another body'
  return { isNew: false, response: providerError(409, [{ code: 4293, description }]) }
}
