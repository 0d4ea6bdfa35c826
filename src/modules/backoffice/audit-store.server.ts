import { createHash } from 'node:crypto'
import { asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { type AuditRecord, genesis, linkText } from './domain/audit.ts'
import { auditHead, auditLog } from './tables.server.ts'

export type AuditRow = typeof auditLog.$inferSelect

const head = 1

/** Adds a record to the end of the log; whoever comes at the same time waits until this is committed. */
export async function appendAudit(tx: Transaction, record: Omit<AuditRecord, 'position'>): Promise<void> {
  const [end] = await tx
    .insert(auditHead)
    .values({ id: head, position: 0, hash: genesis })
    .onConflictDoUpdate({ target: auditHead.id, set: { position: sql`${auditHead.position}` } })
    .returning()
  if (!end) throw new Error('the audit log has no end')
  const position = end.position + 1
  const recordHash = hashOf({ ...record, position }, end.hash)
  await tx.insert(auditLog).values({ ...record, position, previousHash: end.hash, recordHash })
  await tx.update(auditHead).set({ position, hash: recordHash }).where(eq(auditHead.id, head))
}

/** @returns the position of the first record that was changed, added or taken away; undefined when none was */
export async function firstAuditBreach(executor: Executor): Promise<number | undefined> {
  let [position, hash] = [0, genesis]
  for (;;) {
    const page = await executor
      .select()
      .from(auditLog)
      .where(gt(auditLog.position, position))
      .orderBy(asc(auditLog.position))
      .limit(500)
    for (const row of page) {
      const isNext = row.position === position + 1 && row.previousHash === hash
      if (!isNext || hashOf(row, hash) !== row.recordHash) return position + 1
      position = row.position
      hash = row.recordHash
    }
    if (page.length < 500) break
  }
  const [end] = await executor.select().from(auditHead).where(eq(auditHead.id, head))
  return (end?.position ?? 0) === position && (end?.hash ?? genesis) === hash ? undefined : position + 1
}

/** The newest first. */
export function latestAudit(executor: Executor, limit: number): Promise<AuditRow[]> {
  return executor.select().from(auditLog).orderBy(desc(auditLog.position)).limit(limit)
}

function hashOf(record: AuditRecord, previousHash: string): string {
  return createHash('sha256').update(linkText(record, previousHash), 'utf8').digest('hex')
}
