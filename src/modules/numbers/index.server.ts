import { HOUR, SECOND } from '../../core/durations.ts'
import { bind } from '../../core/use-case.ts'
import { refreshFigures } from '../../platform/figures/figures.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { checkSomeDays } from './check-figures.ts'
import { createVisitCounter } from './count-visits.ts'
import type { NumbersDeps } from './deps.ts'
import { numbersJobs } from './jobs.ts'
import { readNumbers } from './read-numbers.ts'

export type { PromiseKind } from './domain/shown-figures.ts'
export type { PeriodNumbers, WayStage } from './read-numbers.ts'

/** The numbers for the team: daily totals, and the conversion of visitors into contracts. */
export function createNumbers(deps: NumbersDeps) {
  const { bound } = bind(deps)
  const { countVisit, flush } = createVisitCounter(deps)
  const refresh = async () => {
    for (const source of deps.sources) await refreshFigures(deps, source)
  }
  return {
    /** Counts a step on the way to a contract; the visitor is not identified. */
    countVisit,
    /** Stores the counted visits that are not stored yet. */
    flushVisits: flush,
    /** Reads the figures of a period. */
    readNumbers: bound(readNumbers),
    /** Recalculates the figures of every day that changed. */
    refresh,
    jobs: handleJobs(numbersJobs, {
      'numbers.refresh': { retryLimit: 0, every: { seconds: 60 }, run: refresh },
      'numbers.check': {
        retryLimit: 0,
        every: { seconds: HOUR / SECOND },
        async run() {
          await checkSomeDays(deps)
        },
      },
    }),
  }
}
