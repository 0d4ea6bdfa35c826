import { retention } from '../../../core/retention.ts'

/** In milliseconds. */
export const hour = 60 * 60 * 1000
export const day = 24 * hour

/** A session ends seven days after it was last renewed. */
export const SESSION_LIFETIME = 7 * day

/** Renewing at most once a day keeps reading a session from being a write. */
const SESSION_RENEWAL = day

/** How long the link of each kind of message works. */
export const LINK_LIFETIME = { confirm_email: 2 * day, reset_password: hour } as const
export type LinkPurpose = keyof typeof LINK_LIFETIME
export const linkPurposes = Object.keys(LINK_LIFETIME) as [LinkPurpose, ...LinkPurpose[]]

/** Expired links are kept this long, so that an old link is told from a made-up one. */
export const LINK_KEPT = retention.linkDays * day

/** Records of access are kept this long: months of the mean length, in whole days. */
export const SESSION_KEPT = Math.ceil((retention.accessMonths * 365) / 12) * day

export function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds)
}

export function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}

export function dueForRenewal(renewedAt: Date, now: Date): boolean {
  return now.getTime() - renewedAt.getTime() >= SESSION_RENEWAL
}
