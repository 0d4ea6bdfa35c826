import type { Clock } from '../../core/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import { type AuditCheck, auditLength, firstAuditBreach, saveAuditCheck } from './audit-store.server.ts'
import type { backofficeJobs } from './jobs.ts'

/**
 * Verifies the team's log and keeps how it stood, for the desk. A breach is a security event, which is mailed to the team within minutes, and again after every
 * verification until the log is whole.
 *
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

/** About ten seconds of reading; more than that a worker does. */
const READ_AT_ONCE = 20_000

/**
 * Verifies the log for a person who waits for it. Undefined where it is so long that a worker does it: the desk shows the result then, and a
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
