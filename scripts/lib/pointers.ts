import type { TestCase } from './test-reports.ts'

/** The start of a test's title in a file; `of` is its continuation. */
export interface PointedTest {
  readonly file: string
  readonly title: string
  readonly of?: string
}

/**
 * Returns the broken pointers to tests, one sentence each: a test counts only if it passed at least once in this run and never
 * failed.
 *
 * @param cases the test cases of all reports of one run
 */
export function brokenPointers(pointers: readonly PointedTest[], cases: readonly TestCase[]): string[] {
  return pointers.flatMap(({ file, title, of = '' }) => {
    const named = cases.filter((one) => one.file === file && one.title.startsWith(title + of))
    const pointer = `${file}: '${title}${of}'`
    if (named.some(({ outcome }) => outcome === 'failed')) return [`${pointer} failed`]
    if (named.some(({ outcome }) => outcome === 'passed')) return []
    return [named.length > 0 ? `${pointer} was skipped` : `${pointer} did not run`]
  })
}
