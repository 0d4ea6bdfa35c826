import type { Clock } from '../../core/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import { type AuditCheck, auditLength, firstAuditBreach, saveAuditCheck } from './audit-store.server.ts'
import type { backofficeJobs } from './jobs.ts'

/**
 * Verifies the team's log and stores the result for the desk. A breach is a security event, which is mailed to the team within minutes, and
 * again after every verification until the log is intact.
 */
export async function verifyLog({
  database,
  recordEvent,
  clock,
}: {
  database: Executor
  recordEvent: RecordSecurityEvent
  clock: Clock
}): Promise<AuditCheck> {
  const records = await auditLength(database)
  const breach = await firstAuditBreach(database)
  if (breach !== undefined) recordEvent('audit-log-broken', { about: `position ${breach}` })
  const checked = { checkedAt: clock.now(), records, breach: breach ?? null }
  await saveAuditCheck(database, checked)
  return checked
}

/** About ten seconds of reading; a worker verifies longer logs. */
const READ_AT_ONCE = 20_000

/**
 * Verifies the log while a person waits. Undefined when the log is so long that a worker verifies it: the desk then shows the result, and a
 * breach is mailed to the team.
 */
export async function verifyLogNow(
  {
    enqueue,
    ...deps
  }: {
    database: Database
    recordEvent: RecordSecurityEvent
    clock: Clock
    enqueue: Enqueue<typeof backofficeJobs>
  },
  { readAtOnce = READ_AT_ONCE }: { readAtOnce?: number },
): Promise<AuditCheck | undefined> {
  const { database } = deps
  if ((await auditLength(database)) <= readAtOnce) return verifyLog(deps)
  await enqueue(database, 'backoffice.verify-now', {})
  return undefined
}
