import type { Executor } from '../../platform/database/database.ts'
import { allow, networkOf, resetRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import type { Deps } from './deps.ts'
import { LIMITS, type LimitName } from './domain/limits.ts'
import type { TooMany } from './public.ts'

/** Counts one attempt against each limit and refuses at the first exceeded one. Not transactional: it stays counted. */
export async function checkLimits(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  attempts: Partial<Record<LimitName, string>>,
): Promise<TooMany | undefined> {
  for (const [name, subject] of Object.entries(attempts) as [LimitName, string][]) {
    const result = await allow(database, {
      key: keyOf(name, subject),
      ...LIMITS[name],
      now: clock.now(),
    })
    if (!result.allowed) return { ok: false, code: 'too_many_attempts', retryAt: result.retryAt }
  }
  return undefined
}

/** Counts one attempt inside the caller's transaction: a rollback undoes the count. */
export async function countAttempt(
  tx: Executor,
  { name, subject }: { name: LimitName; subject: string },
  { clock }: Pick<Deps, 'clock'>,
): Promise<boolean> {
  return (await allow(tx, { key: keyOf(name, subject), ...LIMITS[name], now: clock.now() })).allowed
}

/** Resets a counter: after a correct password, earlier wrong ones no longer count. */
export function resetLimit({ database }: Pick<Deps, 'database'>, name: LimitName, subject: string) {
  return resetRateLimit(database, { key: keyOf(name, subject) })
}

function keyOf(name: LimitName, subject: string): string {
  return `${name}:${name.endsWith('ByIp') ? networkOf(subject) : subject}`
}
