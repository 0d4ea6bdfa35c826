import { DAY, HOUR, MINUTE } from '../../../core/durations.ts'
import { ACCESS_DAYS } from '../../../core/retention.ts'

/** Without a request for so long, the desk asks for the second factor again. Milliseconds, like all of these. */
export const DESK_IDLE = HOUR
/** And after so long in any case: a working day. */
export const DESK_MAX_AGE = 12 * HOUR
/** What is grave asks for the second factor again after so long. */
const GRAVE_WITHIN = 15 * MINUTE
/** How long an invitation is valid. */
export const INVITATION_LIFETIME = 3 * DAY

/** Records of access to the desk (Marco Civil, article 15), and of invitations. */
export const ACCESS_RETENTION = ACCESS_DAYS * DAY

export interface DeskTimes {
  createdAt: Date
  lastUsedAt: Date
}

/** Whether a desk session is still open. */
export function isOpen({ createdAt, lastUsedAt }: DeskTimes, now: Date): boolean {
  return age(createdAt, now) < DESK_MAX_AGE && age(lastUsedAt, now) < DESK_IDLE
}

/** Whether a use is worth a write. */
export function dueForRecording({ lastUsedAt }: Pick<DeskTimes, 'lastUsedAt'>, now: Date): boolean {
  return age(lastUsedAt, now) >= MINUTE
}

/** Whether the second factor was entered recently enough for what is grave. */
export function isFresh(verifiedAt: Date, now: Date): boolean {
  return age(verifiedAt, now) < GRAVE_WITHIN
}

function age(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
