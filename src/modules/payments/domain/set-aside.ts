/** Why a payment at a provider cannot be booked. */
export const setAsideReasons = [
  /** Its money cannot be read without doubt. */
  'unreadable',
  /** Its money is not in reais. */
  'foreign_currency',
  /** Recording it fails: a bug of ours. */
  'not_recordable',
  /** It may be of another shop on the same account (`domain/ownership.ts`): a person says so, or confirms it. */
  'perhaps_ours',
  /** It is of another shop on the same account. Such a row is a record, and waits for nobody. */
  'other_shop',
] as const
export type SetAsideReason = (typeof setAsideReasons)[number]
export type OtherShopReason = Extract<SetAsideReason, 'perhaps_ours' | 'other_shop'>

/** The only currency of the books. */
export const bookCurrency = 'BRL'

/** What is said of a payment that cannot be booked, and since when it waits. */
export interface Waiting {
  reason: SetAsideReason
  /** Identifies the provider's text. */
  digest: string
  since: Date
  /** 0 until the first try is counted. */
  tries: number
  notifiedAt: Date | null
  resolvedAt: Date | null
  /** The person who resolved it; null when it was booked. */
  resolvedBy: string | null
}

/**
 * What becomes of a set-aside payment after another try that failed. One that was booked meanwhile waits anew; one that a
 * person resolved stays resolved while the provider says the same.
 *
 * @returns undefined when nothing changes
 */
export function afterTry(
  before: Waiting,
  { reason, digest, now }: { reason: SetAsideReason; digest: string; now: Date },
): (Waiting & { nextTryAt: Date }) | undefined {
  const says = { reason, digest }
  const isSame = before.reason === reason && before.digest === digest
  if (before.resolvedAt === null) {
    const tries = before.tries + 1
    return { ...before, ...says, tries, nextTryAt: nextTryAfter(tries, now) }
  }
  if (before.resolvedBy !== null && isSame) return undefined
  const anew = { since: now, tries: 1, notifiedAt: null, resolvedAt: null, resolvedBy: null }
  return { ...says, ...anew, nextTryAt: nextTryAfter(1, now) }
}

/** Half a minute after the first try, then twice as long each time, up to six hours. */
export function nextTryAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(30_000 * 2 ** (tries - 1), 6 * 60 * 60_000))
}

/** A failure that usually passes by itself, such as a lost connection, is told to the team when it failed this often. */
export const attemptsBeforeNotifying = 3
