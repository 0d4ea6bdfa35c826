import { expect, test } from 'vitest'
import { breachLines } from '../../../scripts/torture/report.ts'

test('an invariant with hundreds of breaches hides none of another', () => {
  const many = Array.from({ length: 300 }, (_, at) => `centavosBookedOrVisible: payment ${at}: 0.00`)
  const lines = breachLines([...many, 'receiptsRecordedOnce: payment 7: 0.00 received, 200.00 recorded'])
  expect(lines).toHaveLength(12)
  expect(lines.slice(-3)).toEqual([
    '✗ centavosBookedOrVisible: payment 9: 0.00',
    '… and 290 more of centavosBookedOrVisible',
    '✗ receiptsRecordedOnce: payment 7: 0.00 received, 200.00 recorded',
  ])
  expect(breachLines([])).toEqual([])
})
