import { and, asc, eq, inArray, isNull, lt, ne } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { orderSteps, orders, stepCompletions, stepFiles } from './tables.server.ts'

export type CompletionRow = typeof stepCompletions.$inferSelect
export type StepFileRow = typeof stepFiles.$inferSelect

/** Joins the completion of a step that is done to the step. */
export const isCurrentOfStep = and(
  eq(stepCompletions.orderId, orderSteps.orderId),
  eq(stepCompletions.stepNumber, orderSteps.stepNumber),
  isNull(stepCompletions.endedAt),
)

export async function insertCompletion(executor: Executor, row: CompletionRow): Promise<void> {
  await executor.insert(stepCompletions).values(row)
}

/** The completion of a step that is done; undefined for steps completed by an earlier version. */
export async function currentCompletion(
  executor: Executor,
  { orderId, stepNumber }: { orderId: string; stepNumber: number },
): Promise<CompletionRow | undefined> {
  const [row] = await executor
    .select()
    .from(stepCompletions)
    .where(
      and(
        eq(stepCompletions.orderId, orderId),
        eq(stepCompletions.stepNumber, stepNumber),
        isNull(stepCompletions.endedAt),
      ),
    )
  return row
}

export async function findCompletion(executor: Executor, id: string): Promise<CompletionRow | undefined> {
  const [row] = await executor.select().from(stepCompletions).where(eq(stepCompletions.id, id))
  return row
}

export async function endCompletion(executor: Executor, id: string, endedAt: Date): Promise<void> {
  await executor.update(stepCompletions).set({ endedAt }).where(eq(stepCompletions.id, id))
}

export async function markAnnounced(executor: Executor, id: string, announcedAt: Date): Promise<void> {
  await executor.update(stepCompletions).set({ announcedAt }).where(eq(stepCompletions.id, id))
}

export async function insertStepFile(executor: Executor, row: StepFileRow): Promise<void> {
  await executor.insert(stepFiles).values(row)
}

/**
 * Assigns a file of the order to a completion. @returns false when there is no such file, or another completion uses it
 */
export async function takeStepFile(
  executor: Executor,
  { id, orderId, usedAt }: { id: string; orderId: string; usedAt: Date },
): Promise<boolean> {
  const used = await executor
    .update(stepFiles)
    .set({ usedAt })
    .where(and(eq(stepFiles.id, id), eq(stepFiles.orderId, orderId), isNull(stepFiles.usedAt)))
    .returning({ id: stepFiles.id })
  return used.length > 0
}

/** A file of an order, for the team. */
export async function findStepFile(
  executor: Executor,
  { id, orderId }: { id: string; orderId: string },
): Promise<StepFileRow | undefined> {
  const [row] = await executor
    .select()
    .from(stepFiles)
    .where(and(eq(stepFiles.id, id), eq(stepFiles.orderId, orderId)))
  return row
}

/** A file that is evidence of a completed step of a customer's own order and that the team shares with them. */
export async function findSharedFile(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<StepFileRow | undefined> {
  const [row] = await executor
    .select({ file: stepFiles })
    .from(stepFiles)
    .innerJoin(stepCompletions, eq(stepCompletions.fileId, stepFiles.id))
    .innerJoin(orders, eq(orders.id, stepFiles.orderId))
    .where(
      and(
        eq(stepFiles.id, id),
        eq(orders.userId, userId),
        eq(stepCompletions.isShared, true),
        isNull(stepCompletions.endedAt),
      ),
    )
  return row?.file
}

export async function fileOfAnother(
  executor: Executor,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<boolean> {
  if (ids.length === 0) return false
  const rows = await executor
    .select({ id: stepFiles.id })
    .from(stepFiles)
    .innerJoin(orders, eq(orders.id, stepFiles.orderId))
    .where(and(inArray(stepFiles.id, [...ids]), ne(orders.userId, userId)))
    .limit(1)
  return rows.length > 0
}

/** Files added before an instant that no completion uses. */
export function selectUnusedFiles(
  executor: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<StepFileRow[]> {
  return executor
    .select()
    .from(stepFiles)
    .where(and(isNull(stepFiles.usedAt), lt(stepFiles.createdAt, before)))
    .orderBy(asc(stepFiles.createdAt))
    .limit(limit)
}

/** @returns false when a completion has used the file meanwhile */
export async function deleteUnusedFile(executor: Executor, id: string): Promise<boolean> {
  const deleted = await executor
    .delete(stepFiles)
    .where(and(eq(stepFiles.id, id), isNull(stepFiles.usedAt)))
    .returning({ id: stepFiles.id })
  return deleted.length > 0
}
