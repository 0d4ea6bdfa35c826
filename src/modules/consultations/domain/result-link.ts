import { after, DAY } from '../../../core/durations.ts'
import { retention } from '../../../core/retention.ts'

/** Whether a link still opens its look-up's result. A revoked one was withdrawn by the team. */
export type ResultLinkState = 'live' | 'expired' | 'revoked'

export function resultLinkState(
  link: { expiresAt: Date; revokedAt: Date | null },
  now: Date,
): ResultLinkState {
  if (link.revokedAt) return 'revoked'
  return link.expiresAt > now ? 'live' : 'expired'
}

/** When a link that is made now stops to open the result. */
export function resultLinkExpiry(now: Date): Date {
  return after(now, retention.resultLinkDays * DAY)
}
