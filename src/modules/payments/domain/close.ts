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
  /** Received on this day by one side, and on another day by the other. */
  | 'another_day'

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

/**
 * Whether a difference may only be late: the provider has money, or has returned money, that our books do not know. It can have listed that
 * too late for the sweep. Any other difference is one of our books, which nothing corrects by itself.
 */
export function isPerhapsLate({ theirs, ours }: CloseDifference): boolean {
  return theirs !== null && theirs.refunded > (ours?.refunded ?? -1)
}

function agree(one: BookedPayment | null, other: BookedPayment | null): boolean {
  if (!one || !other) return false
  return one.amount === other.amount && one.refunded === other.refunded && one.fee === other.fee
}

/** Maximum number of days back that are closed automatically; a longer gap needs a person. */
const maxDaysBack = 62

/** Number of days before today that are compared every night: payments that were found since may have changed them. */
const comparedNightly = 3

/** A saved comparison of a day, in centavos, and what the team decided about it. */
interface SavedClose {
  status: CloseStatus
  theirs: Centavos
  ours: Centavos
  differences: readonly CloseDifference[]
  closedAt: Date
}

/**
 * Returns the close to save after a day was compared again. A day that differs stays so until a team member explains it, and shows the
 * latest comparison. A difference that was explained stays so, unless the day now differs in another way: then it needs another
 * explanation.
 */
export function closeAfter<Close extends SavedClose>(saved: Close, compared: Close): Close {
  if (compared.closedAt < saved.closedAt) return saved
  if (saved.status === 'agrees') return compared
  if (isSameComparison(saved, compared)) return saved
  if (saved.status === 'accepted' && compared.status === 'differs') return compared
  const { theirs, ours, differences, closedAt } = compared
  return { ...saved, theirs, ours, differences, closedAt }
}

function isSameComparison(one: SavedClose, other: SavedClose): boolean {
  const { length } = one.differences
  if (one.theirs !== other.theirs || one.ours !== other.ours || other.differences.length !== length)
    return false
  return one.differences.every((difference, at) => {
    const same = other.differences[at]
    return (
      same?.providerId === difference.providerId &&
      same.obstacle === difference.obstacle &&
      isSameSide(same.theirs, difference.theirs) &&
      isSameSide(same.ours, difference.ours)
    )
  })
}

const isSameSide = (one: BookedPayment | null, other: BookedPayment | null) =>
  one === other || agree(one, other)

/**
 * Returns the days to close at a provider, oldest first: those without a close since the first payment or the first close
 * there, and always the last days.
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
  const nightlySince = addDays(yesterday, 1 - comparedNightly)
  for (let day = begun > earliest ? begun : earliest; day <= yesterday; day = addDays(day, 1)) {
    if (day >= nightlySince || !closed.includes(day)) days.push(day)
  }
  return days
}
