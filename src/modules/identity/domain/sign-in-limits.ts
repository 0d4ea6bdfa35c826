import { type Bucket, bucketsOf } from './limits.ts'

/** Who tries to sign in. */
export interface SignInAttempt {
  /**
   * Identifier of the account for the limits. It changes with each new password, so that a recovery lifts every limit.
   */
  account: string
  ip: string
  /** The id of a device that signed in to this account before; undefined for any other browser. */
  device: string | undefined
}

/**
 * The buckets of a sign-in from a known device of the account: only its own. So the owner's own telephone can sign in from
 * anywhere, whatever strangers try.
 */
export function knownDeviceBuckets({ account, device }: SignInAttempt): Bucket[] {
  return device === undefined ? [] : bucketsOf('signInByDevice', { account: `${account} ${device}` })
}

/**
 * The buckets of a sign-in from any other browser, in this order: account and network together, then the network. A
 * network without earlier attempts is always admitted, so that no number of other networks can lock an account.
 *
 * @param underAttack whether the account received more attempts from unknown devices than a person makes; then each
 *   network has fewer
 */
export function unknownDeviceBuckets({ account, ip }: SignInAttempt, underAttack: boolean): Bucket[] {
  return [
    ...bucketsOf(underAttack ? 'signInUnderAttack' : 'signInByAccountAndIp', { account, ip }),
    ...bucketsOf('signInByIp', { ip }),
  ]
}

/** Counts the attempts from unknown devices; when the bucket is exhausted, the account is under attack. */
export function attackBuckets({ account }: SignInAttempt): Bucket[] {
  return bucketsOf('signInsOfAccount', { account })
}
