import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { receiptNumbers, receipts } from './tables.server.ts'

export type ReceiptRow = typeof receipts.$inferSelect
export type NewReceipt = Omit<ReceiptRow, 'number' | 'sha256' | 'madeAt'>

/** Whose it is, is part of the question: somebody else's paper is no row. */
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

/** The row of a key, with the next number of its year unless it has one. Whoever is numbered next waits for the commit. */
export async function takeNumber(tx: Transaction, row: NewReceipt): Promise<ReceiptRow> {
  const known = await findReceipt(tx, row)
  if (known) return known
  const [next] = await tx
    .insert(receiptNumbers)
    .values({ kind: row.kind, year: row.year, last: 1 })
    .onConflictDoUpdate({
      target: [receiptNumbers.kind, receiptNumbers.year],
      set: { last: sql`${receiptNumbers.last} + 1` },
    })
    .returning({ number: receiptNumbers.last })
  if (!next) throw new Error('a receipt got no number')
  const [inserted] = await tx
    .insert(receipts)
    .values({ ...row, ...next })
    .onConflictDoNothing({ target: receipts.key })
    .returning()
  const taken = inserted ?? (await findReceipt(tx, row))
  if (!taken) throw new Error('a receipt of another person has this key')
  return taken
}

/** @returns false where it had been made already */
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

/** The receipts a person has, newest first. */
export function receiptsOfUser(executor: Executor, userId: string, limit: number): Promise<ReceiptRow[]> {
  return executor
    .select()
    .from(receipts)
    .where(and(eq(receipts.userId, userId), eq(receipts.kind, 'receipt'), isNotNull(receipts.madeAt)))
    .orderBy(desc(receipts.createdAt))
    .limit(limit)
}
