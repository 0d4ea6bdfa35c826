import { createHash } from 'node:crypto'
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
  const fingerprint = createHash('sha256').update(canonical(body)).digest('hex')
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

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}
