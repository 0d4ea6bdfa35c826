import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { emptyChain, linkAfter, verifyChain } from '../../platform/hash-chain.ts'
import { type AuditRecord, linkText } from './domain/audit.ts'
import { auditChecks, auditHead, auditLog } from './tables.server.ts'

export type AuditRow = typeof auditLog.$inferSelect

/** Id of the only row in the tables that hold the head of the log and its last verification. */
const head = 1

/** State of the log when it was verified. `breach` is the position of the first record that does not fit. */
export type AuditCheck = Omit<typeof auditChecks.$inferSelect, 'id'>

/** Appends a record to the audit log; concurrent appends block until this transaction commits. */
export async function appendAudit(tx: Transaction, record: Omit<AuditRecord, 'position'>): Promise<void> {
  const [end] = await tx
    .insert(auditHead)
    .values({ id: head, ...emptyChain })
    .onConflictDoUpdate({ target: auditHead.id, set: { position: sql`${auditHead.position}` } })
    .returning()
  if (!end) throw new Error('the audit log has no head')
  const link = linkAfter(end, ({ position, previousHash }) => linkText({ ...record, position }, previousHash))
  await tx.insert(auditLog).values({ ...record, ...link })
  await tx
    .update(auditHead)
    .set({ position: link.position, hash: link.recordHash })
    .where(eq(auditHead.id, head))
}

/** @returns the position of the first record that was changed, added or removed; undefined for an intact log */
export async function firstAuditBreach(executor: Executor): Promise<number | undefined> {
  const endNow = async () =>
    (await executor.select().from(auditHead).where(eq(auditHead.id, head)))[0] ?? emptyChain
  const { breaches } = await verifyChain({
    end: await endNow(),
    endNow,
    pageAfter: (position, limit) =>
      executor
        .select()
        .from(auditLog)
        .where(gt(auditLog.position, position))
        .orderBy(asc(auditLog.position))
        .limit(limit),
    textAt: (row, { position, previousHash }) => linkText({ ...row, position }, previousHash),
  })
  const [first] = breaches
  return first && first.after + 1
}

/** Audit records, newest first: by one subject or several, by actor, before a position. */
export function latestAudit(
  executor: Executor,
  {
    limit = 50,
    subject,
    actorId,
    before,
  }: {
    limit?: number
    subject?: string | readonly string[] | undefined
    actorId?: string | undefined
    before?: number | undefined
  },
): Promise<AuditRow[]> {
  return executor
    .select()
    .from(auditLog)
    .where(
      and(
        subject === undefined ? undefined : inArray(auditLog.subject, [subject].flat()),
        actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
        before === undefined ? undefined : lt(auditLog.position, before),
      ),
    )
    .orderBy(desc(auditLog.position))
    .limit(limit)
}

/** The position of the last record, which is the number of records. */
export async function auditLength(executor: Executor): Promise<number> {
  const [end] = await executor
    .select({ position: auditHead.position })
    .from(auditHead)
    .where(eq(auditHead.id, head))
  return end?.position ?? 0
}

export async function lastAuditCheck(executor: Executor): Promise<AuditCheck | undefined> {
  const { checkedAt, records, breach } = auditChecks
  const found = executor.select({ checkedAt, records, breach }).from(auditChecks)
  return (await found.where(eq(auditChecks.id, head)))[0]
}

export async function saveAuditCheck(executor: Executor, checked: AuditCheck): Promise<void> {
  await executor
    .insert(auditChecks)
    .values({ id: head, ...checked })
    .onConflictDoUpdate({ target: auditChecks.id, set: checked })
}
