import { retention } from '../../../core/retention.ts'

/** In milliseconds. */
export const hour = 60 * 60 * 1000
export const day = 24 * hour

/** How long a session is valid after its last renewal; its cookie and the privacy policy say the same. */
export const SESSION_LIFETIME = 7 * day

/** Sessions are renewed at most once a day, so that reading one is rarely a write. */
const SESSION_RENEWAL = day

/** How long a link is valid, by purpose. */
export const LINK_LIFETIME = { confirm_email: 2 * day, reset_password: hour } as const
export type LinkPurpose = keyof typeof LINK_LIFETIME
export const linkPurposes = Object.keys(LINK_LIFETIME) as [LinkPurpose, ...LinkPurpose[]]

/** How long expired links are stored, to distinguish an old link from an invalid one. */
export const LINK_RETENTION = retention.linkDays * day

/** How long access records are stored (Marco Civil, article 15): months of mean length, in whole days. */
export const SESSION_RETENTION = Math.ceil((retention.accessMonths * 365) / 12) * day

export function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds)
}

export function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}

export function dueForRenewal(renewedAt: Date, now: Date): boolean {
  return now.getTime() - renewedAt.getTime() >= SESSION_RENEWAL
}
