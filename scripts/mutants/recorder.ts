// Stands in for `vitest` in the test files: it records each test, so that host.ts can run it many times.
export { expect } from 'vitest'

export type Body = () => unknown

declare global {
  /** The tests of the file that was imported last. */
  var __tests: Body[] | undefined
}

type Each = (name: string, body: (...values: unknown[]) => unknown) => void

const record = (body: Body) => void globalThis.__tests?.push(body)

/** As much of Vitest's `test` as flat tests use. Names do not matter here. */
export const test = Object.assign(
  (_name: string, ...rest: unknown[]) => record(rest.find((value) => typeof value === 'function') as Body),
  {
    each: (table: readonly unknown[]): Each => {
      return (_name, body) => {
        for (const row of table) record(() => (Array.isArray(row) ? body(...row) : body(row)))
      }
    },
    for: (table: readonly unknown[]): Each => {
      return (_name, body) => {
        for (const row of table) record(() => body(row))
      }
    },
  },
)
