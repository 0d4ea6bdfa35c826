import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from '../lib/imports.ts'
import type { Mutant } from './generate.ts'
import type { Job, Met, Verdict } from './jobs.ts'
import { openBench } from './judges.ts'
import { isJudge, reachedBy, targetsAmong } from './targets.ts'

export interface Judged extends Mutant {
  readonly verdict: Verdict
  /** Test files that meet the mutant. */
  readonly tests: number
}

export interface RunSettings {
  /** Root of the code and its tests. */
  readonly folder: string
  /** Every file of the code and of the tests, by path from the folder. */
  readonly sources: Sources
  /** The unit tests; those that are pure judge. */
  readonly tests: readonly string[]
  /** Which of all mutants to judge; the same ones for the same sources. */
  readonly choose: (mutants: readonly Mutant[]) => readonly Mutant[]
  readonly workers: number
  readonly progress: (line: string) => void
}

/**
 * Judges mutants by the tests that meet them: a mutant is caught when one fails, a timeout when one does not end, and has
 * survived otherwise.
 *
 * @throws Error if a test fails without any mutant
 */
export async function judgeMutants(settings: RunSettings): Promise<Judged[]> {
  const { folder, sources, workers, progress } = settings
  const targets = targetsAmong(sources)
  const numbers = new Map(
    targets.flatMap(({ first, mutants }) => mutants.map((mutant, index) => [mutant.key, first + index])),
  )
  const chosen = settings.choose(targets.flatMap(({ mutants }) => mutants))
  const files = new Set(chosen.map(({ file }) => file))
  const judges = settings.tests.filter((test) => isJudge(test, readFileSync(join(folder, test), 'utf8')))
  const tests = [...reachedBy(judges, sources)].flatMap(([test, reached]) =>
    [...files].some((file) => reached.has(file)) ? [test] : [],
  )
  const used = targets.filter(({ file }) => files.has(file))
  const bench = openBench(used, folder, workers)
  try {
    progress(`${chosen.length} mutants, ${tests.length} test files`)
    const met = await bench.meet(tests)
    const jobs = chosen.map((mutant) => jobOf(numbers.get(mutant.key) ?? 0, met, folder))
    const step = Math.max(1, Math.ceil(jobs.length / 10))
    const verdicts = await bench.judge(
      jobs.filter((job) => job.files.length > 0),
      (count) => count % step === 0 && progress(`${count} of ${jobs.length}`),
    )
    return chosen.map((mutant, index) => ({
      ...mutant,
      verdict: verdicts.get(jobs[index]?.mutant ?? 0) ?? 'survived',
      tests: jobs[index]?.files.length ?? 0,
    }))
  } finally {
    bench.close()
  }
}

/** The tests that meet a mutant, the quickest files first. One that is met as files are read concerns all of a file's tests. */
function jobOf(mutant: number, met: ReadonlyMap<string, Met>, folder: string): Job {
  const files = [...met]
    .toSorted(([, a], [, b]) => a.questions - b.questions)
    .flatMap(([test, { atImport, byTest, questions }]) => {
      const file = { path: join(folder, test), limit: questions * 20 + 200_000 }
      if (atImport.includes(mutant)) return [file]
      const tests = byTest.flatMap((numbers, index) => (numbers.includes(mutant) ? [index] : []))
      return tests.length > 0 ? [{ ...file, tests }] : []
    })
  return { mutant, files }
}
