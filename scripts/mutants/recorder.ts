// Replaces `vitest` in the test files: it records each test with its hooks, so that host.ts can run it many times.
export { expect, inject, vi } from 'vitest'

export type Body = () => unknown

/** A file or a `describe`, with its hooks. */
export interface Scope {
  readonly beforeAll: Body[]
  readonly afterAll: Body[]
  readonly beforeEach: Body[]
  readonly afterEach: Body[]
}

export interface RecordedTest {
  /** Scopes from the file inwards. */
  readonly scopes: readonly Scope[]
  readonly body: Body
  readonly name: string
}

/** Tests that a file records while it is imported, and the cleanups that a test registers while it runs. */
export interface Recording {
  readonly tests: RecordedTest[]
  scopes: Scope[]
  finishers: Body[]
}

declare global {
  /** Recording of the file that is currently imported or run. */
  var __recording: Recording
}

export function newScope(): Scope {
  return { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] }
}

type Each = (name: string, body: (...values: unknown[]) => unknown) => void

const hook = (kind: keyof Scope) => (body: Body) => void __recording.scopes.at(-1)?.[kind].push(body)
export const beforeAll = hook('beforeAll')
export const afterAll = hook('afterAll')
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')
export const onTestFinished = (body: Body) => void __recording.finishers.push(body)
/** What a failed test would print is of no use: nearly all fail because of a mutant. */
export const onTestFailed = (_body: Body) => {}

const record = (name: string, body: Body) =>
  void __recording.tests.push({ scopes: __recording.scopes, body, name })
const declare = (name: string, ...rest: unknown[]) =>
  record(name, rest.find((value) => typeof value === 'function') as Body)

/** The part of Vitest's `test` that the tests use. Names are only for reports. */
export const test = Object.assign(declare, {
  each: (table: readonly unknown[]): Each => {
    return (name, body) => {
      for (const row of table) record(name, () => (Array.isArray(row) ? body(...row) : body(row)))
    }
  },
  for: (table: readonly unknown[]): Each => {
    return (name, body) => {
      for (const row of table) record(name, () => body(row))
    }
  },
  skipIf: (skipped: unknown) => (skipped ? () => {} : declare),
})

function group(body: Body): void {
  const outer = __recording.scopes
  __recording.scopes = [...outer, newScope()]
  body()
  __recording.scopes = outer
}

export const describe = Object.assign((_name: string, body: Body) => group(body), {
  each: (table: readonly unknown[]): Each => {
    return (_name, body) => {
      for (const row of table) group(() => (Array.isArray(row) ? body(...row) : body(row)))
    }
  },
})
