import { expect, test } from 'vitest'
import { playwrightTally, stepTally, sum, tallyLine, vitestTally } from '../../scripts/lib/reports.ts'

const cases = { passed: 3, failed: 0, skipped: 0 }

test('a Vitest report is counted, with todo tests as skipped', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(vitestTally(JSON.stringify(report))).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('a Playwright report is counted, with flaky tests as passed', () => {
  const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } }
  expect(playwrightTally(JSON.stringify(report))).toEqual({ passed: 8, failed: 1, skipped: 2 })
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
