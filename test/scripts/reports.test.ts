import { expect, test } from 'vitest'
import { playwrightTally, stepTally, sum, tallyLine, vitestTally } from '../../scripts/lib/reports.ts'

const cases = { passed: 3, failed: 0, skipped: 0 }

test('a report of Vitest is counted, what is still to do among the skipped', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(vitestTally(JSON.stringify(report))).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('a report of Playwright is counted, a test that passed at its second try as passed', () => {
  const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } }
  expect(playwrightTally(JSON.stringify(report))).toEqual({ passed: 8, failed: 1, skipped: 2 })
})

test('a step without cases of its own counts as one', () => {
  expect(stepTally(true, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(stepTally(false, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a step that failed with every case passing still fails', () => {
  expect(stepTally(false, cases)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(stepTally(true, cases)).toEqual(cases)
})

test('the last line names the skipped only where there are some', () => {
  expect(tallyLine(sum([cases, cases]))).toBe('6 passed, 0 failed')
  expect(tallyLine(sum([cases, { passed: 0, failed: 1, skipped: 2 }]))).toBe('3 passed, 1 failed, 2 skipped')
})
