import { HOUR } from '../../../core/durations.ts'

/** Why a payment at a provider cannot be booked. */
export const setAsideReasons = [
  /** Its amount or currency cannot be read reliably. */
  'unreadable',
  /** Its money is not in reais. */
  'foreign_currency',
  /** Recording it fails because of a bug of ours. */
  'not_recordable',
  /**
   * May belong to another shop on the same account (`domain/ownership.ts`): a person decides that it does, or confirms
   * that it is ours.
   */
  'perhaps_ours',
  /** Belongs to another shop on the same account: kept as a record, needs no action. */
  'other_shop',
] as const
export type SetAsideReason = (typeof setAsideReasons)[number]
export type OtherShopReason = Extract<SetAsideReason, 'perhaps_ours' | 'other_shop'>

/**
 * What is stored as the resolution of a set-aside payment that no person decided: its money was booked after all, or is of another shop. A
 * person's decision is stored in their words.
 */
export const setAsideResolutions = { booked: 'booked', otherShop: 'other_shop' } as const

/** The only currency of the books. */
export const bookCurrency = 'BRL'

/** State of a payment that cannot be booked, and since when it has been waiting. */
export interface Waiting {
  reason: SetAsideReason
  /** Digest that identifies the provider's payload. */
  digest: string
  since: Date
  /** Number of tries; 0 until the first one is counted. */
  tries: number
  notifiedAt: Date | null
  resolvedAt: Date | null
  /** Person who resolved it; null when it was booked. */
  resolvedBy: string | null
}

/**
 * Computes the state of a set-aside payment after another failed try. One that was booked in the meantime starts waiting
 * again; one that a person resolved stays resolved while the provider's report is unchanged.
 *
 * @returns undefined when nothing changes
 */
export function afterAttempt(
  before: Waiting,
  { reason, digest, now }: { reason: SetAsideReason; digest: string; now: Date },
): (Waiting & { nextTryAt: Date }) | undefined {
  const says = { reason, digest }
  const isSame = before.reason === reason && before.digest === digest
  if (before.resolvedAt === null) {
    const tries = before.tries + 1
    return { ...before, ...says, tries, nextTryAt: nextAttemptAfter(tries, now) }
  }
  if (before.resolvedBy !== null && isSame) return undefined
  const fresh = { since: now, tries: 1, notifiedAt: null, resolvedAt: null, resolvedBy: null }
  return { ...says, ...fresh, nextTryAt: nextAttemptAfter(1, now) }
}

/** Half a minute after the first try, then doubled each time, up to six hours. */
export function nextAttemptAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(30_000 * 2 ** (tries - 1), 6 * HOUR))
}

/**
 * Number of failed tries after which the team is notified of a failure that is usually temporary, such as a lost
 * connection.
 */
export const attemptsBeforeNotifying = 3
