import { expect, test } from 'vitest'
import { playwrightTally, stepTally, sum, tallyLine, vitestTally } from '../../scripts/lib/reports.ts'

const cases = { passed: 3, failed: 0, skipped: 0 }

test('a Vitest report is counted, with todo tests as skipped', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
  }
  expect(vitestTally(JSON.stringify(report))).toMatchObject({ passed: 5, failed: 1, skipped: 3 })
})

test('names Vitest failures with their reason, files that did not start, and tests that passed at the second try', () => {
  const red = '\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at here'
  const testResults = [
    {
      name: '/any/where/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'holds' },
        { status: 'failed', fullName: 'breaks', failureMessages: [red] },
        { status: 'passed', fullName: 'flakes', failureMessages: [red] },
      ],
    },
    { name: '/any/where/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  expect(vitestTally(JSON.stringify({ testResults }))).toMatchObject({
    failures: ['a.test.ts: breaks: AssertionError: expected 1 to be 2', 'b.test.ts: not run: no such module'],
    flaky: ['a.test.ts: flakes: AssertionError: expected 1 to be 2'],
  })
})

test('counts flaky tests of a Playwright report as passed, and names its failures', () => {
  const failed = {
    title: 'breaks',
    tests: [{ status: 'unexpected', results: [{ error: { message: 'why' } }] }],
  }
  const flaky = {
    title: 'flakes',
    tests: [{ status: 'flaky', results: [{ error: { message: 'once' } }, {}] }],
  }
  const suites = [{ file: 'a.spec.ts', specs: [flaky], suites: [{ file: 'a.spec.ts', specs: [failed] }] }]
  const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, suites }
  expect(playwrightTally(JSON.stringify(report))).toEqual({
    passed: 8,
    failed: 1,
    skipped: 2,
    failures: ['a.spec.ts: breaks: why'],
    flaky: ['a.spec.ts: flakes: once'],
  })
})

test('a step without test cases counts as one', () => {
  expect(stepTally(true, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(stepTally(false, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a failed step with only passed cases counts as failed', () => {
  expect(stepTally(false, cases)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(stepTally(true, cases)).toEqual(cases)
})

test('the last line mentions skipped cases only if there are any', () => {
  expect(tallyLine(sum([cases, cases]))).toBe('6 passed, 0 failed')
  expect(tallyLine(sum([cases, { passed: 0, failed: 1, skipped: 2 }]))).toBe('3 passed, 1 failed, 2 skipped')
})
