import { addDays, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { PaymentsDeps } from '../deps.ts'
import { missedDays } from '../domain/close.ts'
import { totalsByDay } from '../ledger/account-totals.server.ts'
import type { PaymentProvider } from '../ports.ts'
import { accountsToClose, closeDayOf } from './close-day.ts'
import { changedDays, closedDays } from './closes-store.server.ts'

/** Failed days in a row after which a provider is not queried for further days in this run. */
const maxFailuresInARow = 3

/** A day of a provider. */
export interface ProviderDay {
  provider: string
  day: IsoDate
}

/**
 * Closes every past day without a close, at each provider: yesterday, and days on which no worker ran or the provider was
 * unavailable, or that follow the time to which a back-up was restored. The last days are compared again. Newest first, so that a
 * day that can never be read delays no later one; nor does a provider that is unavailable delay another.
 *
 * @returns the days closed; refuses `unavailable` with those that are missing, after the others were closed
 */
export async function closeMissedDays(deps: PaymentsDeps): Promise<Outcome<ProviderDay[], 'unavailable'>> {
  return closeEach(deps, await daysToClose(deps))
}

/**
 * Compares again the days whose books have changed since their close: their money was found later, or recorded by hand.
 *
 * @returns as `closeMissedDays`
 */
export async function closeChangedDays(deps: PaymentsDeps): Promise<Outcome<ProviderDay[], 'unavailable'>> {
  const { database, providers } = deps
  const receipts = await totalsByDay(database, 'receipt')
  const toClose: DaysToClose[] = []
  for (const provider of providers.all)
    toClose.push({ provider, days: await changedDays(database, { provider: provider.name, receipts }) })
  return closeEach(deps, toClose)
}

interface DaysToClose {
  provider: PaymentProvider
  /** Oldest first. */
  days: readonly IsoDate[]
}

async function closeEach(
  deps: PaymentsDeps,
  toClose: readonly DaysToClose[],
): Promise<Outcome<ProviderDay[], 'unavailable'>> {
  const closed: ProviderDay[] = []
  const missing: ProviderDay[] = []
  for (const { provider, days } of toClose) {
    let failures = 0
    for (const day of days.toReversed()) {
      if (failures === maxFailuresInARow) break
      const isClosed = (await closeDayOf(deps, { provider, day })) !== undefined
      failures = isClosed ? 0 : failures + 1
      const list = isClosed ? closed : missing
      list.push({ provider: provider.name, day })
    }
  }
  if (missing.length === 0) return ok(closed)
  return refuse('unavailable', missing.map(({ provider, day }) => `${provider} ${day}`).join(', '))
}

/** The days to close at each provider. */
async function daysToClose(deps: PaymentsDeps): Promise<DaysToClose[]> {
  const yesterday = addDays(todayInSaoPaulo(deps.clock.now()), -1)
  const toClose: DaysToClose[] = []
  for (const { provider, approvedAt } of await accountsToClose(deps)) {
    const closed = await closedDays(deps.database, provider.name)
    const approvedOn = approvedAt && todayInSaoPaulo(approvedAt)
    toClose.push({ provider, days: missedDays({ closed, approvedOn, yesterday }) })
  }
  return toClose
}
