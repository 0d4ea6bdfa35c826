// The one test of the Vitest that judges mutants: it runs the tests of other files again and again, with one mutant on at a
// time, and appends a line for each answer. Nothing starts anew, so a mutant costs what its tests cost.
import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { inject, test, vi } from 'vitest'
import type { Answer, Job, Met, Verdict } from './jobs.ts'
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

class Endless extends Error {}

const testTimeoutMs = 5_000
const say = (answer: Answer) => appendFileSync(inject('answers'), `${JSON.stringify(answer)}\n`)

test('judges', { timeout: 0 }, async () => {
  // The same examples each time, and no search for the smallest: that a property fails is enough.
  fc.configureGlobal({ seed: 20_261_122, endOnFailure: true })
  for (const { mutant, files } of inject('jobs')) {
    if (mutant === 0) {
      for (const { path } of files) say({ path, ...(await meet(path)) })
      continue
    }
    say({ began: mutant })
    say({ mutant, verdict: await judge(mutant, files) })
  }
})

async function judge(mutant: number, files: Job['files']): Promise<Verdict> {
  for (const { path, tests, limit } of files) {
    let questions = 0
    globalThis.__mutant = (asked) => {
      if (++questions > limit) throw new Endless()
      return asked === mutant
    }
    try {
      const bodies = await load(path)
      for (const [index, body] of bodies.entries()) if (!tests || tests.includes(index)) await inTime(body)
    } catch (error) {
      return error instanceof Endless || questions > limit ? 'timeout' : 'caught'
    }
  }
  return 'survived'
}

async function meet(path: string): Promise<Met> {
  let met = new Set<number>()
  let questions = 0
  globalThis.__mutant = (asked) => {
    questions++
    met.add(asked)
    return false
  }
  const began = performance.now()
  const byTest: number[][] = []
  const atImport: number[] = []
  let error: { error?: string } = {}
  try {
    const bodies = await load(path)
    atImport.push(...met)
    for (const body of bodies) {
      met = new Set()
      await inTime(body)
      byTest.push([...met])
    }
  } catch (reason) {
    error = { error: String(reason) }
  }
  return { ...error, atImport, byTest, questions, duration: performance.now() - began }
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
  const timer = setTimeout(() => late.reject(new Endless()), testTimeoutMs)
  await Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}
