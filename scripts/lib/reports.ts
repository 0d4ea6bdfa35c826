import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Numbers of test cases by outcome. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The failed ones: file and title, and the first line of why. The summary repeats them, where they are found. */
  readonly failures?: readonly string[]
  /** Those that passed on their second try only, in the same words: the summary names them, because a race hides there. */
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

/** `12 passed, 0 failed`, with `, 3 skipped` where some were. */
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
  /** Why the file itself failed, if it did not even start. */
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

/** A test that passed keeps the messages of its tries before. */
function flakyOfFile({ name, assertionResults }: VitestFile): string[] {
  return assertionResults
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => failureLine(basename(name), fullName, failureMessages?.[0]))
}

function failuresOfFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = basename(name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [failureLine(file, 'not run', message)]
  return failed.map(({ fullName, failureMessages }) => failureLine(file, fullName, failureMessages?.[0]))
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
 * The tally of a step: its test cases, with at least one failure if the step failed without a failed case (a crash, no
 * tests found); a step without test cases (types, lint) counts as one.
 */
export function stepTally(succeeded: boolean, cases: Tally | undefined): Tally {
  if (succeeded) return cases ?? { ...nothing, passed: 1 }
  if (!cases) return { ...nothing, failed: 1 }
  return cases.failed > 0 ? cases : { ...cases, failed: 1 }
}
