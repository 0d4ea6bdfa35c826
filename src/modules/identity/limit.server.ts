import type { Executor } from '../../platform/database/database.ts'
import { allow, networkOf, resetRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import type { Deps } from './deps.ts'
import { LIMITS, type LimitName } from './domain/limits.ts'
import type { TooMany } from './public.ts'

/** Counts one try of each limit; the first that is spent refuses. Runs outside any transaction, so that it stays counted. */
export async function limited(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  tries: Partial<Record<LimitName, string>>,
): Promise<TooMany | undefined> {
  for (const [name, subject] of Object.entries(tries) as [LimitName, string][]) {
    const answer = await allow(database, {
      key: keyOf(name, subject),
      ...LIMITS[name],
      now: clock.now(),
    })
    if (!answer.allowed) return { ok: false, code: 'too_many_attempts', retryAt: answer.retryAt }
  }
  return undefined
}

/** Counts one try inside the caller's transaction: should that fail, it was not one. */
export async function allowedWithin(
  tx: Executor,
  { name, subject }: { name: LimitName; subject: string },
  { clock }: Pick<Deps, 'clock'>,
): Promise<boolean> {
  return (await allow(tx, { key: keyOf(name, subject), ...LIMITS[name], now: clock.now() })).allowed
}

/** After a right password the wrong ones before it no longer count. */
export function unlimited({ database }: Pick<Deps, 'database'>, name: LimitName, subject: string) {
  return resetRateLimit(database, { key: keyOf(name, subject) })
}

function keyOf(name: LimitName, subject: string): string {
  return `${name}:${name.endsWith('ByIp') ? networkOf(subject) : subject}`
}
