import type { TestCase } from './test-reports.ts'

/** The beginning of the title of a test in a file; `of` is how the title goes on. */
export interface PointedTest {
  readonly file: string
  readonly title: string
  readonly of?: string
}

/**
 * What is wrong with pointers to tests, one sentence each: a test counts only if it passed in this run at least once
 * and failed nowhere.
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
