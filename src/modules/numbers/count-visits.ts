import { todayInSaoPaulo } from '../../core/calendar.ts'
import { gatherCounts } from '../../platform/counts.ts'
import type { NumbersDeps } from './deps.ts'
import type { VisitStep } from './domain/visit.ts'
import { addVisits } from './store.server.ts'

/** Counts steps on the way to a contract; the counts that a killed process loses are negligible among a day's thousands. */
export function createVisitCounter({
  database,
  clock,
  log,
}: Pick<NumbersDeps, 'database' | 'clock' | 'log'>) {
  const { count, flush } = gatherCounts<VisitStep>({
    every: 15_000,
    what: 'visits',
    store: (counts) => addVisits(database, todayInSaoPaulo(clock.now()), counts),
    log,
  })
  return { countVisit: count, flush }
}
