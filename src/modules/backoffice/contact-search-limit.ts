import { HOUR } from '../../core/durations.ts'
import { ok } from '../../core/outcome.ts'
import { allow, type Limit } from '../../platform/rate-limit/rate-limit.ts'
import { type PerformDeps, perform } from './perform.ts'

/**
 * Searches of one member by a CPF, CNPJ, telephone or e-mail: more than anybody serves in an hour, fewer than guessing the hidden
 * digits of one CPF takes, of which there are a thousand.
 */
const contactSearches: Limit = { limit: 120, window: HOUR }
/** A burst is recorded once. */
const records: Limit = { limit: 1, window: HOUR }

/** Counts a search by a contact. Above the limit it alarms the team, and once an hour the audit log says so, without the typed text. */
export async function maySearch(deps: PerformDeps, actor: string): Promise<boolean> {
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
