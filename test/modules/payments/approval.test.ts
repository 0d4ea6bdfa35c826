import { expect, test } from 'vitest'
import { approvalWindowStart, needsApproval } from '../../../src/modules/payments/domain/approval.ts'

test.each([
  [50_000, 50_000, false],
  [50_001, 50_000, true],
  [0, 0, false],
  [1, 0, true],
  [1_000_000_000, undefined, false],
])(
  '%i centavos decided without approval and a limit of %s: approval needed: %s',
  (unapproved, limit, expected) => {
    expect(needsApproval(unapproved, limit)).toBe(expected)
  },
)

test('adds up the decisions of the last thirty days, to the millisecond', () => {
  expect(approvalWindowStart(new Date('2026-12-31T12:00:00.001Z'))).toEqual(
    new Date('2026-12-01T12:00:00.001Z'),
  )
})
