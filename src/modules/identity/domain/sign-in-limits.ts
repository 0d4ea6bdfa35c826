import { type Bucket, bucketsOf } from './limits.ts'

/** Who tries to sign in. */
export interface SignInAttempt {
  /** What stands for the account: another one after each new password, so that a recovery lifts every limit. */
  account: string
  ip: string
  /** The id of a device that signed in to this account before; undefined for any other browser. */
  device: string | undefined
}

/**
 * What a sign-in from a device that the account knows counts against: itself alone. Whatever strangers try, wherever they
 * try it from, the owner's own telephone gets in.
 */
export function knownDeviceBuckets({ account, device }: SignInAttempt): Bucket[] {
  return device === undefined ? [] : bucketsOf('signInByDevice', { account: `${account} ${device}` })
}

/**
 * What a sign-in from any other browser counts against, in this order: account and network together, then the network. A
 * network that has not tried yet is always let in, so that no number of other networks closes an account.
 *
 * @param underAttack whether more attempts came to the account from unknown devices than any person makes; then each
 *   network has fewer
 */
export function unknownDeviceBuckets({ account, ip }: SignInAttempt, underAttack: boolean): Bucket[] {
  return [
    ...bucketsOf(underAttack ? 'signInUnderAttack' : 'signInByAccountAndIp', { account, ip }),
    ...bucketsOf('signInByIp', { ip }),
  ]
}

/** Counts the attempts from unknown devices; when it is used up, the account is under attack. */
export function attackBuckets({ account }: SignInAttempt): Bucket[] {
  return bucketsOf('signInsOfAccount', { account })
}
