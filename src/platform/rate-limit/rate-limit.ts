import { eq, lte, type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '../../core/durations.ts'
import type { Executor } from '../database/database.ts'
import { sha256 } from '../digest.ts'
import { rateLimits } from './tables.server.ts'

export type Allowance = { allowed: true } | { allowed: false; retryAt: Date }

/** Allows `limit` attempts at once, and then as many per window, evenly: one every `window / limit`. */
export interface Limit {
  limit: number
  /** In milliseconds. */
  window: number
}

/**
 * Counts an attempt and checks the limit. It slows down and never locks out: after the limit is used up, the next attempt is
 * allowed after a part of the window, and refused attempts do not count. A single statement, so that concurrent attempts in any
 * number of processes are all counted.
 *
 * The row contains the instant at which all attempts have expired. An instant later than any attempt within this limit could
 * cause was written by a process whose clock was ahead, and is ignored.
 *
 * @param key what is limited and for whom, e.g. `sign-in:email:ana@…`; only its digest is stored
 */
export async function allow(
  executor: Executor,
  { key, now, ...limit }: Limit & { key: string; now: Date },
): Promise<Allowance> {
  const { spacing, span } = timesOf(limit)
  const forgotten = forgottenAt(now, span)
  const next = sql`${forgotten} + ${milliseconds(spacing)}`
  const admitted = await executor
    .insert(rateLimits)
    .values({ key: digest(key), count: 1, expiresAt: new Date(now.getTime() + spacing) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { count: sql`${rateLimits.count} + 1`, expiresAt: next },
      setWhere: sql`${next} <= ${instantOf(now)} + ${milliseconds(span)}`,
    })
    .returning({ key: rateLimits.key })
  if (admitted.length > 0) return { allowed: true }
  const used = await usedUntil(executor, { key, now, ...limit })
  const retryAt = (used?.getTime() ?? now.getTime()) + spacing - span
  return { allowed: false, retryAt: new Date(Math.max(retryAt, now.getTime())) }
}

/** Checks whether an attempt would be refused now, without counting one. */
export async function isUsedUp(
  executor: Executor,
  { key, now, ...limit }: Limit & { key: string; now: Date },
): Promise<boolean> {
  const { spacing, span } = timesOf(limit)
  const used = await usedUntil(executor, { key, now, ...limit })
  return used !== undefined && used.getTime() + spacing > now.getTime() + span
}

/** Takes back one attempt that succeeded or that is not to be counted. */
export async function releaseAttempt(
  executor: Executor,
  { key, now, ...limit }: Limit & { key: string; now: Date },
): Promise<void> {
  const { spacing, span } = timesOf(limit)
  await executor
    .update(rateLimits)
    .set({ expiresAt: sql`${forgottenAt(now, span)} - ${milliseconds(spacing)}` })
    .where(eq(rateLimits.key, digest(key)))
}

async function usedUntil(
  executor: Executor,
  { key, now, ...limit }: Limit & { key: string; now: Date },
): Promise<Date | undefined> {
  const [row] = await executor
    .select({ at: forgottenAt(now, timesOf(limit).span).mapWith(rateLimits.expiresAt) })
    .from(rateLimits)
    .where(eq(rateLimits.key, digest(key)))
  return row?.at
}

/**
 * Returns the `spacing` between attempts at the sustained rate, and the `span` of as many as are allowed at once, in
 * milliseconds.
 */
function timesOf({ limit, window }: Limit) {
  const spacing = Math.floor(window / limit)
  return { spacing, span: spacing * limit }
}

/**
 * Returns the instant at which the attempts counted so far have expired. Clocks of processes differ, but by hours only when one
 * is wrong.
 */
function forgottenAt(now: Date, span: number): SQL<Date> {
  const at = rateLimits.expiresAt
  const credible = sql`${instantOf(now)} + ${milliseconds(2 * span + CLOCKS_APART)}`
  return sql<Date>`case when ${at} > ${credible} then ${instantOf(now)} else greatest(${at}, ${instantOf(now)}) end`
}

/** Maximum difference between the clocks of two processes, in milliseconds. */
const CLOCKS_APART = MINUTE

function instantOf(now: Date): SQL {
  return sql`${now.toISOString()}::timestamptz`
}

function milliseconds(count: number): SQL {
  return sql`${count} * interval '1 millisecond'`
}

/** Deletes all attempts: after a correct password the earlier failures no longer count. */
export async function resetRateLimit(executor: Executor, { key }: { key: string }): Promise<void> {
  await executor.delete(rateLimits).where(eq(rateLimits.key, digest(key)))
}

/** Deletes rows whose attempts have all expired. */
export async function deleteExpiredAttempts(executor: Executor, { now }: { now: Date }): Promise<void> {
  await executor.delete(rateLimits).where(lte(rateLimits.expiresAt, now))
}

/**
 * Returns the digest of a key. Its prefix separates it from the rows of earlier releases: those contained the end of a window,
 * which would be read as a used-up limit.
 */
function digest(key: string): string {
  return sha256(`bucket:${key}`, 'base64url')
}
