import {
  addDays,
  formatDate,
  type IsoDate,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { PaymentsDeps } from '../deps.ts'
import { chargedBackOf } from '../domain/charged-back.ts'
import { type BookedPayment, type CloseObstacle, differencesBetween } from '../domain/close.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import { bookCurrency } from '../domain/set-aside.ts'
import { totalOf } from '../domain/settlement.ts'
import { receiptsOn } from '../ledger/post.server.ts'
import { notifyTeam } from '../notify-team.ts'
import { firstApproval, knownPayments, paymentsById, receivedBetween } from '../payments/store.server.ts'
import { isReadable, type ListedPayment, type PaymentProvider, type PaymentsQuery } from '../ports.ts'
import { returnedTotals } from '../refunds/store.server.ts'
import { type SetAsidePayment, setAsideBetween } from '../set-aside/store.server.ts'
import { type CloseRow, saveComparison } from './closes-store.server.ts'
import { ownersOf } from './owners.ts'
import { readPages } from './read-pages.ts'
import { isBookable, obstacleTo } from './set-aside.ts'

/**
 * A payment booked between reading the provider's lists and reading our books looks like a difference: it disappears
 * when both are compared again.
 */
const maxReadings = 3

/**
 * Daily close: compares a day with every provider, to the centavo. It compares the payments received that day, and the fees and
 * returned amounts (refunds and chargebacks) of every payment that changed that day. A payment that cannot be read, or is not booked
 * for any other reason, or on another day, is a difference too, so that a day that differs always names one; payments of other shops on
 * the account are not compared. A difference is saved and the team is notified; nothing is corrected automatically, and the day stays
 * `differs` until a team member explains it. A day that was saved before is saved again as far as it changed (`closeAfter`). A day that
 * is not over is compared but not saved.
 *
 * @param day DATE in America/Sao_Paulo
 * @returns refuses `unavailable` with the names of the providers that are unavailable, after the others were compared
 */
export async function closeDay(
  deps: PaymentsDeps,
  { day }: { day: IsoDate },
): Promise<Outcome<CloseRow[], 'unavailable'>> {
  const closes: CloseRow[] = []
  const unavailable: string[] = []
  for (const { provider } of await accountsToClose(deps)) {
    const close = await closeDayOf(deps, { provider, day })
    if (close) closes.push(close)
    else unavailable.push(provider.name)
  }
  return unavailable.length === 0 ? ok(closes) : refuse('unavailable', unavailable.join(', '))
}

/** The providers to compare, and when each one's first payment was approved. Without any manual payment there is no account of it. */
export async function accountsToClose({
  database,
  providers,
}: Pick<PaymentsDeps, 'database' | 'providers'>): Promise<
  { provider: PaymentProvider; approvedAt: Date | undefined }[]
> {
  const accounts = []
  for (const provider of providers.all)
    accounts.push({ provider, approvedAt: await firstApproval(database, provider.name) })
  return accounts.filter(({ provider, approvedAt }) => approvedAt !== undefined || !provider.isRecordedHere)
}

/** Closes a day of one provider. Undefined while it is unavailable. */
export async function closeDayOf(
  deps: PaymentsDeps,
  { provider, day }: { provider: PaymentProvider; day: IsoDate },
): Promise<CloseRow | undefined> {
  const isOver = day < todayInSaoPaulo(deps.clock.now())
  let close: CloseRow | undefined
  for (let reading = 0; reading < maxReadings && close?.status !== 'agrees'; reading++) {
    close = await compare(deps, { provider, day })
    if (!close) return undefined
  }
  return close && isOver ? saveClose(deps, close) : close
}

async function compare(
  { database, clock }: PaymentsDeps,
  { provider, day }: { provider: PaymentProvider; day: IsoDate },
): Promise<CloseRow | undefined> {
  // Payments booked after this moment belong to the next comparison.
  const closedAt = clock.now()
  const [from, to] = [startOfDayInSaoPaulo(day), startOfDayInSaoPaulo(addDays(day, 1))]
  const allApproved = await fetchAllPages(provider, { by: 'approval', from, to })
  const allChanged = allApproved && (await fetchAllPages(provider, { by: 'change', from, to }))
  if (!allChanged) return undefined
  const ownerships = await ownersOf(database, { provider, listed: [...allChanged, ...allApproved] })
  const owners = new Map([...ownerships].map(([{ providerId }, owner]) => [providerId, owner]))
  const mayBeOurs = (payment: ListedPayment) =>
    !isReadable(payment) || owners.get(payment.providerId) !== 'other_shop'
  const [approved, changed] = [allApproved.filter(mayBeOurs), allChanged.filter(mayBeOurs)]
  const name = provider.name
  const received = approved.filter(isReadable).filter(({ state }) => hasMoneyArrived(state))
  const waiting = await setAsideBetween(database, { provider: name, from, to })
  const listed = [...waiting, ...changed.filter(countsAsMoney), ...approved]
  const atProvider = new Map(listed.map((payment) => [payment.providerId, amountsOf(payment)]))
  const obstacles = new Map<string, CloseObstacle>(
    listed.flatMap((payment) => {
      const isInDoubt = owners.get(payment.providerId) === 'perhaps_ours'
      const obstacle = closeObstacleOf(payment) ?? (isInDoubt ? 'perhaps_ours' : undefined)
      return obstacle ? [[payment.providerId, obstacle] as const] : []
    }),
  )

  const receivedHere = await receivedBetween(database, { provider: name, from, to })
  const known = await knownPayments(database, { provider: name, providerIds: [...atProvider.keys()] })
  const receipts = await receiptsOn(database, { provider: name, day })
  const bookedOnDay = await paymentsById(database, [...receipts.keys()])
  const booked = [
    ...bookedOnDay,
    ...receivedHere,
    ...[...known.values()].filter(({ receivedAt }) => receivedAt !== null),
  ]
  const returned = await returnedTotals(
    database,
    booked.map(({ id }) => id),
  )
  // The refunds and chargebacks in our books, not the amounts of the provider's last report.
  const inBooks = new Map(booked.map((row) => byId({ ...row, refunded: returned.get(row.id) ?? 0 })))
  const [theirDay, ourDay] = [idsOf(received), idsOf(bookedOnDay)]
  for (const id of inBooks.keys())
    if (atProvider.has(id) && !obstacles.has(id) && theirDay.has(id) !== ourDay.has(id))
      obstacles.set(id, 'another_day')
  const differences = differencesBetween(atProvider, inBooks, obstacles)
  const totals = {
    theirs: totalOf(received.filter(({ currency }) => currency === bookCurrency)),
    ours: sum([...receipts.values()]),
  }
  const agrees = differences.length === 0 && totals.theirs === totals.ours
  const status = agrees ? 'agrees' : 'differs'
  const undecided = { acceptedBy: null, note: null }
  return { provider: name, day, status, ...totals, differences, closedAt, ...undecided }
}

function saveClose(deps: PaymentsDeps, close: CloseRow): Promise<CloseRow> {
  return deps.database.transaction(async (tx) => {
    const { row, before } = await saveComparison(tx, close)
    if (row.status === 'differs' && before !== 'differs') {
      const { provider, day, theirs, ours, differences } = row
      const lines = [
        ...(before ? ['Este dia já tinha sido fechado, e mudou depois.'] : []),
        `${provider}, ${formatDate(day)}: ${formatBRL(theirs)} no provedor, ${formatBRL(ours)} nos livros.`,
        ...differences.map(({ providerId }) => `Pagamento ${providerId}`),
      ]
      await notifyTeam(
        tx,
        { kind: 'books.day-differs', subject: `O dia ${formatDate(day)} não fecha`, lines },
        deps,
      )
    }
    return row
  })
}

async function fetchAllPages(
  provider: PaymentProvider,
  query: Omit<PaymentsQuery, 'offset'>,
): Promise<ListedPayment[] | undefined> {
  const all = new Map<string, ListedPayment>()
  for await (const page of readPages(provider, query)) {
    if ('refusal' in page) return undefined
    for (const payment of page.payments) all.set(payment.providerId, payment)
  }
  return [...all.values()]
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

function byId<P extends { providerId: string; amount: Centavos; refunded: Centavos; fee: Centavos }>(
  payment: P,
) {
  const { providerId, amount, refunded, fee } = payment
  return [providerId, { amount, refunded, fee }] as const
}
