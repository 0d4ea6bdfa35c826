import { addDays, type IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { SetAsideReason } from './set-aside.ts'

/** `differs` needs a decision by the team; `accepted`: a team member has explained the difference. */
export const closeStatuses = ['agrees', 'differs', 'accepted'] as const
export type CloseStatus = (typeof closeStatuses)[number]

/**
 * One payment at the provider (`theirs`) and in our books (`ours`); null for a side that does not have it. Stored as
 * JSON.
 */
export interface CloseDifference {
  providerId: string
  theirs: BookedPayment | null
  ours: BookedPayment | null
  /** Why the two sides cannot be compared, even if they look equal. */
  obstacle?: CloseObstacle
}

/** Reasons why a listed payment cannot be compared to the centavo. */
export type CloseObstacle =
  | SetAsideReason
  /** Its status, fee or date is in doubt. */
  | 'in_doubt'

/** Centavos. */
export interface BookedPayment {
  amount: Centavos
  /** Refunded, or taken back by a bank. */
  refunded: Centavos
  fee: Centavos
}

/**
 * Returns the payments on which provider and books differ, to the centavo, ordered by id. A payment with an obstacle
 * always differs, whatever the books contain.
 *
 * @param atProvider null for a payment whose amount cannot be read
 * @param obstacles by the provider's id
 */
export function differencesBetween(
  atProvider: ReadonlyMap<string, BookedPayment | null>,
  inBooks: ReadonlyMap<string, BookedPayment>,
  obstacles: ReadonlyMap<string, CloseObstacle> = new Map(),
): CloseDifference[] {
  const ids = [...new Set([...atProvider.keys(), ...inBooks.keys()])].toSorted()
  return ids.flatMap((providerId) => {
    const theirs = atProvider.get(providerId) ?? null
    const ours = inBooks.get(providerId) ?? null
    const obstacle = obstacles.get(providerId)
    if (obstacle === undefined && agree(theirs, ours)) return []
    return [{ providerId, theirs, ours, ...(obstacle && { obstacle }) }]
  })
}

function agree(one: BookedPayment | null, other: BookedPayment | null): boolean {
  if (!one || !other) return false
  return one.amount === other.amount && one.refunded === other.refunded && one.fee === other.fee
}

/** Maximum number of days back that are closed automatically; a longer gap needs a person. */
const maxDaysBack = 62

/**
 * Returns the days to close at a provider, oldest first: those without a close since the first payment or the first close
 * there, and always yesterday.
 *
 * @param closed the days that have a close
 * @param approvedOn the day of the first payment
 */
export function missedDays({
  closed,
  approvedOn,
  yesterday,
}: {
  closed: readonly IsoDate[]
  approvedOn: IsoDate | undefined
  yesterday: IsoDate
}): IsoDate[] {
  const begun = [...closed, ...(approvedOn ? [approvedOn] : []), yesterday].reduce((a, b) => (a < b ? a : b))
  const earliest = addDays(yesterday, -maxDaysBack)
  const days: IsoDate[] = []
  for (let day = begun > earliest ? begun : earliest; day < yesterday; day = addDays(day, 1)) {
    if (!closed.includes(day)) days.push(day)
  }
  // Yesterday is closed again even if it has a close: payments that arrived since may have changed it.
  return [...days, yesterday]
}
