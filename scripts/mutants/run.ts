import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from '../lib/imports.ts'
import type { Mutant } from './generate.ts'
import type { Coverage, Job, Status } from './jobs.ts'
import { openPool } from './pool.ts'
import { reachedBy, targetsAmong } from './targets.ts'
import type { Tier } from './tiers.ts'
import type { TestServer } from './worker.ts'

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
  /** What is mutated, and which of the tests judge it. */
  readonly tier: Tier
  readonly tests: readonly string[]
  /** The database of the tests, as they ask for it (test/support/database.ts). */
  readonly database?: TestServer
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
  const { folder, sources, tier, workers, progress } = settings
  const targets = targetsAmong(sources, tier.targets)
  const numbers = new Map(
    targets.flatMap(({ first, mutants }) => mutants.map((mutant, index) => [mutant.key, first + index])),
  )
  const chosen = settings.choose(targets.flatMap(({ mutants }) => mutants))
  const files = new Set(chosen.map(({ file }) => file))
  const judges = settings.tests.filter((test) => tier.judges(test, readFileSync(join(folder, test), 'utf8')))
  const tests = [...reachedBy(judges, sources)].flatMap(([test, reached]) =>
    [...files].some((file) => reached.has(file)) ? [test] : [],
  )
  const used = targets.filter(({ file }) => files.has(file))
  const { silenceMs, budgetMs } = tier
  const pool = openPool({ targets: used, folder, workers, silenceMs, database: settings.database })
  try {
    progress(`${chosen.length} mutants, ${tests.length} test files`)
    const coverage = await pool.measureCoverage(tests)
    const failures = failuresIn(coverage)
    if (failures.length > 0 && !tier.database)
      throw new Error(`Without a mutant these fail: ${failures.join(', ')}`)
    for (const failure of failures) progress(`left out, because it fails alone: ${failure}`)
    const jobs = chosen.map((mutant) => jobOf(numbers.get(mutant.key) ?? 0, coverage, { folder, budgetMs }))
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

/** The tests that run a mutant, the quickest first within the budget; of a file that runs it on import, all of them count. */
function jobOf(
  mutant: number,
  coverage: ReadonlyMap<string, Coverage>,
  { folder, budgetMs }: { folder: string; budgetMs: number },
): Job {
  const candidates = [...coverage].flatMap(([file, { atImport, byTest }]) => {
    const reload = atImport.includes(mutant)
    return byTest.flatMap(({ mutants, duration, error }, index) =>
      error === undefined && (reload || mutants.includes(mutant)) ? [{ file, index, duration }] : [],
    )
  })
  const chosen: typeof candidates = []
  let spent = 0
  for (const candidate of candidates.toSorted((a, b) => a.duration - b.duration)) {
    spent += candidate.duration
    if (chosen.length === 0 || spent <= budgetMs) chosen.push(candidate)
  }
  const files = [...coverage]
    .toSorted(([, a], [, b]) => a.hits - b.hits)
    .flatMap(([file, { atImport, hits }]) => {
      const tests = chosen.flatMap((one) => (one.file === file ? [one.index] : []))
      const limit = hits * 20 + 200_000
      return tests.length > 0
        ? [{ path: join(folder, file), tests, reload: atImport.includes(mutant), limit }]
        : []
    })
  return { mutant, files }
}

function failuresIn(coverage: ReadonlyMap<string, Coverage>): string[] {
  return [...coverage].flatMap(([file, { error, byTest }]) =>
    [error, ...byTest.map((test) => test.error)].flatMap((reason) =>
      reason === undefined ? [] : [`${file}: ${reason}`],
    ),
  )
}
