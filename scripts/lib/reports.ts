import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Numbers of test cases by outcome. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The failed test cases: file, title and the first line of the reason. The summary repeats them. */
  readonly failures?: readonly string[]
  /**
   * The test cases that passed only on their second try, in the same format. The summary names them, because they may indicate a
   * race condition.
   */
  readonly flaky?: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    ({ passed, failed, skipped }, other) => ({
      passed: passed + other.passed,
      failed: failed + other.failed,
      skipped: skipped + other.skipped,
    }),
    nothing,
  )
}

/** Formats a tally: `12 passed, 0 failed`, with `, 3 skipped` if some were skipped. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly VitestFile[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  /** Reason why the file itself failed, if it did not even start. */
  readonly message?: string
  readonly assertionResults: readonly { status: string; fullName: string; failureMessages?: string[] }[]
}

/** Reads the report of Vitest's `json` reporter. */
export function vitestTally(json: string): Tally {
  const report = JSON.parse(json) as VitestReport
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOfFile),
    flaky: report.testResults.flatMap(flakyOfFile),
  }
}

/** Returns the tests that passed only after a failed try: such a test keeps the messages of its earlier tries. */
function flakyOfFile(file: VitestFile): string[] {
  return linesOf(
    file,
    ({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0,
  )
}

function failuresOfFile(file: VitestFile): string[] {
  const failed = linesOf(file, ({ status }) => status === 'failed')
  const didNotStart = failed.length === 0 && file.status === 'failed'
  return didNotStart ? [failureLine(basename(file.name), 'not run', file.message)] : failed
}

function linesOf(
  { name, assertionResults }: VitestFile,
  isListed: (result: VitestFile['assertionResults'][number]) => boolean,
): string[] {
  return assertionResults
    .filter(isListed)
    .map(({ fullName, failureMessages }) => failureLine(basename(name), fullName, failureMessages?.[0]))
}

function failureLine(file: string, title: string, why = ''): string {
  const reason = stripVTControlCharacters(why).split('\n')[0] ?? ''
  return `${file}: ${title}${reason ? `: ${reason}` : ''}`
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  readonly suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    title: string
    tests: readonly { status: string; results: readonly { error?: { message?: string } }[] }[]
  }[]
}

/** Reads the report of Playwright's `json` reporter. A flaky test passed on its second try. */
export function playwrightTally(json: string): Tally {
  const { stats, suites } = JSON.parse(json) as PlaywrightReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => linesOfSuite(suite, 'unexpected')),
    flaky: suites.flatMap((suite) => linesOfSuite(suite, 'flaky')),
  }
}

function linesOfSuite(
  { file, specs, suites = [] }: PlaywrightSuite,
  wanted: 'unexpected' | 'flaky',
): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => failureLine(file, title, results.findLast(({ error }) => error)?.error?.message)),
  )
  return [...own, ...suites.flatMap((suite) => linesOfSuite(suite, wanted))]
}

/**
 * Returns the tally of a step: its test cases, with at least one failure if the step failed without a failed case (a crash, no
 * tests found); a step without test cases (types, lint) counts as one.
 */
export function stepTally(succeeded: boolean, cases: Tally | undefined): Tally {
  if (succeeded) return cases ?? { ...nothing, passed: 1 }
  if (!cases) return { ...nothing, failed: 1 }
  return cases.failed > 0 ? cases : { ...cases, failed: 1 }
}
