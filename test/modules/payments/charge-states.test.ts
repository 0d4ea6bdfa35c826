import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Machine } from '../../../src/core/state-machine.ts'
import {
  type ChargeStatus,
  chargeMachine,
  isOpen,
  purposeOf,
} from '../../../src/modules/payments/domain/charge.ts'
import { nextCheck } from '../../../src/modules/payments/domain/check-times.ts'
import { creditMachine } from '../../../src/modules/payments/domain/credit.ts'
import { dueStatusOf, instalmentMachine } from '../../../src/modules/payments/domain/instalment.ts'
import { type PaymentState, paymentMachine } from '../../../src/modules/payments/domain/payment-state.ts'
import { phaseOf } from '../../../src/modules/payments/domain/phase.ts'
import { refundMachine } from '../../../src/modules/payments/domain/refund.ts'
import {
  type ChargeLine,
  decideSettlement,
  totalOf,
} from '../../../src/modules/payments/domain/settlement.ts'

const legal: Record<ChargeStatus, string> = {
  created: 'pending in_process approved amount_mismatch expired cancelled rejected failed',
  pending: 'in_process approved amount_mismatch expired cancelled rejected',
  in_process: 'approved amount_mismatch expired cancelled rejected',
  expired: 'approved amount_mismatch',
  cancelled: 'approved amount_mismatch',
  rejected: 'approved amount_mismatch cancelled',
  failed: 'approved amount_mismatch',
  approved: 'in_mediation refunded charged_back',
  amount_mismatch: 'refunded charged_back',
  in_mediation: 'approved refunded charged_back',
  refunded: '',
  charged_back: 'approved amount_mismatch',
}

const machines: [name: string, machine: Machine<string>, legal: Record<string, string>][] = [
  ['charge', chargeMachine, legal],
  [
    'payment',
    paymentMachine,
    {
      pending: 'in_process approved rejected cancelled expired',
      in_process: 'approved rejected cancelled expired',
      approved: 'in_mediation refunded charged_back',
      rejected: '',
      cancelled: 'approved',
      expired: 'approved',
      in_mediation: 'approved refunded charged_back',
      refunded: '',
      charged_back: 'approved',
    },
  ],
  [
    'instalment',
    instalmentMachine,
    { pending: 'paid cancelled', paid: 'refunded pending', refunded: '', cancelled: '' },
  ],
  [
    'refund',
    refundMachine,
    {
      requested: 'done failed held given_up',
      held: 'requested failed given_up',
      failed: 'requested given_up',
      given_up: '',
      done: 'reversed',
      reversed: '',
    },
  ],
  [
    'credit',
    creditMachine,
    {
      open: 'refunding refunded applied dismissed matched',
      refunding: 'refunded open',
      refunded: 'open',
      applied: '',
      dismissed: 'matched',
      matched: '',
    },
  ],
]

test.each(machines)(
  'every state of a %s is reachable, and unlisted transitions are refused',
  (_, machine, moves) => {
    expect([...machine.reachable()].sort()).toEqual([...machine.states].sort())
    for (const from of machine.states) {
      for (const to of machine.states) {
        const isLegal = moves[from]?.split(' ').includes(to) ?? false
        expect(`${from} → ${to}: ${machine.canMove(from, to)}`).toBe(`${from} → ${to}: ${isLegal}`)
        expect(machine.move(from, to).ok).toBe(isLegal)
      }
    }
  },
)

test('a closed or paid charge never reopens', () => {
  for (const from of chargeMachine.states.filter((status) => !isOpen(status))) {
    for (const to of chargeMachine.states.filter(isOpen)) expect(chargeMachine.canMove(from, to)).toBe(false)
  }
})

const charge = { status: 'pending' as ChargeStatus, reference: 'PARC_1', amount: 5000, settledBy: undefined }
const reported = {
  providerId: '7',
  state: 'approved' as PaymentState | undefined,
  amount: 5000,
  currency: 'BRL',
  reference: 'PARC_1',
}
const two: ChargeLine[] = [
  { instalmentId: 'a', asked: 2000, status: 'pending' },
  { instalmentId: 'b', asked: 3000, status: 'pending' },
]
const first = { charge, lines: two, known: undefined, reported }

test('an approval of the exact amount pays every instalment', () => {
  expect(decideSettlement(first)).toEqual({
    moves: ['approved'],
    allocation: { to: 'approved', paid: two, credits: [] },
    reviewReason: undefined,
  })
})

test('an instalment paid or cancelled meanwhile becomes a credit of its amount', () => {
  const lines: ChargeLine[] = [
    { instalmentId: 'a', asked: 2000, status: 'paid' },
    { instalmentId: 'b', asked: 3000, status: 'cancelled' },
  ]
  expect(decideSettlement({ ...first, lines }).allocation).toEqual({
    to: 'approved',
    paid: [],
    credits: [
      { reason: 'duplicate', amount: 2000, instalmentId: 'a' },
      { reason: 'late', amount: 3000, instalmentId: 'b' },
    ],
  })
})

test('an overpayment pays the charge, and the excess becomes a credit', () => {
  const { allocation, moves } = decideSettlement({ ...first, reported: { ...reported, amount: 5001 } })
  expect(moves).toEqual(['approved'])
  expect(allocation).toEqual({ to: 'approved', paid: two, credits: [{ reason: 'excess', amount: 1 }] })
})

test.each([
  ['less', { amount: 4999 }, 'partial', ['amount_mismatch']],
  ['another currency', { currency: 'USD' }, 'unmatched', []],
  ['another reference', { reference: 'PARC_2' }, 'unmatched', []],
  ['no reference', { reference: undefined }, 'unmatched', []],
])('an approval with %s pays nothing and becomes a credit', (_, difference, reason, moves) => {
  const settlement = decideSettlement({ ...first, reported: { ...reported, ...difference } })
  expect(settlement.allocation).toMatchObject({ paid: [], credits: [{ reason }] })
  expect(settlement.moves).toEqual(moves)
})

test.each([
  ['refunded', ['approved', 'refunded'], undefined],
  ['charged_back', ['approved', 'charged_back'], 'charged_back'],
  ['in_mediation', ['approved', 'in_mediation'], 'in_mediation'],
] as const)('a first report of %s also records the transitions before it', (state, moves, reviewReason) => {
  const settlement = decideSettlement({ ...first, reported: { ...reported, state } })
  expect(settlement).toEqual({ moves, allocation: { to: 'approved', paid: two, credits: [] }, reviewReason })
})

test('for any report, the allocations add up to the amount received', () => {
  const status = fc.constantFrom(
    'pending' as const,
    'paid' as const,
    'cancelled' as const,
    'refunded' as const,
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ asked: fc.integer({ min: 1, max: 1e6 }), status }), {
        minLength: 1,
        maxLength: 25,
      }),
      fc.constantFrom(...chargeMachine.states),
      fc.option(fc.integer({ min: 1, max: 3e7 }), { nil: undefined }),
      fc.option(fc.constantFrom('7', '8'), { nil: undefined }),
      (rows, from, other, settledBy) => {
        const lines = rows.map((row, index) => ({ ...row, instalmentId: String(index) }))
        const asked = lines.reduce((total, row) => total + row.asked, 0)
        const amount = other ?? asked
        const { allocation } = decideSettlement({
          charge: { ...charge, status: from, amount: asked, settledBy },
          lines,
          known: undefined,
          reported: { ...reported, amount },
        })
        const paid = (allocation?.paid ?? []).reduce((total, line) => total + line.asked, 0)
        expect(paid + totalOf(allocation?.credits ?? [])).toBe(amount)
      },
    ),
  )
})

test('a second payment of a paid charge is a duplicate; a repeated report changes nothing', () => {
  const paid = { ...charge, status: 'approved' as ChargeStatus, settledBy: '7' }
  const known = { state: 'approved' as const, received: true }
  const nothing = { moves: [], allocation: undefined, reviewReason: undefined }
  expect(decideSettlement({ ...first, charge: paid, known })).toEqual(nothing)
  const another = { ...reported, providerId: '8' }
  expect(decideSettlement({ ...first, charge: paid, reported: another })).toMatchObject({
    moves: [],
    allocation: { paid: [], credits: [{ reason: 'duplicate', amount: 5000 }] },
  })
  const refunded = { ...another, state: 'refunded' as const }
  expect(decideSettlement({ ...first, charge: paid, known, reported: refunded })).toEqual(nothing)
})

test('the rest of a charge that received less is no duplicate, because nothing of it is paid yet', () => {
  const partly = { ...charge, status: 'amount_mismatch' as ChargeStatus, settledBy: '7' }
  const second = (amount: number) =>
    decideSettlement({ ...first, charge: partly, reported: { ...reported, providerId: '8', amount } })
  expect(second(2000)).toMatchObject({
    moves: [],
    allocation: { to: undefined, paid: [], credits: [{ reason: 'partial', amount: 2000 }] },
  })
  expect(second(5000).allocation?.credits).toMatchObject([{ reason: 'duplicate', amount: 5000 }])
})

test('an unknown status or an illegal transition needs a review and records nothing', () => {
  const unknown = decideSettlement({ ...first, reported: { ...reported, state: undefined } })
  expect(unknown).toEqual({ moves: [], allocation: undefined, reviewReason: 'unknown_status' })
  const refundedCharge = { ...charge, status: 'refunded' as ChargeStatus, settledBy: '7' }
  const known = { state: 'refunded' as const, received: true }
  expect(decideSettlement({ ...first, charge: refundedCharge, known })).toEqual({
    moves: [],
    allocation: undefined,
    reviewReason: 'illegal_move',
  })
})

test('an unpaid Pix is expired when its countdown ends', () => {
  const expiresAt = new Date('2026-11-21T10:31:00Z')
  const asked = { expiresAt, isInDoubt: false }
  const at = (now: string) => phaseOf({ ...asked, status: 'pending', now: new Date(now) })
  expect(at('2026-11-21T10:30:59Z')).toBe('waiting')
  expect(at('2026-11-21T10:31:00Z')).toBe('expired')
  expect(phaseOf({ ...asked, status: 'approved', now: new Date('2026-11-22T00:00:00Z') })).toBe('approved')
})

test('a charge is checked less and less often, and finally no more', () => {
  const createdAt = new Date('2026-11-21T10:00:00Z')
  const expiresAt = new Date('2026-11-21T10:31:00Z')
  const wait = (hours: number) => {
    const now = new Date(createdAt.getTime() + hours * 3_600_000)
    const next = nextCheck({ createdAt, expiresAt, now })
    return next && (next.getTime() - now.getTime()) / 1000
  }
  expect([0, 0.4, 1, 5, 24, 48, 60].map(wait)).toEqual([30, 30, 300, 1800, 10_800, 10_800, undefined])
})

test('an instalment is overdue, due today or ahead by whole days', () => {
  expect(dueStatusOf('2026-11-20', '2026-11-21')).toEqual({ kind: 'overdue', days: 1 })
  expect(dueStatusOf('2026-11-21', '2026-11-21')).toEqual({ kind: 'today' })
  expect(dueStatusOf('2026-12-01', '2026-11-21')).toEqual({ kind: 'ahead', days: 10 })
})

test.each([
  [
    { purpose: 'consultation', purposeId: 'look-up' },
    { kind: 'consultation', id: 'look-up' },
  ],
  [{ purpose: 'consultation', purposeId: null }, { kind: 'instalments' }],
  [{ purpose: 'instalments', purposeId: 'look-up' }, { kind: 'instalments' }],
  [{ purpose: 'instalments', purposeId: null }, { kind: 'instalments' }],
] as const)('only the charge of a look-up names what it is for: %o', (stored, purpose) => {
  expect(purposeOf(stored)).toEqual(purpose)
})
