// Compares what a provider lists of a day with our books.
import type { Centavos } from '../../../core/money.ts'
import { chargedBackOf } from '../domain/charged-back.ts'
import {
  type BookedPayment,
  type CloseObstacle,
  type CloseStatus,
  differencesBetween,
} from '../domain/close.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import { bookCurrency } from '../domain/set-aside.ts'
import { totalOf } from '../domain/settlement.ts'
import { isReadable, type ListedPayment } from '../ports.ts'
import type { SetAsidePayment } from '../set-aside/store.server.ts'
import type { Owner } from './owners.ts'
import { isBookable, obstacleTo } from './set-aside.ts'

/** A day at a provider, by the provider's ids. */
interface TheirSide {
  /** Null for a payment whose amount cannot be read. */
  payments: ReadonlyMap<string, BookedPayment | null>
  obstacles: ReadonlyMap<string, CloseObstacle>
  /** Payments whose money was received on the day. */
  received: ReadonlySet<string>
  /** Their centavos. */
  total: Centavos
}

/**
 * Returns a day as the provider states it, without the payments of other shops.
 *
 * @param approved the payments approved on the day, and `changed` those that changed on it
 * @param waiting payments that were set aside on the day, even if they are no longer listed
 */
export function theirSide({
  approved: allApproved,
  changed: allChanged,
  waiting,
  owners: ownerships,
}: {
  approved: readonly ListedPayment[]
  changed: readonly ListedPayment[]
  waiting: readonly SetAsidePayment[]
  owners: ReadonlyMap<ListedPayment, Owner>
}): TheirSide {
  const owners = new Map([...ownerships].map(([{ providerId }, owner]) => [providerId, owner]))
  const mayBeOurs = (payment: ListedPayment) =>
    !isReadable(payment) || owners.get(payment.providerId) !== 'other_shop'
  const [approved, changed] = [allApproved.filter(mayBeOurs), allChanged.filter(mayBeOurs)]
  const received = approved.filter(isReadable).filter(({ state }) => hasMoneyArrived(state))
  const listed = [...waiting, ...changed.filter(countsAsMoney), ...approved]
  const obstacles = listed.flatMap((payment) => {
    const isInDoubt = owners.get(payment.providerId) === 'perhaps_ours'
    const obstacle = closeObstacleOf(payment) ?? (isInDoubt ? 'perhaps_ours' : undefined)
    return obstacle ? [[payment.providerId, obstacle] as const] : []
  })
  return {
    payments: new Map(listed.map((payment) => [payment.providerId, amountsOf(payment)])),
    obstacles: new Map(obstacles),
    received: idsOf(received),
    total: totalOf(received.filter(({ currency }) => currency === bookCurrency)),
  }
}

/** @param ours the payments in our books, those of them that were received on the day, and the centavos of these */
export function compareSides(
  theirs: TheirSide,
  ours: {
    booked: readonly (BookedPayment & { providerId: string })[]
    bookedOnDay: readonly { providerId: string }[]
    total: Centavos
  },
) {
  const inBooks = new Map(ours.booked.map(byId))
  const ourDay = idsOf(ours.bookedOnDay)
  const obstacles = new Map(theirs.obstacles)
  for (const id of inBooks.keys())
    if (theirs.payments.has(id) && !obstacles.has(id) && theirs.received.has(id) !== ourDay.has(id))
      obstacles.set(id, 'another_day')
  const differences = differencesBetween(theirs.payments, inBooks, obstacles)
  const agrees = differences.length === 0 && theirs.total === ours.total
  const status: CloseStatus = agrees ? 'agrees' : 'differs'
  return { status, theirs: theirs.total, ours: ours.total, differences }
}

/** An unreadable payment may be money, and so may an approved payment with an unknown status. */
function countsAsMoney(listed: ListedPayment): boolean {
  if (!isReadable(listed) || hasMoneyArrived(listed.state)) return true
  return listed.state === undefined && listed.approvedAt !== undefined
}

/** A payment that waits to be booked counts on the day on which it was set aside, even if it is no longer listed. */
function closeObstacleOf(payment: ListedPayment | SetAsidePayment): CloseObstacle | undefined {
  if ('reason' in payment) return payment.reason
  if (!isBookable(payment)) return obstacleTo(payment).reason
  // An approved payment whose status means that no money was received contradicts itself.
  return !hasMoneyArrived(payment.state) || (payment.doubts ?? []).length > 0 ? 'in_doubt' : undefined
}

function amountsOf(payment: ListedPayment | SetAsidePayment): BookedPayment | null {
  if (!('reason' in payment) && isReadable(payment))
    return byId({ ...payment, refunded: payment.refunded + chargedBackOf(payment) })[1]
  return payment.amount === null ? null : { amount: payment.amount, refunded: 0, fee: 0 }
}

const idsOf = (payments: readonly { providerId: string }[]) =>
  new Set(payments.map(({ providerId }) => providerId))

function byId({ providerId, amount, refunded, fee }: BookedPayment & { providerId: string }) {
  return [providerId, { amount, refunded, fee }] as const
}
