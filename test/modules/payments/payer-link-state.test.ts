import { expect, test } from 'vitest'
import { payerLinkRule, payerLinkState } from '../../../src/modules/payments/domain/payer-link.ts'

const open = { status: 'pending', underReview: false, phase: undefined } as const

test.each([
  [{ ...open }, 'owed'],
  [{ ...open, phase: 'waiting' }, 'waiting'],
  [{ ...open, phase: 'issuing' }, 'owed'],
  [{ ...open, phase: 'expired' }, 'owed'],
  [{ ...open, phase: 'cancelled' }, 'owed'],
  [{ ...open, phase: 'failed' }, 'owed'],
  [{ ...open, phase: 'review' }, 'review'],
  [{ ...open, phase: 'amount_mismatch' }, 'review'],
  [{ ...open, phase: 'waiting', underReview: true }, 'review'],
  [{ ...open, phase: 'approved' }, 'paid'],
  [{ ...open, status: 'paid' }, 'paid'],
  // Nothing is payable any more: the link is treated like one that never existed.
  [{ ...open, status: 'cancelled' }, undefined],
  [{ ...open, status: 'refunded' }, undefined],
] as const)('a link with %j is %s', (given, state) => {
  expect(payerLinkState(given)).toBe(state)
})

test('a link is valid for thirty days and allows few codes', () => {
  expect(payerLinkRule).toEqual({ days: 30, codesPerHour: 20, codesPerHourOfNetwork: 10 })
})
