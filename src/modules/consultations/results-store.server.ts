import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { type Cipher, openJson, sealJson } from '../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import { consultationCodes, consultationResults, consultationViews } from './tables.server.ts'

export type ResultRow = typeof consultationResults.$inferSelect

/** The content of a result, sealed in its row. The bytes of its file are in the file store. */
export interface ResultContent {
  text: string | undefined
  fileName: string | undefined
}

export async function insertResult(
  executor: Executor,
  row: typeof consultationResults.$inferInsert,
): Promise<void> {
  await executor.insert(consultationResults).values(row)
}

/** @returns false when the sweep has removed the row */
export async function markResultStored(executor: Executor, id: string, now: Date): Promise<boolean> {
  const marked = await executor
    .update(consultationResults)
    .set({ storedAt: now })
    .where(eq(consultationResults.id, id))
    .returning({ id: consultationResults.id })
  return marked.length > 0
}

/** A prepared result of a look-up, with its file stored. */
export async function lockPrepared(
  tx: Executor,
  { id, consultationId }: { id: string; consultationId: string },
): Promise<ResultRow | undefined> {
  const { version, storedAt } = consultationResults
  const [row] = await tx
    .select()
    .from(consultationResults)
    .where(and(isOf(consultationId), eq(consultationResults.id, id), isNull(version), isNotNull(storedAt)))
    .for('update')
  return row
}

export async function updateResult(
  executor: Executor,
  id: string,
  change: Partial<typeof consultationResults.$inferInsert>,
): Promise<void> {
  await executor.update(consultationResults).set(change).where(eq(consultationResults.id, id))
}

/** The delivered versions, newest first. */
export function versionsOf(executor: Executor, consultationId: string): Promise<ResultRow[]> {
  return executor
    .select()
    .from(consultationResults)
    .where(and(isOf(consultationId), isNotNull(consultationResults.version)))
    .orderBy(desc(consultationResults.version))
}

/** The newest delivered version. */
export async function newestResult(
  executor: Executor,
  consultationId: string,
): Promise<ResultRow | undefined> {
  const [row] = await executor
    .select()
    .from(consultationResults)
    .where(and(isOf(consultationId), isNotNull(consultationResults.version)))
    .orderBy(desc(consultationResults.version))
    .limit(1)
  return row
}

/** A delivered version by its id. */
export async function deliveredResult(
  executor: Executor,
  { id, consultationId }: { id: string; consultationId: string },
): Promise<ResultRow | undefined> {
  const [row] = await executor
    .select()
    .from(consultationResults)
    .where(and(isOf(consultationId), eq(consultationResults.id, id), isNotNull(consultationResults.version)))
  return row
}

/** Results delivered before an instant and not erased yet, oldest first. */
export function keptSince(
  executor: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<ResultRow[]> {
  const { version, erasedAt, deliveredAt } = consultationResults
  return executor
    .select()
    .from(consultationResults)
    .where(and(isNotNull(version), isNull(erasedAt), lt(deliveredAt, before)))
    .orderBy(deliveredAt)
    .limit(limit)
}

/** Results prepared before an instant and never delivered. */
export function abandoned(
  executor: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<ResultRow[]> {
  const { version, createdAt } = consultationResults
  return executor
    .select()
    .from(consultationResults)
    .where(and(isNull(version), lt(createdAt, before)))
    .orderBy(createdAt)
    .limit(limit)
}

export async function deletePrepared(executor: Executor, id: string): Promise<void> {
  await executor
    .delete(consultationResults)
    .where(and(eq(consultationResults.id, id), isNull(consultationResults.version)))
}

export async function insertView(
  executor: Executor,
  row: typeof consultationViews.$inferInsert,
): Promise<void> {
  await executor.insert(consultationViews).values(row)
}

/** The buyer's views of the results, newest first. */
export function viewsOf(
  executor: Executor,
  { consultationId, limit }: { consultationId: string; limit: number },
): Promise<(typeof consultationViews.$inferSelect)[]> {
  return executor
    .select()
    .from(consultationViews)
    .where(eq(consultationViews.consultationId, consultationId))
    .orderBy(desc(consultationViews.at), desc(consultationViews.id))
    .limit(limit)
}

export async function deleteViews(executor: Executor, { before }: { before: Date }): Promise<void> {
  await executor.delete(consultationViews).where(lt(consultationViews.at, before))
}

/** Replaces the code of a link. */
export async function storeCode(
  executor: Executor,
  code: Omit<typeof consultationCodes.$inferInsert, 'guesses'>,
): Promise<void> {
  const fresh = { ...code, guesses: 0 }
  await executor
    .insert(consultationCodes)
    .values(fresh)
    .onConflictDoUpdate({ target: consultationCodes.linkId, set: fresh })
}

/** Counts a guess at the code of a link. @returns its digest; undefined when no more guesses are possible */
export async function countGuess(
  executor: Executor,
  { linkId, maxGuesses, now }: { linkId: string; maxGuesses: number; now: Date },
): Promise<string | undefined> {
  const { guesses, expiresAt, digest } = consultationCodes
  const [row] = await executor
    .update(consultationCodes)
    .set({ guesses: sql`${guesses} + 1` })
    .where(
      and(
        eq(consultationCodes.linkId, linkId),
        lt(guesses, maxGuesses),
        sql`${expiresAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .returning({ digest })
  return row?.digest
}

/** @returns false when the code has been used or replaced */
export async function spendCode(
  executor: Executor,
  { linkId, digest }: { linkId: string; digest: string },
): Promise<boolean> {
  const used = await executor
    .delete(consultationCodes)
    .where(and(eq(consultationCodes.linkId, linkId), eq(consultationCodes.digest, digest)))
    .returning({ linkId: consultationCodes.linkId })
  return used.length > 0
}

export async function deleteCodes(executor: Executor, { before }: { before: Date }): Promise<void> {
  await executor.delete(consultationCodes).where(lt(consultationCodes.expiresAt, before))
}

export function sealContent(cipher: Cipher, id: string, content: ResultContent): Uint8Array {
  return sealJson(cipher, nameOf(id), content)
}

export function openContent(cipher: Cipher, id: string, sealed: Uint8Array): ResultContent {
  return openJson<ResultContent>(cipher, nameOf(id), sealed)
}

function isOf(consultationId: string) {
  return eq(consultationResults.consultationId, consultationId)
}

/** Binds the ciphertext to its row. */
function nameOf(id: string): string {
  return `consultation-result/v1/${id}`
}

/** For the rotation of the encryption key. */
export const sealedResults: SealedColumn = {
  column: consultationResults.content,
  row: [consultationResults.id],
  nameOf,
}
