import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { NumbersDeps } from './deps.ts'
import type { VisitStep } from './domain/visit.ts'
import { addVisits } from './store.server.ts'

/** How long counts are batched before they are stored, in milliseconds. */
const GATHERING = 15_000

/**
 * Counts steps on the way to a contract. Adds no latency to the request: counts are batched in memory. A killed process loses its
 * unstored counts, which is negligible among a day's thousands.
 */
export function createVisitCounter({
  database,
  clock,
  log,
}: Pick<NumbersDeps, 'database' | 'clock' | 'log'>) {
  let gathered = new Map<VisitStep, number>()
  let timer: NodeJS.Timeout | undefined

  /** Stores the counts since the last flush. A failure is logged. */
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
