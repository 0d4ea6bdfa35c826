import type { Database, Executor } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import { auditLength, firstAuditBreach } from './audit-store.server.ts'
import type { backofficeJobs } from './jobs.ts'

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

/** About ten seconds of reading; more than that a worker does. */
const READ_AT_ONCE = 20_000

/**
 * Verifies the log for a person who waits for it. Undefined where it is so long that a worker does it: a breach that is found then is
 * mailed to the team.
 */
export async function verifyLogNow(
  {
    database,
    recordEvent,
    enqueue,
  }: { database: Database; recordEvent: RecordSecurityEvent; enqueue: Enqueue<typeof backofficeJobs> },
  { readAtOnce = READ_AT_ONCE }: { readAtOnce?: number },
): Promise<{ records: number; breach: number | undefined } | undefined> {
  const records = await auditLength(database)
  if (records <= readAtOnce) return { records, breach: await verifyLog({ database, recordEvent }) }
  await enqueue(database, 'backoffice.verify-now', {})
  return undefined
}
