import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ChargeStatus,
  chargeMachine,
  isOpen,
  readProviderStatus,
} from '../../../src/modules/payments/domain/charge.ts'
import { nextCheck } from '../../../src/modules/payments/domain/check-times.ts'
import { duenessOf } from '../../../src/modules/payments/domain/instalment.ts'
import { phaseOf } from '../../../src/modules/payments/domain/phase.ts'
import { chargeReference, isOurReference } from '../../../src/modules/payments/domain/reference.ts'
import { decideSettlement } from '../../../src/modules/payments/domain/settlement.ts'

const legal: Record<ChargeStatus, string> = {
  created: 'pending in_process approved divergent expired cancelled rejected failed',
  pending: 'in_process approved divergent expired cancelled rejected',
  in_process: 'approved divergent expired cancelled rejected',
  expired: 'approved divergent',
  cancelled: 'approved divergent',
  rejected: 'approved divergent',
  failed: 'approved divergent',
  approved: 'in_mediation refunded charged_back',
  divergent: 'in_mediation refunded charged_back',
  in_mediation: 'approved refunded charged_back',
  refunded: '',
  charged_back: '',
}

test('every state can be reached, and every move that is not written down is refused', () => {
  expect([...chargeMachine.reachable()].sort()).toEqual([...chargeMachine.states].sort())
  for (const from of chargeMachine.states) {
    for (const to of chargeMachine.states) {
      expect(`${from} → ${to}: ${chargeMachine.canMove(from, to)}`).toBe(
        `${from} → ${to}: ${legal[from].split(' ').includes(to)}`,
      )
    }
  }
})

test('nothing that was closed or paid is ever opened again', () => {
  for (const from of chargeMachine.states.filter((status) => !isOpen(status))) {
    for (const to of chargeMachine.states.filter(isOpen)) expect(chargeMachine.canMove(from, to)).toBe(false)
  }
})

test.each([
  ['pending', 'pending_waiting_transfer', 'pending'],
  ['in_process', 'pending_contingency', 'in_process'],
  ['authorized', 'pending_capture', 'in_process'],
  ['approved', 'accredited', 'approved'],
  ['approved', 'partially_refunded', 'approved'],
  ['rejected', 'cc_rejected_other_reason', 'rejected'],
  ['cancelled', 'expired', 'expired'],
  ['cancelled', 'by_payer', 'cancelled'],
  ['in_mediation', 'pending', 'in_mediation'],
  ['refunded', 'refunded', 'refunded'],
  ['charged_back', 'in_process', 'charged_back'],
  ['processed', 'accredited', undefined],
  ['APPROVED', 'accredited', undefined],
])('the provider says %s (%s), we read %s', (status, detail, read) => {
  expect(readProviderStatus(status, detail)).toBe(read)
})

const charge = { status: 'pending' as ChargeStatus, reference: 'PARC_1', amount: 5000, bookedBy: undefined }
const reported = {
  providerId: '7',
  status: 'approved',
  detail: 'accredited',
  amount: 5000,
  currency: 'BRL',
  reference: 'PARC_1',
}
const two = [
  { id: 'a', amount: 2000, status: 'pending' as const },
  { id: 'b', amount: 3000, status: 'pending' as const },
]

test('an approval of exactly what was asked books every instalment', () => {
  expect(decideSettlement({ charge, instalments: two, reported })).toEqual({
    kind: 'book',
    paid: two,
    credits: [],
  })
})

test('what was paid or cancelled meanwhile becomes a credit of its amount', () => {
  const instalments = [
    { id: 'a', amount: 2000, status: 'paid' as const },
    { id: 'b', amount: 3000, status: 'cancelled' as const },
  ]
  expect(decideSettlement({ charge, instalments, reported })).toEqual({
    kind: 'book',
    paid: [],
    credits: [
      { reason: 'duplicate', amount: 2000, instalmentId: 'a' },
      { reason: 'late', amount: 3000, instalmentId: 'b' },
    ],
  })
})

test.each([
  ['less', { amount: 4999 }, 'partial', 'divergent'],
  ['more', { amount: 5001 }, 'excess', 'divergent'],
  ['another currency', { currency: 'USD' }, 'unmatched', undefined],
  ['another reference', { reference: 'PARC_2' }, 'unmatched', undefined],
  ['no reference', { reference: undefined }, 'unmatched', undefined],
])('an approval with %s pays nothing and is not lost', (_, difference, reason, to) => {
  const settlement = decideSettlement({ charge, instalments: two, reported: { ...reported, ...difference } })
  expect(settlement).toMatchObject({ kind: 'credit', credit: { reason } })
  expect('to' in settlement ? settlement.to : undefined).toBe(to)
})

test('whatever is reported, no centavo is booked twice, lost or made up', () => {
  const status = fc.constantFrom('pending' as const, 'paid' as const, 'cancelled' as const)
  fc.assert(
    fc.property(
      fc.array(fc.record({ amount: fc.integer({ min: 1, max: 1e6 }), status }), {
        minLength: 1,
        maxLength: 25,
      }),
      fc.constantFrom(...chargeMachine.states),
      fc.option(fc.integer({ min: 1, max: 3e7 }), { nil: undefined }),
      (rows, from, other) => {
        const instalments = rows.map((row, index) => ({ ...row, id: String(index) }))
        const amount = rows.reduce((total, row) => total + row.amount, 0)
        const settlement = decideSettlement({
          charge: { ...charge, status: from, amount },
          instalments,
          reported: { ...reported, amount: other ?? amount },
        })
        if (settlement.kind === 'book') {
          const absorbed = [...settlement.paid, ...settlement.credits].reduce(
            (sum, row) => sum + row.amount,
            0,
          )
          expect(absorbed).toBe(other ?? amount)
        }
        if (settlement.kind === 'credit') expect(settlement.credit.amount).toBe(other ?? amount)
      },
    ),
  )
})

test('a second payment of a paid charge is a duplicate, the same one again is nothing', () => {
  const paid = { ...charge, status: 'approved' as ChargeStatus, bookedBy: '7' }
  expect(decideSettlement({ charge: paid, instalments: two, reported })).toEqual({ kind: 'none' })
  expect(
    decideSettlement({ charge: paid, instalments: two, reported: { ...reported, providerId: '8' } }),
  ).toEqual({
    kind: 'credit',
    credit: { reason: 'duplicate', amount: 5000 },
  })
  const refundOfAnother = { ...reported, providerId: '8', status: 'refunded' }
  expect(decideSettlement({ charge: paid, instalments: two, reported: refundOfAnother })).toEqual({
    kind: 'none',
  })
})

test('a Pix is over when its countdown ends, whatever the provider said last', () => {
  const expiresAt = new Date('2026-11-21T10:31:00Z')
  const at = (now: string) => phaseOf({ status: 'pending', expiresAt, now: new Date(now) })
  expect(at('2026-11-21T10:30:59Z')).toBe('waiting')
  expect(at('2026-11-21T10:31:00Z')).toBe('expired')
  expect(phaseOf({ status: 'approved', expiresAt, now: new Date('2026-11-22T00:00:00Z') })).toBe('approved')
})

test('references fit the provider and are told from those of other shops', () => {
  const chargeId = '019a9f3e-1c00-7abc-8def-0123456789ab'
  const now = new Date('2026-11-21T10:00:00Z')
  const made = [
    chargeReference({ chargeId, instalments: 1, now }),
    chargeReference({ chargeId, instalments: 20, now }),
    chargeReference({ chargeId, instalments: 0, prefix: 'complete-consult-', now }),
  ]
  expect(made[1]).toBe(`MULT_${chargeId}_${now.getTime()}`)
  for (const reference of made) {
    expect(reference).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(isOurReference(reference)).toBe(true)
  }
  expect(isOurReference('pedido-123')).toBe(false)
})

test('a charge is asked about ever less often, and at last no more', () => {
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
  expect(duenessOf('2026-11-20', '2026-11-21')).toEqual({ kind: 'overdue', days: 1 })
  expect(duenessOf('2026-11-21', '2026-11-21')).toEqual({ kind: 'today' })
  expect(duenessOf('2026-12-01', '2026-11-21')).toEqual({ kind: 'ahead', days: 10 })
})
