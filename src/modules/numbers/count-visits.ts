import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { NumbersDeps } from './deps.ts'
import type { VisitStep } from './domain/visit.ts'
import { addVisits } from './store.server.ts'

/** How long counts wait for more of them before they are stored, in milliseconds. */
const GATHERING = 15_000

/**
 * Counts steps of the way to a contract. Costs the request nothing: counts are gathered and stored together. What a process that is
 * killed had not stored is lost; among a day's thousands that does not matter.
 */
export function createVisitCounter({
  database,
  clock,
  log,
}: Pick<NumbersDeps, 'database' | 'clock' | 'log'>) {
  let gathered = new Map<VisitStep, number>()
  let timer: NodeJS.Timeout | undefined

  /** Stores what was counted since the last time. Failing to is logged. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counts = gathered
    gathered = new Map()
    try {
      await addVisits(database, todayInSaoPaulo(clock.now()), counts)
    } catch (err) {
      log.warn({ err }, 'could not store the counts of visits')
    }
  }

  function countVisit(step: VisitStep): void {
    gathered.set(step, (gathered.get(step) ?? 0) + 1)
    timer ??= setTimeout(flush, GATHERING).unref()
  }

  return { countVisit, flush }
}
