// The only test of the Vitest that runs mutants: it runs the tests of other files repeatedly, with one mutant enabled at a time,
// and appends a line for each result. Nothing is restarted except what the tests' own hooks start, so a mutant costs as much as
// its tests.
import { appendFileSync } from 'node:fs'
import { not } from 'drizzle-orm'
import fc from 'fast-check'
import { inject, test, vi } from 'vitest'
import type { Answer, Coverage, Job, Status } from './jobs.ts'
import { type Body, newScope, type RecordedTest, type Scope } from './recorder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    jobs: readonly Job[]
    answers: string
  }
}

declare global {
  var __mutant: ((number: number) => boolean) | undefined
  /** Used by the mutants of queries, whose files may not import it. */
  var __not: typeof not | undefined
}

class HitLimitExceeded extends Error {}

/** Long timeout for runs without a mutant, because the machine may be busy. */
const measuringTimeoutMs = 180_000
const say = (answer: Answer) => appendFileSync(inject('answers'), `${JSON.stringify(answer)}\n`)
const files = new Map<string, readonly RecordedTest[]>()

test('runs mutants', { timeout: 0 }, async () => {
  // Uses the same examples each time and does not search for the smallest one: it is enough that a property fails.
  fc.configureGlobal({ seed: 20_261_122, endOnFailure: true })
  globalThis.__not = not
  for (const { mutant, files } of inject('jobs')) {
    if (mutant === 0) {
      for (const { path } of files) say({ path, ...(await measureCoverage(path)) })
      continue
    }
    say({ began: mutant })
    say({ mutant, status: await runMutant(mutant, files) })
  }
})

async function runMutant(mutant: number, jobFiles: Job['files']): Promise<Status> {
  for (const { path, tests, reload, limit, timeoutMs } of jobFiles) {
    let hits = 0
    globalThis.__mutant = (asked) => {
      if (++hits > limit) throw new HitLimitExceeded()
      return asked === mutant
    }
    try {
      if (reload) forgetModules()
      const recorded = await load(path)
      await runTests(tests ? tests.flatMap((index) => recorded[index] ?? []) : recorded, timeoutMs)
    } catch (error) {
      return error instanceof HitLimitExceeded || hits > limit ? 'timeout' : 'caught'
    } finally {
      if (reload) forgetModules()
    }
  }
  return 'survived'
}

async function measureCoverage(path: string): Promise<Coverage> {
  let hit = new Set<number>()
  let hits = 0
  globalThis.__mutant = (asked) => {
    hits++
    hit.add(asked)
    return false
  }
  const byTest: Coverage['byTest'][number][] = []
  const atImport: number[] = []
  let setUp = 0
  let error: { error?: string } = {}
  try {
    forgetModules()
    const recorded = await load(path)
    atImport.push(...hit)
    for (const one of recorded) {
      hit = new Set()
      // One failure may be caused by the machine; a test that fails twice depends on another test.
      const run = async () => {
        const began = performance.now()
        const around = await runTests([one], measuringTimeoutMs)
        return { around, duration: performance.now() - began - around }
      }
      const ran = await run()
        .catch(run)
        .catch((reason: unknown) => ({ error: `${one.name}: ${reason}` }))
      if ('error' in ran) byTest.push({ mutants: [...hit], duration: 0, error: ran.error })
      else {
        byTest.push({ mutants: [...hit], duration: ran.duration })
        setUp += ran.around / recorded.length
      }
      say({ measured: path })
    }
  } catch (reason) {
    error = { error: String(reason) }
  }
  return { ...error, atImport, setUp, byTest, hits }
}

/**
 * Discards the loaded modules, so that the tables and constants of a mutated file are created again, with or without the mutant.
 */
function forgetModules(): void {
  vi.resetModules()
  files.clear()
}

async function load(path: string): Promise<readonly RecordedTest[]> {
  const known = files.get(path)
  if (known) return known
  globalThis.__recording = { tests: [], scopes: [newScope()], finishers: [] }
  await import(path)
  files.set(path, globalThis.__recording.tests)
  return globalThis.__recording.tests
}

/**
 * Runs tests of one file with their hooks. Throws at the first failure; the clean-up hooks run in any case.
 *
 * @returns how many milliseconds the hooks around all tests took
 */
async function runTests(tests: readonly RecordedTest[], timeoutMs: number): Promise<number> {
  const entered: Scope[] = []
  let around = 0
  const inTime = (body: Body) => within(body, timeoutMs)
  /** Runs a clean-up hook and ignores its failure, which adds no information after a mutant. */
  const quietly = (hook: Body) => inTime(hook).catch(() => {})
  const timed = async (run: () => Promise<void>) => {
    const began = performance.now()
    await run()
    around += performance.now() - began
  }
  try {
    for (const { scopes, body } of tests) {
      for (const scope of scopes.filter((one) => !entered.includes(one))) {
        entered.push(scope)
        await timed(async () => {
          for (const hook of scope.beforeAll) await inTime(hook)
        })
      }
      globalThis.__recording = { tests: [], scopes: [...scopes], finishers: [] }
      try {
        for (const hook of scopes.flatMap(({ beforeEach }) => beforeEach)) await inTime(hook)
        await inTime(body)
      } finally {
        const hooks = scopes.flatMap(({ afterEach }) => afterEach)
        for (const hook of [...globalThis.__recording.finishers, ...hooks]) await quietly(hook)
      }
    }
  } finally {
    await timed(async () => {
      for (const scope of entered.toReversed())
        for (const hook of scope.afterAll.toReversed()) await quietly(hook)
    })
  }
  return around
}

async function within(body: Body, timeoutMs: number): Promise<void> {
  const result = body()
  if (!(result instanceof Promise)) return
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new HitLimitExceeded()), timeoutMs)
  await Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}
