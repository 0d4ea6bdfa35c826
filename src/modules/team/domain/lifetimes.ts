import { DAY, HOUR, MINUTE } from '../../../core/durations.ts'
import { ACCESS_DAYS } from '../../../core/retention.ts'

/** Idle time after which the desk requires the second factor again. All constants here are in milliseconds. */
export const DESK_IDLE = HOUR
/** Maximum age of a desk session in any case: a working day. */
export const DESK_MAX_AGE = 12 * HOUR
/** Time after which sensitive actions require the second factor again. */
const GRAVE_WITHIN = 15 * MINUTE
/** How long an invitation is valid. */
export const INVITATION_LIFETIME = 3 * DAY

/** Retention of access records of the desk (Marco Civil, article 15), and of invitations. */
export const ACCESS_RETENTION = ACCESS_DAYS * DAY

export interface DeskTimes {
  createdAt: Date
  lastUsedAt: Date
}

/** Whether a desk session is still open. */
export function isOpen({ createdAt, lastUsedAt }: DeskTimes, now: Date): boolean {
  return age(createdAt, now) < DESK_MAX_AGE && age(lastUsedAt, now) < DESK_IDLE
}

/** Whether a use is recorded: at most once a minute. */
export function dueForRecording({ lastUsedAt }: Pick<DeskTimes, 'lastUsedAt'>, now: Date): boolean {
  return age(lastUsedAt, now) >= MINUTE
}

/** Whether the second factor was entered recently enough for sensitive actions. */
export function isFresh(verifiedAt: Date, now: Date): boolean {
  return age(verifiedAt, now) < GRAVE_WITHIN
}

function age(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
