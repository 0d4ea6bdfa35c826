import { createHash } from 'node:crypto'
import { canonicalJson } from '../src/core/json.ts'
import type { Answer } from './http.ts'
import { json, providerError } from './http.ts'
import type { Entry, State } from './state.ts'

export type KeyUse =
  /** Nothing was answered yet: `keep` makes the fact to record together with the work. */
  { isNew: true; keep(answer: Answer): Entry } | { isNew: false; answer: Answer }

/**
 * Looks an idempotency key up. The same body (in any key order) gets the same answer again, another body gets 409.
 * Only answers that did something are kept, so that a refused call may be corrected under its key.
 */
export function lookUpKey(state: State, scope: string, key: string, body: Record<string, unknown>): KeyUse {
  const id = `${scope} ${key}`
  const fingerprint = createHash('sha256').update(canonicalJson(body)).digest('hex')
  const kept = state.answers.get(id)
  if (kept === undefined) {
    return {
      isNew: true,
      keep: ({ status, body }) => ({ kind: 'answer', row: { id, fingerprint, status, body } }),
    }
  }
  if (kept.fingerprint === fingerprint) {
    return { isNew: false, answer: { ...json(kept.status, null), body: kept.body } }
  }
  const description = 'X-Idempotency-Key was already used with another body'
  return { isNew: false, answer: providerError(409, [{ code: 4293, description }]) }
}
