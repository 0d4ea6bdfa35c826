import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { receiptNumbers, receipts } from './tables.server.ts'

export type ReceiptRow = typeof receipts.$inferSelect
export type NewReceipt = Omit<ReceiptRow, 'number' | 'sha256' | 'madeAt'>

/** The owner is part of the query: another user's receipt is not found. */
export async function findReceipt(
  executor: Executor,
  { key, userId }: { key: string; userId: string },
): Promise<ReceiptRow | undefined> {
  const [row] = await executor
    .select()
    .from(receipts)
    .where(and(eq(receipts.key, key), eq(receipts.userId, userId)))
  return row
}

/** The row of a key, inserted with the next number of its year if it is missing. A row lock serializes numbering. */
export async function assignNumber(tx: Transaction, row: NewReceipt): Promise<ReceiptRow> {
  const existing = await findReceipt(tx, row)
  if (existing) return existing
  const [next] = await tx
    .insert(receiptNumbers)
    .values({ kind: row.kind, year: row.year, last: 1 })
    .onConflictDoUpdate({
      target: [receiptNumbers.kind, receiptNumbers.year],
      set: { last: sql`${receiptNumbers.last} + 1` },
    })
    .returning({ number: receiptNumbers.last })
  if (!next) throw new Error('no receipt number was assigned')
  const [inserted] = await tx
    .insert(receipts)
    .values({ ...row, ...next })
    .onConflictDoNothing({ target: receipts.key })
    .returning()
  const taken = inserted ?? (await findReceipt(tx, row))
  if (!taken) throw new Error('a receipt of another user has this key')
  return taken
}

/** @returns false when it was already marked */
export async function markMade(
  tx: Executor,
  { id, sha256, at }: { id: string; sha256: string; at: Date },
): Promise<boolean> {
  const marked = await tx
    .update(receipts)
    .set({ sha256, madeAt: at })
    .where(and(eq(receipts.id, id), isNull(receipts.madeAt)))
    .returning({ id: receipts.id })
  return marked.length > 0
}

/** A user's receipts, newest first. */
export function receiptsOfUser(executor: Executor, userId: string, limit: number): Promise<ReceiptRow[]> {
  return executor
    .select()
    .from(receipts)
    .where(and(eq(receipts.userId, userId), eq(receipts.kind, 'receipt'), isNotNull(receipts.madeAt)))
    .orderBy(desc(receipts.createdAt))
    .limit(limit)
}
