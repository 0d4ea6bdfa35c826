import { retention } from '../../../core/retention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Without a request for so long, the desk asks for the second factor again. Milliseconds, like all of these. */
export const DESK_IDLE = hour
/** And after so long in any case: a working day. */
export const DESK_MAX_AGE = 12 * hour
/** What is grave asks for the second factor again after so long. */
const GRAVE_WITHIN = 15 * minute
/** How long an invitation is valid. */
export const INVITATION_LIFETIME = 3 * day

/** Records of access to the desk (Marco Civil, article 15), and of invitations. */
export const ACCESS_RETENTION = Math.ceil((retention.accessMonths * 365) / 12) * day

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
  return age(lastUsedAt, now) >= minute
}

/** Whether the second factor was entered recently enough for what is grave. */
export function isFresh(verifiedAt: Date, now: Date): boolean {
  return age(verifiedAt, now) < GRAVE_WITHIN
}

export function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds)
}

function age(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
