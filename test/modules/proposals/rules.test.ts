import { expect, test } from 'vitest'
import {
  currentStatusOf,
  MAX_CARD_INSTALMENTS,
  MAX_VALIDITY_DAYS,
  offerMachine,
} from '../../../src/modules/proposals/domain/custom-offer.ts'
import { initialStatus, proposalStatuses } from '../../../src/modules/proposals/domain/proposal-status.ts'

test('an offer is accepted or withdrawn, once', () => {
  const moves = offerMachine.states.map((from) =>
    offerMachine.states.filter((to) => offerMachine.canMove(from, to)),
  )
  expect(moves).toEqual([['accepted', 'withdrawn'], [], []])
  expect(offerMachine.states).toEqual(['sent', 'accepted', 'withdrawn'])
  expect([MAX_VALIDITY_DAYS, MAX_CARD_INSTALMENTS]).toEqual([60, 12])
})

test.each([
  ['sent', '2026-11-20', 'sent'],
  ['sent', '2026-11-21', 'sent'],
  ['sent', '2026-11-22', 'expired'],
  ['accepted', '2026-11-22', 'accepted'],
  ['withdrawn', '2026-11-22', 'withdrawn'],
] as const)('an offer that is %s and valid until the 21st is on %s: %s', (status, today, standing) => {
  expect(currentStatusOf({ status, validUntil: '2026-11-21' }, today)).toBe(standing)
})

test.each([
  ['', ['Ana Souza', 'Fiat', 'Uno 1.0'], 'received'],
  ['  ', ['Ana'], 'received'],
  ['x', ['Ana'], 'suspected'],
  ['', ['Ana', 'http://exemplo'], 'suspected'],
  ['', ['https://exemplo'], 'suspected'],
  ['', ['www.exemplo'], 'suspected'],
  ['', ['[URL=x]'], 'suspected'],
  ['', ['<a href=x>'], 'suspected'],
  ['', ['compre em loja.com já'], 'suspected'],
  ['', ['loja.comercial'], 'received'],
  ['', ['loja.xyz'], 'suspected'],
] as const)('a proposal with "%s" in the hidden field and the texts %j is %s', (trap, texts, status) => {
  expect(initialStatus({ honeypot: trap, texts })).toBe(status)
})

test('the statuses of a proposal', () => {
  expect(proposalStatuses).toEqual(['received', 'suspected', 'answered'])
})
