import { addDays, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { PaymentsDeps } from '../deps.ts'
import { missedDays } from '../domain/close.ts'
import { firstApproval } from '../payments/store.server.ts'
import { closeDay } from './close-day.ts'
import { closedDays } from './closes-store.server.ts'

/**
 * Closes every past day that some provider has no close of, oldest first: yesterday, and days on which no worker ran or a
 * provider was unavailable, or that follow the time to which a back-up was restored.
 *
 * @returns the days closed; refuses `unavailable` at the first one that a provider does not answer for
 */
export async function closeMissedDays(deps: PaymentsDeps): Promise<Outcome<IsoDate[], 'unavailable'>> {
  const closed: IsoDate[] = []
  for (const day of await daysToClose(deps)) {
    const result = await closeDay(deps, { day })
    if (!result.ok) return refuse('unavailable', result.detail)
    closed.push(day)
  }
  return ok(closed)
}

async function daysToClose({ database, clock, providers }: PaymentsDeps): Promise<IsoDate[]> {
  const yesterday = addDays(todayInSaoPaulo(clock.now()), -1)
  const days = new Set<IsoDate>()
  for (const { name, isRecordedHere } of providers.all) {
    // Its days are closed together with those of the other providers; old money that is recorded now does not close all
    // of them again.
    if (isRecordedHere) continue
    const closed = await closedDays(database, name)
    const approval = await firstApproval(database, name)
    const approvedOn = approval && todayInSaoPaulo(approval)
    for (const day of missedDays({ closed, approvedOn, yesterday })) days.add(day)
  }
  return [...days].sort()
}
