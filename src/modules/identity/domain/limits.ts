import { HOUR, MINUTE } from '../../../core/durations.ts'
import { networksOf } from '../../../core/networks.ts'

/**
 * Rate limits: `limit` attempts at once, then as many per `window`, evenly. `per` is the scope in which attempts are
 * counted:
 * - `network`: an IPv4 address, an IPv6 /64 and /48. Generous, because Brazilian mobile carriers put hundreds of customers
 *   behind one address.
 * - `account`: an e-mail address or an account. Only for limits that others cannot exhaust, or that refuse no request: how
 *   many e-mails are sent, whether an account is under attack.
 * - `account and network`: both together, so that strangers cannot lock out the owner; also per IPv6 /32.
 *
 * The names are part of the stored keys.
 */
export const LIMITS = {
  signInByIp: { per: 'network', limit: 120, window: 5 * MINUTE },
  signInByAccountAndIp: { per: 'account and network', limit: 10, window: 15 * MINUTE },
  signInUnderAttack: { per: 'account and network', limit: 3, window: 2 * HOUR },
  signInByDevice: { per: 'account', limit: 10, window: 15 * MINUTE },
  signInsOfAccount: { per: 'account', limit: 50, window: HOUR },
  signUpByIp: { per: 'network', limit: 200, window: HOUR },
  signUpByEmailAndIp: { per: 'account and network', limit: 5, window: HOUR },
  /** A form submitted twice by a double click is one sign-up and sends one e-mail. */
  signUpMessageByEmail: { per: 'account', limit: 1, window: MINUTE },
  signUpMessagesByEmail: { per: 'account', limit: 5, window: HOUR },
  resetRequestByIp: { per: 'network', limit: 100, window: HOUR },
  resetRequestByEmailAndIp: { per: 'account and network', limit: 5, window: HOUR },
  /** One e-mail every twenty minutes, from any source: its link is valid for an hour, so the mailbox always has one. */
  resetMessageByEmail: { per: 'account', limit: 3, window: HOUR },
  resetByIp: { per: 'network', limit: 60, window: HOUR },
  confirmByIp: { per: 'network', limit: 200, window: HOUR },
  /** Passwords typed at valid links, each of which is hashed: only a reader of the mailbox has one. */
  confirmByEmail: { per: 'account', limit: 20, window: HOUR },
  resendByEmailAndIp: { per: 'account and network', limit: 5, window: HOUR },
  resendByEmail: { per: 'account', limit: 5, window: HOUR },
  /** Per session: the thief of one session cannot exhaust the limit of another. */
  changeBySession: { per: 'account', limit: 10, window: 15 * MINUTE },
  changePhoneBySession: { per: 'account', limit: 10, window: 15 * MINUTE },
} as const satisfies Record<string, { per: Scope; limit: number; window: number }>

type Scope = 'network' | 'account' | 'account and network'
export type LimitName = keyof typeof LIMITS

/** Subject of an attempt, with the fields that the limit counts by. */
export type Subject<Name extends LimitName> = {
  network: { ip: string }
  account: { account: string }
  'account and network': { account: string; ip: string }
}[(typeof LIMITS)[Name]['per']]

/** A counter that several attempts share. */
export interface Bucket {
  key: string
  limit: number
  /** In milliseconds. */
  window: number
}

/** The buckets of a limit for one subject, smallest network first; every one must have room. */
export function bucketsOf<Name extends LimitName>(name: Name, subject: Subject<Name>): Bucket[] {
  const { per, limit, window } = LIMITS[name]
  const { account, ip } = { account: '', ip: '', ...subject }
  if (per === 'account') return [{ key: `${name}:${account}`, limit, window }]
  return networksOf(ip, { withOperator: per === 'account and network' }).map(({ name: network, factor }) => ({
    key: [name, ...(account === '' ? [] : [account]), network].join(':'),
    limit: limit * factor,
    window,
  }))
}
