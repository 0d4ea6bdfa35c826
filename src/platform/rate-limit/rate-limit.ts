import { createHash } from 'node:crypto'
import { eq, lte, sql } from 'drizzle-orm'
import type { Executor } from '../database/database.ts'
import { rateLimits } from './tables.server.ts'

export type Allowance = { allowed: true } | { allowed: false; retryAt: Date }

/**
 * Counts an attempt and checks the limit: `limit` attempts in a fixed window that starts with the first one. A single
 * statement, so that concurrent attempts in any number of processes are all counted.
 *
 * @param key what is limited and for whom, e.g. `sign-in:email:ana@…`; only its digest is stored
 */
export async function allow(
  executor: Executor,
  { key, limit, windowSeconds, now }: { key: string; limit: number; windowSeconds: number; now: Date },
): Promise<Allowance> {
  const ended = sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`
  const [row] = await executor
    .insert(rateLimits)
    .values({ key: digest(key), count: 1, expiresAt: new Date(now.getTime() + windowSeconds * 1000) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${ended} then 1 else ${rateLimits.count} + 1 end`,
        expiresAt: sql`case when ${ended} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning()
  if (!row || row.count <= limit) return { allowed: true }
  return { allowed: false, retryAt: row.expiresAt }
}

/** Resets a counter: after a correct password the earlier failures no longer count. */
export async function resetRateLimit(executor: Executor, { key }: { key: string }): Promise<void> {
  await executor.delete(rateLimits).where(eq(rateLimits.key, digest(key)))
}

/** Deletes expired windows. */
export async function sweepRateLimits(executor: Executor, { now }: { now: Date }): Promise<void> {
  await executor.delete(rateLimits).where(lte(rateLimits.expiresAt, now))
}

/**
 * The rate-limit key of an IP address: itself for IPv4; its /64 for IPv6, because one subscriber has 2^64 addresses.
 * IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('%', 1).join('').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
