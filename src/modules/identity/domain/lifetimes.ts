import { after, DAY, HOUR, MINUTE } from '../../../core/durations.ts'
import { ACCESS_DAYS, retention } from '../../../core/retention.ts'

/** How long a session is valid after its last renewal; its cookie and the privacy policy use the same duration. */
export const SESSION_LIFETIME = 7 * DAY

/** How long a session is valid after its sign-in, however often it was renewed. */
export const SESSION_MAX_AGE = 30 * DAY

/** Sessions are renewed at most once a day, so that reading one is rarely a write. */
const SESSION_RENEWAL = DAY

/** The last use of a session is recorded at most this often. */
const LAST_USE_PRECISION = 5 * MINUTE

/** How long a browser counts as a known device of an account after it signed in. */
export const DEVICE_LIFETIME = 180 * DAY

/** How long a link is valid, by purpose. */
export const LINK_LIFETIME = { confirm_email: 2 * DAY, reset_password: HOUR } as const
export type LinkPurpose = keyof typeof LINK_LIFETIME
export const linkPurposes = Object.keys(LINK_LIFETIME) as [LinkPurpose, ...LinkPurpose[]]

/** How long expired links are stored, to distinguish an old link from an invalid one. */
export const LINK_RETENTION = retention.linkDays * DAY

/** How long access records are stored (Marco Civil, article 15). */
export const SESSION_RETENTION = ACCESS_DAYS * DAY

/** When a session that is renewed now expires. */
export function sessionEnd({ createdAt, now }: { createdAt: Date; now: Date }): Date {
  return new Date(
    Math.min(after(now, SESSION_LIFETIME).getTime(), after(createdAt, SESSION_MAX_AGE).getTime()),
  )
}

/** Whether to record the use of a session; null: its use was never recorded. */
export function dueForRecording(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USE_PRECISION
}

export function dueForRenewal(renewedAt: Date, now: Date): boolean {
  return now.getTime() - renewedAt.getTime() >= SESSION_RENEWAL
}
