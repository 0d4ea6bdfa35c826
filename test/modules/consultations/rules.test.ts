import { expect, test } from 'vitest'
import { consultationMachine, promisedAt } from '../../../src/modules/consultations/domain/consultation.ts'

test('a look-up is paid for before it is delivered, and may be paid for late', () => {
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

test('the result is promised so many minutes after the payment', () => {
  const promised = promisedAt({ paidAt: new Date('2026-11-21T12:00:00Z'), minutes: 30 })
  expect(promised.toISOString()).toBe('2026-11-21T12:30:00.000Z')
})
