import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from '../lib/imports.ts'
import type { Mutant } from './generate.ts'
import type { Coverage, Job, Status } from './jobs.ts'
import { openKept } from './kept.ts'
import { inOrder } from './order.ts'
import { openPool } from './pool.ts'
import { oneLine } from './survivors.ts'
import { reachedBy, type Target, targetsAmong, targetsWith } from './targets.ts'
import type { Tier } from './tiers.ts'
import type { TestServer } from './worker.ts'

export interface MutantResult extends Mutant {
  readonly status: Status
  /** Number of test files that cover the mutant. */
  readonly tests: number
}

export interface RunSettings {
  /** Root of the code and its tests. */
  readonly folder: string
  /** Every file of the code and of the tests, by path from the folder. */
  readonly sources: Sources
  /** Files to mutate, and tests that judge the mutants. */
  readonly tier: Tier
  readonly tests: readonly string[]
  /** Database that the tests receive (test/support/database.ts). */
  readonly database?: TestServer
  /** Chooses the mutants to run; the same ones for the same sources. */
  readonly choose: (mutants: readonly Mutant[]) => readonly Mutant[]
  readonly workers: number
  /** Milliseconds after which no more mutants are judged; the results do not include the remaining ones. */
  readonly timeMs?: number
  /** Folder in which results are stored for later runs. */
  readonly keep?: string
  readonly progress: (line: string) => void
}

/**
 * Runs mutants against the tests that cover them: a mutant is caught when a test fails, a timeout when a test does not end, and
 * has survived otherwise. On a database one run in forty is repeated without the mutant, and failures of these runs are reported.
 *
 * @throws Error if a test fails without any mutant, unless the tests use a database: such a test is left out
 */
export async function runMutants(settings: RunSettings): Promise<MutantResult[]> {
  const { folder, sources, tier, workers, progress, timeMs = Number.POSITIVE_INFINITY } = settings
  const until = Date.now() + timeMs
  const targets = targetsAmong(sources, tier.targets)
  const chosen = settings.choose(targets.flatMap(({ mutants }) => mutants))
  const files = new Set(chosen.map(({ file }) => file))
  const judges = settings.tests.filter((test) => tier.judges(test, readFileSync(join(folder, test), 'utf8')))
  const reached = reachedBy(judges, sources)
  const tests = [...reached].flatMap(([test, some]) =>
    [...files].some((file) => some.has(file)) ? [test] : [],
  )
  const { silenceMs } = tier
  const kept = settings.keep
    ? openKept({ folder: settings.keep, sources, targets, needed: files, reached })
    : undefined
  // Stored coverage is also useful for the next slice, so everything is measured, once.
  const used = kept ? targets : targetsWith(targets, chosen)
  const numbers = new Map(
    used.flatMap(({ first, mutants }) => mutants.map((mutant, index) => [mutant.key, first + index])),
  )
  const pool = openPool({ targets: used, folder, workers, silenceMs, database: settings.database })
  try {
    const known = new Map(
      tests.flatMap((test) => {
        const coverage = kept?.coverageOf(test)
        return coverage ? [[test, coverage] as const] : []
      }),
    )
    const unknown = tests.filter((test) => !known.has(test))
    progress(`${chosen.length} mutants, ${tests.length} test files, ${unknown.length} to be measured`)
    const measured = await pool.measureCoverage(unknown, (test, coverage) => {
      kept?.keepCoverage(test, coverage)
      if (kept) progress(`measured ${test}`)
    })
    const coverage = new Map([...known, ...measured])
    const failures = failuresIn(coverage)
    if (failures.length > 0 && !tier.database)
      throw new Error(`Without a mutant these fail: ${failures.join(', ')}`)
    for (const failure of failures) progress(`left out, because it fails alone: ${oneLine(failure)}`)
    const jobOf = jobsOver(coverage, { folder, targets: used, tier })
    const work = chosen.map((mutant) => {
      const job = jobOf(numbers.get(mutant.key) ?? 0)
      const judges = job.files.map(({ path, tests = [] }) => ({
        file: path.slice(folder.length + 1).replaceAll('\\', '/'),
        tests,
      }))
      return { mutant, job, judges, status: kept?.statusOf(mutant, judges) }
    })
    const open = work.filter(({ job, status }) => status === undefined && job.files.length > 0)
    const byNumber = new Map(open.map((one) => [one.job.mutant, one]))
    const controls = tier.database
      ? open.flatMap(({ job }, index) => (index % 40 === 20 ? [{ ...job, mutant: -job.mutant }] : []))
      : []
    if (kept) progress(`${open.length} to be judged; of the others the answer is kept`)
    const step = Math.max(1, Math.ceil(open.length / 10))
    // The control runs are placed among the mutants, so that they run under the same machine load.
    const jobs = [...open.map(({ job }) => job), ...controls].toSorted(
      (a, b) => Math.abs(a.mutant) - Math.abs(b.mutant) || a.mutant - b.mutant,
    )
    const done = (count: number, { mutant }: Job, status: Status) => {
      const one = byNumber.get(mutant)
      if (one) kept?.keepStatus(one.mutant, one.judges, status)
      if (one && kept && status === 'survived') progress(`survived ${changeOf(one.mutant)}`)
      if (count % step === 0) progress(`${count} of ${jobs.length}`)
    }
    const statuses = await pool.runJobs(jobs, done, until)
    const tried = controls.flatMap(({ mutant }) => statuses.get(mutant) ?? [])
    const wrong = tried.filter((status) => status !== 'survived').length
    if (tried.length > 0)
      progress(`${wrong} of ${tried.length} runs without a mutant failed: as many are caught by chance`)
    return work.flatMap(({ mutant, job, status }) => {
      // An earlier survivor that could not be judged again in time counts as survived; leaving it out would improve the score
      // unfairly.
      const isSurvivor = job.files.length === 0 || kept?.hasSurvived(mutant)
      const found = status ?? statuses.get(job.mutant) ?? (isSurvivor ? 'survived' : undefined)
      return found ? [{ ...mutant, status: found, tests: job.files.length }] : []
    })
  } finally {
    pool.close()
  }
}

/**
 * Returns the tests for a mutant, within the budget, in the order of `inOrder`. If a file runs the mutant on import, all of its
 * tests count.
 */
function jobsOver(
  coverage: ReadonlyMap<string, Coverage>,
  { folder, targets, tier }: { folder: string; targets: readonly Target[]; tier: Tier },
): (mutant: number) => Job {
  const tests = [...coverage].flatMap(([file, { byTest }]) =>
    byTest.flatMap(({ mutants, duration, error }, index) =>
      error === undefined ? [{ file, index, duration, mutants: new Set(mutants) }] : [],
    ),
  )
  const imported = new Map([...coverage].map(([file, { atImport }]) => [file, new Set(atImport)]))
  const setUpOf = (file: string) => coverage.get(file)?.setUp ?? 0
  return (mutant) => {
    const target = targets.find(({ first, mutants }) => mutant >= first && mutant < first + mutants.length)
    const own = (target?.mutants ?? []).map((_, index) => (target?.first ?? 0) + index)
    const candidates = tests
      .filter((test) => test.mutants.has(mutant) || imported.get(test.file)?.has(mutant))
      .map((test) => ({ ...test, reached: own.filter((one) => test.mutants.has(one)) }))
    const files: { path: string; tests: number[]; longest: number }[] = []
    for (const { file, index, duration } of inOrder(candidates, { setUpOf, budgetMs: tier.budgetMs })) {
      const known = files.find(({ path }) => path === file)
      if (!known) files.push({ path: file, tests: [index], longest: duration })
      else Object.assign(known, { longest: Math.max(known.longest, duration) }).tests.push(index)
    }
    return {
      mutant,
      files: files.map(({ path, tests, longest }) => ({
        path: join(folder, path),
        tests: tests.toSorted((a, b) => a - b),
        reload: imported.get(path)?.has(mutant) ?? false,
        limit: (coverage.get(path)?.hits ?? 0) * 20 + 200_000,
        timeoutMs: tier.database ? 30_000 + 10 * Math.max(longest, setUpOf(path)) : 15_000,
      })),
    }
  }
}

function changeOf({ file, line, operator, text, replacement }: Mutant): string {
  return `${file}:${line} ${operator}: ${text} -> ${oneLine(replacement) || '(removed)'}`
}

function failuresIn(coverage: ReadonlyMap<string, Coverage>): string[] {
  return [...coverage].flatMap(([file, { error, byTest }]) =>
    [error, ...byTest.map((test) => test.error)].flatMap((reason) =>
      reason === undefined ? [] : [`${file}: ${reason}`],
    ),
  )
}
