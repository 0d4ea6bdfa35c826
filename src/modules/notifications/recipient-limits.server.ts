import { DAY, HOUR } from '../../core/durations.ts'
import type { Executor } from '../../platform/database/database.ts'
import { allow } from '../../platform/rate-limit/rate-limit.ts'
import { mailboxOf, type RecipientLimit } from './domain/recipient-limits.ts'

/** Counts a message against both limits of its kind, in the caller's transaction. @returns whether it may be sent */
export async function mayWriteTo(
  executor: Executor,
  { to, kind, limit, now }: { to: string; kind: string; limit: RecipientLimit; now: Date },
): Promise<boolean> {
  const windows = [
    { name: 'hour', limit: limit.perHour, window: HOUR },
    { name: 'day', limit: limit.perDay, window: DAY },
  ]
  for (const { name, ...window } of windows) {
    const key = `message:${kind}:${name}:${mailboxOf(to)}`
    if (!(await allow(executor, { key, ...window, now })).allowed) return false
  }
  return true
}
