/** Numbers of test cases by outcome. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
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
}

/** Reads the report of Vitest's `json` reporter. */
export function vitestTally(json: string): Tally {
  const report = JSON.parse(json) as VitestReport
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Reads the report of Playwright's `json` reporter. A flaky test passed on retry; Playwright's list names it. */
export function playwrightTally(json: string): Tally {
  const { stats } = JSON.parse(json) as PlaywrightReport
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
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
