import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { keysOf } from '../../core/records.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { type ObligationKind, obligationRights } from './obligation-kinds.ts'
import { obligationStates } from './tables.server.ts'

export type ObligationState = typeof obligationStates.$inferSelect

/** Names one obligation. */
export interface ObligationKey {
  kind: ObligationKind
  id: string
}

/** The team's states of these obligations; an obligation without changes has no row. */
export async function statesOf(
  executor: Executor,
  keys: readonly ObligationKey[],
): Promise<ObligationState[]> {
  if (keys.length === 0) return []
  return executor
    .select()
    .from(obligationStates)
    .where(
      and(
        inArray(obligationStates.kind, [...new Set(keys.map(({ kind }) => kind))]),
        inArray(obligationStates.subjectId, [...new Set(keys.map(({ id }) => id))]),
      ),
    )
}

/** Which states: those that a member has claimed, or all that are snoozed. */
export type Touched = { claimedBy: string } | { snoozedAfter: Date }

/** A page of these states: the latest claim first, or the snooze that ends first. */
export function touchedStates(
  executor: Executor,
  which: Touched,
  page: { limit: number; offset: number },
): Promise<ObligationState[]> {
  const { kind, subjectId, claimedBy, claimedAt, snoozedUntil } = obligationStates
  const [chosen, first] =
    'claimedBy' in which
      ? [eq(claimedBy, which.claimedBy), desc(claimedAt)]
      : [and(isNotNull(snoozedUntil), gt(snoozedUntil, which.snoozedAfter)), asc(snoozedUntil)]
  return executor
    .select()
    .from(obligationStates)
    .where(chosen)
    .orderBy(first, asc(kind), asc(subjectId))
    .limit(page.limit)
    .offset(page.offset)
}

/** The states of some subjects, of any kind, that have a claim or a snooze. */
export function touchedStatesOf(
  executor: Executor,
  subjectIds: readonly string[],
): Promise<ObligationState[]> {
  // The key starts with the kind.
  const kinds = keysOf(obligationRights)
  const isTouched = or(isNotNull(obligationStates.claimedBy), isNotNull(obligationStates.snoozedUntil))
  return executor
    .select()
    .from(obligationStates)
    .where(
      and(
        inArray(obligationStates.kind, kinds),
        inArray(obligationStates.subjectId, [...subjectIds]),
        isTouched,
      ),
    )
}

/** Removes the claim and the snooze of a state, unless it was changed since it was read. */
export async function endState(
  executor: Executor,
  { kind, subjectId, version }: ObligationState,
  now: Date,
): Promise<void> {
  const snooze = { snoozedUntil: null, snoozeReason: null, snoozedRevision: null }
  await executor
    .update(obligationStates)
    .set({ claimedBy: null, claimedAt: null, ...snooze, version: version + 1, updatedAt: now })
    .where(
      and(
        eq(obligationStates.kind, kind),
        eq(obligationStates.subjectId, subjectId),
        eq(obligationStates.version, version),
      ),
    )
}

/** Locks the state of one obligation, and creates it when there is none. */
export async function lockState(
  tx: Transaction,
  { kind, id }: ObligationKey,
  now: Date,
): Promise<ObligationState> {
  const [row] = await tx
    .insert(obligationStates)
    .values({ kind, subjectId: id, version: 0, updatedAt: now })
    .onConflictDoUpdate({
      target: [obligationStates.kind, obligationStates.subjectId],
      set: { version: sql`${obligationStates.version}` },
    })
    .returning()
  if (!row) throw new Error('the state of an obligation was not stored')
  return row
}

/** Changes a state whose lock the caller holds. */
export async function updateState(
  tx: Transaction,
  { kind, subjectId, version }: ObligationState,
  change: Partial<Omit<ObligationState, 'kind' | 'subjectId' | 'version' | 'updatedAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(obligationStates)
    .set({ ...change, version: version + 1, updatedAt: now })
    .where(and(eq(obligationStates.kind, kind), eq(obligationStates.subjectId, subjectId)))
}
