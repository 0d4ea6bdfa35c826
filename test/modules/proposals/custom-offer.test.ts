import { expect, test } from 'vitest'
import { currentStatusOf, offerMachine } from '../../../src/modules/proposals/domain/custom-offer.ts'

test('an offer can be accepted or withdrawn, and both are final', () => {
  const { states, canMove } = offerMachine
  expect(offerMachine.reachable().sort()).toEqual([...states].sort())
  expect(states.flatMap((from) => states.filter((to) => canMove(from, to)).map((to) => [from, to]))).toEqual([
    ['sent', 'accepted'],
    ['sent', 'withdrawn'],
  ])
})

test('only an open offer expires, on the day after its validity', () => {
  const validUntil = '2026-12-01'
  const statusOn = (status: 'sent' | 'accepted' | 'withdrawn', today: string) =>
    currentStatusOf({ status, validUntil }, today)
  expect(statusOn('sent', '2026-12-01')).toBe('sent')
  expect(statusOn('sent', '2026-12-02')).toBe('expired')
  expect(statusOn('accepted', '2026-12-02')).toBe('accepted')
  expect(statusOn('withdrawn', '2026-12-02')).toBe('withdrawn')
})
