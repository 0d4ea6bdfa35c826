import {
  addDays,
  formatDate,
  type IsoDate,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'
import { formatBRL, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isPerhapsLate } from '../domain/close.ts'
import { receiptsOn } from '../ledger/post.server.ts'
import { notifyTeam } from '../notify-team.ts'
import {
  firstApproval,
  knownPayments,
  type PaymentRow,
  paymentsById,
  receivedBetween,
} from '../payments/store.server.ts'
import type { ListedPayment, PaymentProvider, PaymentsQuery } from '../ports.ts'
import { returnedTotals } from '../refunds/store.server.ts'
import { setAsideBetween } from '../set-aside/store.server.ts'
import { type CloseRow, saveComparison } from './closes-store.server.ts'
import { compareSides, theirSide } from './compare-day.ts'
import { ownersOf } from './owners.ts'
import { readPages } from './read-pages.ts'
import { settleChanges } from './sweep.ts'

/**
 * A payment booked between reading the provider's lists and reading our books looks like a difference, and so does one that the
 * provider listed too late for the sweep, until it is settled: both disappear when both sides are compared again.
 */
const maxReadings = 3
/** Payments that a close settles. More of them are not late: the sweep has them before it, and says how far behind it is. */
const maxSettled = 200

/**
 * Daily close: compares a day with every provider, to the centavo. It compares the payments received that day, and the fees and
 * returned amounts (refunds and chargebacks) of every payment that changed that day. A payment that cannot be read, or is not booked
 * for any other reason, or on another day, is a difference too, so that a day that differs always names one; payments of other shops on
 * the account are not compared. What the provider may have listed too late for the sweep is settled, as the sweep does. What differs
 * then is saved and the team is notified; nothing is corrected automatically, and the day stays `differs` until a team member explains
 * it. A day that was saved before is saved again as far as it changed (`closeAfter`). A day that is not over is compared but not saved.
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
  let compared = await compare(deps, { provider, day })
  for (let reading = 1; reading < maxReadings && compared?.close.status === 'differs'; reading++) {
    await settleLate(deps, { provider, ...compared })
    compared = await compare(deps, { provider, day })
  }
  if (!compared) return undefined
  return isOver ? saveClose(deps, compared.close) : compared.close
}

interface Comparison {
  close: CloseRow
  /** What the provider lists of the day: a payment twice that was approved and changed on it. */
  listed: readonly ListedPayment[]
}

/** Settles the payments that the provider may have listed late, as it reports them now. What it does not answer for remains a difference. */
async function settleLate(
  deps: PaymentsDeps,
  { provider, close, listed }: Comparison & { provider: PaymentProvider },
): Promise<void> {
  if (provider.isRecordedHere) return
  const byId = new Map(listed.map((payment) => [payment.providerId, payment]))
  const late = close.differences.filter(isPerhapsLate).flatMap(({ providerId }) => byId.get(providerId) ?? [])
  const changes = { provider, listed: late.slice(0, maxSettled), now: deps.clock.now() }
  const { found } = await settleChanges(deps, changes)
  if (found > 0) deps.log.warn({ provider: provider.name, day: close.day, found }, 'a close settled payments')
}

async function compare(
  { database, clock }: PaymentsDeps,
  { provider, day }: { provider: PaymentProvider; day: IsoDate },
): Promise<Comparison | undefined> {
  // Payments booked after this moment belong to the next comparison.
  const closedAt = clock.now()
  const { name } = provider
  const [from, to] = [startOfDayInSaoPaulo(day), startOfDayInSaoPaulo(addDays(day, 1))]
  const approved = await fetchAllPages(provider, { by: 'approval', from, to })
  const changed = approved && (await fetchAllPages(provider, { by: 'change', from, to }))
  if (!changed) return undefined
  const listed = [...changed, ...approved]
  const owners = await ownersOf(database, { provider, listed })
  const waiting = await setAsideBetween(database, { provider: name, from, to })
  const theirs = theirSide({ approved, changed, waiting, owners })

  const receivedHere = await receivedBetween(database, { provider: name, from, to })
  const known = await knownPayments(database, { provider: name, providerIds: [...theirs.payments.keys()] })
  const receipts = await receiptsOn(database, { provider: name, day })
  const bookedOnDay = await paymentsById(database, [...receipts.keys()])
  const isReceived = ({ receivedAt }: PaymentRow) => receivedAt !== null
  const booked = [...bookedOnDay, ...receivedHere, ...[...known.values()].filter(isReceived)]
  const returned = await returnedTotals(
    database,
    booked.map(({ id }) => id),
  )
  // The refunds and chargebacks in our books, not the amounts of the provider's last report.
  const inBooks = booked.map((row) => ({ ...row, refunded: returned.get(row.id) ?? 0 }))
  const ours = { booked: inBooks, bookedOnDay, total: sum([...receipts.values()]) }
  const undecided = { acceptedBy: null, note: null }
  return { close: { provider: name, day, ...compareSides(theirs, ours), closedAt, ...undecided }, listed }
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
