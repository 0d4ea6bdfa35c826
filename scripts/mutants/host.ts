// The only test of the Vitest that runs mutants: it runs the tests of other files again and again, with one mutant on at a
// time, and appends a line for each answer. Nothing starts anew, so a mutant costs what its tests cost.
import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { inject, test, vi } from 'vitest'
import type { Answer, Coverage, Job, Status } from './jobs.ts'
import type { Body } from './recorder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    jobs: readonly Job[]
    answers: string
  }
}

declare global {
  var __mutant: ((number: number) => boolean) | undefined
}

class HitLimitExceeded extends Error {}

const testTimeoutMs = 5_000
const say = (answer: Answer) => appendFileSync(inject('answers'), `${JSON.stringify(answer)}\n`)

test('runs mutants', { timeout: 0 }, async () => {
  // The same examples each time, and no search for the smallest: that a property fails is enough.
  fc.configureGlobal({ seed: 20_261_122, endOnFailure: true })
  for (const { mutant, files } of inject('jobs')) {
    if (mutant === 0) {
      for (const { path } of files) say({ path, ...(await measureCoverage(path)) })
      continue
    }
    say({ began: mutant })
    say({ mutant, status: await runMutant(mutant, files) })
  }
})

async function runMutant(mutant: number, files: Job['files']): Promise<Status> {
  for (const { path, tests, limit } of files) {
    let hits = 0
    globalThis.__mutant = (asked) => {
      if (++hits > limit) throw new HitLimitExceeded()
      return asked === mutant
    }
    try {
      const bodies = await load(path)
      for (const [index, body] of bodies.entries()) if (!tests || tests.includes(index)) await inTime(body)
    } catch (error) {
      return error instanceof HitLimitExceeded || hits > limit ? 'timeout' : 'caught'
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
  const began = performance.now()
  const byTest: number[][] = []
  const atImport: number[] = []
  let error: { error?: string } = {}
  try {
    const bodies = await load(path)
    atImport.push(...hit)
    for (const body of bodies) {
      hit = new Set()
      await inTime(body)
      byTest.push([...hit])
    }
  } catch (reason) {
    error = { error: String(reason) }
  }
  return { ...error, atImport, byTest, hits, duration: performance.now() - began }
}

/** Reads a test file and all that it imports anew: tables and constants are made with the mutant in them. */
async function load(path: string): Promise<readonly Body[]> {
  vi.resetModules()
  globalThis.__tests = []
  await import(path)
  return globalThis.__tests
}

async function inTime(body: Body): Promise<void> {
  const result = body()
  if (!(result instanceof Promise)) return
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new HitLimitExceeded()), testTimeoutMs)
  await Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}
