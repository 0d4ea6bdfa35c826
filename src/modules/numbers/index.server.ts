import { bind } from '../../core/use-case.ts'
import { refreshFigures } from '../../platform/figures/figures.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { checkSomeDays } from './check-figures.ts'
import { createVisitCounter } from './count-visits.ts'
import type { NumbersDeps } from './deps.ts'
import { numbersJobs } from './jobs.ts'
import { readNumbers } from './read-numbers.ts'

export type { PeriodNumbers, PromiseKind, WayStage } from './read-numbers.ts'

/** The numbers that people look at: what each day came to, and how many find their way to a contract. */
export function createNumbers(deps: NumbersDeps) {
  const { bound } = bind(deps)
  const { countVisit, flush } = createVisitCounter(deps)
  const refresh = async () => {
    for (const source of deps.sources) await refreshFigures(deps, source)
  }
  return {
    /** Counts a step on the way to a contract; of whom is not known here. */
    countVisit,
    /** Stores the visits that were counted and not stored yet. */
    flushVisits: flush,
    /** What a period came to. */
    readNumbers: bound(readNumbers),
    /** Makes the figures of every day that changed. */
    refresh,
    checkSomeDays: () => checkSomeDays(deps),
    jobs: handleJobs(numbersJobs, {
      'numbers.refresh': { retryLimit: 0, every: { seconds: 60 }, run: refresh },
      'numbers.check': {
        retryLimit: 0,
        every: { seconds: 3_600 },
        async run() {
          await checkSomeDays(deps)
        },
      },
    }),
  }
}
