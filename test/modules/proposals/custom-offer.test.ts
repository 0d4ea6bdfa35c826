import { expect, test } from 'vitest'
import { offerMachine, standingOf } from '../../../src/modules/proposals/domain/custom-offer.ts'

test('an offer is accepted or withdrawn, once and for good', () => {
  const { states, canMove } = offerMachine
  expect(offerMachine.reachable().sort()).toEqual([...states].sort())
  expect(states.flatMap((from) => states.filter((to) => canMove(from, to)).map((to) => [from, to]))).toEqual([
    ['sent', 'accepted'],
    ['sent', 'withdrawn'],
  ])
})

test('only an offer that waits expires, the day after its last', () => {
  const validUntil = '2026-12-01'
  const standing = (status: 'sent' | 'accepted' | 'withdrawn', today: string) =>
    standingOf({ status, validUntil }, today)
  expect(standing('sent', '2026-12-01')).toBe('sent')
  expect(standing('sent', '2026-12-02')).toBe('expired')
  expect(standing('accepted', '2026-12-02')).toBe('accepted')
  expect(standing('withdrawn', '2026-12-02')).toBe('withdrawn')
})
