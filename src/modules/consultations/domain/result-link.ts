import { after, DAY } from '../../../core/durations.ts'
import { retention } from '../../../core/retention.ts'

/** Whether a link still opens its look-up's result. `revoked`: withdrawn by the team. */
export type ResultLinkState = 'live' | 'expired' | 'revoked'

export function resultLinkState(
  link: { expiresAt: Date; revokedAt: Date | null },
  now: Date,
): ResultLinkState {
  if (link.revokedAt) return 'revoked'
  return link.expiresAt > now ? 'live' : 'expired'
}

/** The time when a link created now stops opening the result. */
export function resultLinkExpiry(now: Date): Date {
  return after(now, retention.resultLinkDays * DAY)
}
