import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { builtOnce } from '../../platform/database/built-once.ts'
import type { Executor } from '../../platform/database/database.ts'
import { pdfKinds } from './domain/pdf-content.ts'
import { receipts } from './tables.server.ts'

export type ReceiptRow = typeof receipts.$inferSelect
export type NewReceipt = Omit<ReceiptRow, 'number' | 'sha256' | 'madeAt'>

/** The query includes the owner: another user's receipt is not found. */
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

/**
 * Returns the row of a key, inserted with a number of its year if it is missing. Numbers come from a sequence, so that transactions do
 * not block each other; a rolled-back one leaves a gap.
 *
 * @returns `isNew`: whether it was inserted now
 */
export async function assignNumber(
  tx: Executor,
  row: NewReceipt,
): Promise<{ row: ReceiptRow; isNew: boolean }> {
  const [inserted] = await newReceipt(tx, row)
  const taken = inserted ?? (await findReceipt(tx, row))
  if (!taken) throw new Error('a receipt of another user has this key')
  return { row: taken, isNew: inserted !== undefined }
}

const newReceipt = builtOnce((executor) => {
  const [kind, year] = [sql.placeholder('kind'), sql.placeholder('year')]
  return executor
    .insert(receipts)
    .values({
      id: sql.placeholder('id'),
      kind,
      key: sql.placeholder('key'),
      userId: sql.placeholder('userId'),
      chargeId: sql.placeholder('chargeId'),
      orderId: sql.placeholder('orderId'),
      year,
      number: sql<number>`next_receipt_number(${kind}, ${year})`,
      amount: sql.placeholder('amount'),
      createdAt: sql.placeholder('createdAt'),
      announcedAt: sql`${sql.placeholder('announcedAt')}`,
    } satisfies Record<keyof NewReceipt | 'number', unknown>)
    .onConflictDoNothing({ target: receipts.key })
    .returning()
})

/**
 * Creates the sequences of a year that do not exist, with no number taken. For a database restored to a moment before the year's first
 * number: without a sequence nothing shows that numbers were given since.
 */
export async function createSequences(executor: Executor, year: number): Promise<void> {
  const kinds = sql`unnest(${sql.param([...pdfKinds])}::text[]) kind`
  await executor.execute(sql`
    with missing as materialized (
      select kind, format('receipt_number_%s_%s', kind, ${year}::integer) as name from ${kinds}
      where to_regclass(format('receipt_number_%s_%s', kind, ${year}::integer)) is null),
    created as materialized (select name, next_receipt_number(kind, ${year}) as first from missing)
    select setval(name::regclass, first, false) from created`)
}

/**
 * @param missing the hash of its former file, which is missing; null for a PDF that has had none
 * @returns false when it was already marked
 */
export async function markMade(
  tx: Executor,
  { id, sha256, at, missing }: { id: string; sha256: string; at: Date; missing: string | null },
): Promise<boolean> {
  const marked = await tx
    .update(receipts)
    .set({ sha256, madeAt: at })
    .where(
      and(eq(receipts.id, id), missing === null ? isNull(receipts.madeAt) : eq(receipts.sha256, missing)),
    )
    .returning({ id: receipts.id })
  return marked.length > 0
}

/** A user's receipts, newest first. */
export function receiptsOfUser(executor: Executor, userId: string, limit: number): Promise<ReceiptRow[]> {
  return executor
    .select()
    .from(receipts)
    .where(and(eq(receipts.userId, userId), eq(receipts.kind, 'receipt')))
    .orderBy(desc(receipts.createdAt), desc(receipts.id))
    .limit(limit)
}

/** PDFs with a file, of a year and the years before it. */
export function selectMadeUntil(
  executor: Executor,
  { year, limit }: { year: number; limit: number },
): Promise<MadePaper[]> {
  return executor
    .select(madePaper)
    .from(receipts)
    .where(and(inArray(receipts.kind, [...pdfKinds]), lte(receipts.year, year), isNotNull(receipts.sha256)))
    .limit(limit)
}

interface MadePaper {
  id: string
  sha256: string
}

const madePaper = { id: receipts.id, sha256: sql<string>`${receipts.sha256}` }

/** Marks a PDF as no longer having a file. */
export async function markForgotten(executor: Executor, id: string): Promise<void> {
  await executor.update(receipts).set({ sha256: null, madeAt: null }).where(eq(receipts.id, id))
}
