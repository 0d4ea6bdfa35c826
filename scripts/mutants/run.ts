import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from '../lib/imports.ts'
import type { Mutant } from './generate.ts'
import type { Coverage, Job, Status } from './jobs.ts'
import { openPool } from './pool.ts'
import { isPureTest, reachedBy, targetsAmong } from './targets.ts'

export interface MutantResult extends Mutant {
  readonly status: Status
  /** How many test files cover the mutant. */
  readonly tests: number
}

export interface RunSettings {
  /** Root of the code and its tests. */
  readonly folder: string
  /** Every file of the code and of the tests, by path from the folder. */
  readonly sources: Sources
  /** The unit tests; only those that are pure run. */
  readonly tests: readonly string[]
  /** Which of all mutants to run; the same ones for the same sources. */
  readonly choose: (mutants: readonly Mutant[]) => readonly Mutant[]
  readonly workers: number
  readonly progress: (line: string) => void
}

/**
 * Runs mutants against the tests that cover them: a mutant is caught when one fails, a timeout when one does not end, and has
 * survived otherwise.
 *
 * @throws Error if a test fails without any mutant
 */
export async function runMutants(settings: RunSettings): Promise<MutantResult[]> {
  const { folder, sources, workers, progress } = settings
  const targets = targetsAmong(sources)
  const numbers = new Map(
    targets.flatMap(({ first, mutants }) => mutants.map((mutant, index) => [mutant.key, first + index])),
  )
  const chosen = settings.choose(targets.flatMap(({ mutants }) => mutants))
  const files = new Set(chosen.map(({ file }) => file))
  const pureTests = settings.tests.filter((test) =>
    isPureTest(test, readFileSync(join(folder, test), 'utf8')),
  )
  const tests = [...reachedBy(pureTests, sources)].flatMap(([test, reached]) =>
    [...files].some((file) => reached.has(file)) ? [test] : [],
  )
  const used = targets.filter(({ file }) => files.has(file))
  const pool = openPool(used, folder, workers)
  try {
    progress(`${chosen.length} mutants, ${tests.length} test files`)
    const coverage = await pool.measureCoverage(tests)
    const jobs = chosen.map((mutant) => jobOf(numbers.get(mutant.key) ?? 0, coverage, folder))
    const step = Math.max(1, Math.ceil(jobs.length / 10))
    const statuses = await pool.runJobs(
      jobs.filter((job) => job.files.length > 0),
      (count) => count % step === 0 && progress(`${count} of ${jobs.length}`),
    )
    return chosen.map((mutant, index) => ({
      ...mutant,
      status: statuses.get(jobs[index]?.mutant ?? 0) ?? 'survived',
      tests: jobs[index]?.files.length ?? 0,
    }))
  } finally {
    pool.close()
  }
}

/** The tests that cover a mutant, the quickest files first; all tests of a file that covers it on import. */
function jobOf(mutant: number, coverage: ReadonlyMap<string, Coverage>, folder: string): Job {
  const files = [...coverage]
    .toSorted(([, a], [, b]) => a.hits - b.hits)
    .flatMap(([test, { atImport, byTest, hits }]) => {
      const file = { path: join(folder, test), limit: hits * 20 + 200_000 }
      if (atImport.includes(mutant)) return [file]
      const tests = byTest.flatMap((numbers, index) => (numbers.includes(mutant) ? [index] : []))
      return tests.length > 0 ? [{ ...file, tests }] : []
    })
  return { mutant, files }
}
