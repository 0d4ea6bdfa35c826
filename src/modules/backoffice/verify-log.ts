import type { Executor } from '../../platform/database/database.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import { firstAuditBreach } from './audit-store.server.ts'

/**
 * Verifies the team's log. A breach is a security event, which is mailed to the team within minutes, and again after every
 * verification until the log is whole.
 *
 * @returns the position of the first record that was changed, added or removed; undefined for an intact log
 */
export async function verifyLog({
  database,
  recordEvent,
}: {
  database: Executor
  recordEvent: RecordSecurityEvent
}): Promise<number | undefined> {
  const breach = await firstAuditBreach(database)
  if (breach !== undefined) recordEvent('audit-log-broken', { about: `position ${breach}` })
  return breach
}
