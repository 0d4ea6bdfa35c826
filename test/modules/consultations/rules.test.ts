import { expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { consultationMachine, promisedAt } from '../../../src/modules/consultations/domain/consultation.ts'
import { normalizeCode, proofRule, spacedCode } from '../../../src/modules/consultations/domain/proof.ts'
import { resultLinkExpiry, resultLinkState } from '../../../src/modules/consultations/domain/result-link.ts'
import { viewedParts, viewProofs } from '../../../src/modules/consultations/domain/view.ts'

test('a look-up is paid before it is delivered, and may be paid late', () => {
  const moves = consultationMachine.states.map((from) => [
    from,
    consultationMachine.states.filter((to) => consultationMachine.canMove(from, to)),
  ])
  expect(consultationMachine.initial).toBe('awaiting_payment')
  expect(Object.fromEntries(moves)).toEqual({
    awaiting_payment: ['paid', 'cancelled'],
    paid: ['delivered', 'cancelled'],
    delivered: [],
    cancelled: ['paid'],
  })
})

test('the result is promised a number of minutes after the payment', () => {
  const promised = promisedAt({ paidAt: new Date('2026-11-21T12:00:00Z'), minutes: 30 })
  expect(promised.toISOString()).toBe('2026-11-21T12:30:00.000Z')
})

test('a view of a result is recorded with its proof and what was seen', () => {
  expect(viewProofs).toEqual(['session', 'code'])
  expect(viewedParts).toEqual(['page', 'file'])
})

test('a code has six digits, lasts ten minutes, and allows five guesses', () => {
  expect(proofRule).toMatchObject({ codeDigits: 6, codeLasts: 10, maxGuesses: 5, guessesPerDay: 10 })
  expect(proofRule).toMatchObject({ codesPerHour: 4, proofLasts: 30 })
  for (const typed of ['123456', '123 456', ' 123-456 ']) expect(normalizeCode(typed)).toBe('123456')
  expect(normalizeCode('1234567890')).toBe('1234567')
  expect(spacedCode('123456')).toBe('123 456')
})

test('a link opens a result for its days, unless it is revoked', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const expiresAt = resultLinkExpiry(now)
  expect(expiresAt.getTime() - now.getTime()).toBe(retention.resultLinkDays * 86_400_000)
  expect(resultLinkState({ expiresAt, revokedAt: null }, now)).toBe('live')
  expect(resultLinkState({ expiresAt, revokedAt: null }, expiresAt)).toBe('expired')
  expect(resultLinkState({ expiresAt, revokedAt: now }, now)).toBe('revoked')
})
