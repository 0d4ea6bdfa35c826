import { expect, test } from 'vitest'
import {
  type ConsultationStatus,
  consultationMachine,
  statusAfterMoney as lookupAfterMoney,
} from '../../../src/modules/consultations/domain/consultation.ts'
import { orderMachine, resumedStatus, statusAfterMoney } from '../../../src/modules/orders/domain/order.ts'
import { type Funding, fundingFrom } from '../../../src/modules/payments/domain/funding.ts'
import type { InstalmentStatus } from '../../../src/modules/payments/domain/instalment.ts'
import type { PaymentState } from '../../../src/modules/payments/domain/payment-state.ts'

type Row = [InstalmentStatus, PaymentState | null]
const fundings: [name: string, rows: Row[], expected: Funding][] = [
  ['nothing is paid', [['pending', null]], 'unpaid'],
  ['no instalments', [], 'unpaid'],
  [
    'one is paid',
    [
      ['paid', 'approved'],
      ['pending', null],
    ],
    'funded',
  ],
  [
    'one is paid, one was refunded',
    [
      ['paid', 'approved'],
      ['refunded', 'refunded'],
    ],
    'funded',
  ],
  ['a dispute is open', [['paid', 'in_mediation']], 'funded'],
  [
    'everything paid was refunded',
    [
      ['refunded', 'refunded'],
      ['pending', null],
    ],
    'returned',
  ],
  ['a bank took it', [['paid', 'charged_back']], 'returned'],
  [
    'a bank took one, the other is paid',
    [
      ['paid', 'charged_back'],
      ['paid', 'approved'],
    ],
    'funded',
  ],
  ['a bank took it, and the debt is owed again', [['pending', null]], 'unpaid'],
  [
    'cancelled after it was refunded',
    [
      ['refunded', 'approved'],
      ['cancelled', null],
    ],
    'returned',
  ],
]

test.each(fundings)('the money of an order: %s', (_, rows, expected) => {
  expect(fundingFrom(rows.map(([status, paymentState]) => ({ status, paymentState })))).toBe(expected)
})

test('work stops when the money is returned, resumes where it was, and ended orders stay ended', () => {
  const after = (isFunded: boolean, hasBegun: boolean) =>
    Object.fromEntries(
      orderMachine.states.map((status) => [status, statusAfterMoney(status, { isFunded, hasBegun })]),
    )
  const same = { pending: undefined, completed: undefined, cancelled: undefined }
  expect(after(false, false)).toEqual({
    ...same,
    paid: 'on_hold',
    in_progress: 'on_hold',
    on_hold: undefined,
  })
  expect(after(true, false)).toEqual({ ...same, paid: undefined, in_progress: undefined, on_hold: 'paid' })
  expect(after(true, true).on_hold).toBe('in_progress')
  for (const status of ['paid', 'in_progress'] as const)
    expect(orderMachine.canMove(status, 'on_hold')).toBe(true)
  for (const hasBegun of [false, true])
    expect(orderMachine.canMove('on_hold', resumedStatus(hasBegun))).toBe(true)
})

test('a look-up whose money was returned is not delivered; a regained one is', () => {
  const after = (isReturned: boolean, wasPaid: boolean) =>
    Object.fromEntries(
      consultationMachine.states.map((status: ConsultationStatus) => [
        status,
        lookupAfterMoney(status, { isReturned, wasPaid }),
      ]),
    )
  const same = { awaiting_payment: undefined, paid: undefined, delivered: undefined, cancelled: undefined }
  expect(after(true, true)).toEqual({ ...same, paid: 'cancelled' })
  expect(after(false, true)).toEqual({ ...same, cancelled: 'paid' })
  expect(after(false, false)).toEqual(same)
})
