import type { Database } from '../../platform/database/database.ts'
import { type AuditRow, latestAudit } from './audit-store.server.ts'

/** Maximum number of records read of one subject. */
const limit = 20

/**
 * The team's actions on a subject, newest first, including the second person's decision about a refund requested there.
 * Claims and snoozes are left out.
 */
export async function decisionsOn(
  { database }: { database: Database },
  { subject }: { subject: string },
): Promise<AuditRow[]> {
  const own = await latestAudit(database, { limit, subject })
  const approvals = own.flatMap(({ detail: { outcome } }) => approvalIn(outcome))
  const decided = approvals.length > 0 ? await latestAudit(database, { limit, subject: approvals }) : []
  return [...own, ...decided]
    .filter(({ action }) => !action.startsWith('obligation.'))
    .toSorted((a, b) => b.position - a.position)
}

function approvalIn(outcome: unknown): string[] {
  const { approvalId } = (outcome ?? {}) as { approvalId?: unknown }
  return typeof approvalId === 'string' ? [approvalId] : []
}
