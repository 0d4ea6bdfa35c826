import { expect, test } from 'vitest'
import {
  type ChargeStatus,
  chargeMachine,
  isOpen,
  isOpenOnlyAtProvider,
  openStatuses,
  wasPaid,
} from '../../../src/modules/payments/domain/charge.ts'
import { nextCheck, nextCheckOf } from '../../../src/modules/payments/domain/check-times.ts'
import {
  type CloseStatus,
  closeAfter,
  closeStatuses,
  differencesBetween,
  missedDays,
} from '../../../src/modules/payments/domain/close.ts'
import { creditReasons } from '../../../src/modules/payments/domain/credit.ts'
import { expiryOf, payableUntil } from '../../../src/modules/payments/domain/expiry.ts'
import { fundedStatuses, isInstalmentOpen } from '../../../src/modules/payments/domain/instalment.ts'
import * as movements from '../../../src/modules/payments/domain/movements.ts'
import {
  hasMoneyArrived,
  isPossiblyMoney,
  moneyArrivedStates,
  type PaymentState,
  paymentMachine,
} from '../../../src/modules/payments/domain/payment-state.ts'
import { phaseOf } from '../../../src/modules/payments/domain/phase.ts'
import { refundOrigins, trustsUnknown } from '../../../src/modules/payments/domain/refund.ts'
import {
  amountOf,
  decideSettlement,
  isAlreadyRecorded,
  totalOf,
} from '../../../src/modules/payments/domain/settlement.ts'

const minute = 60_000
const hour = 60 * minute

test('lists the states in which a charge is open or was paid', () => {
  expect(chargeMachine.states.filter(isOpen)).toEqual([...openStatuses])
  expect(openStatuses).toEqual(['created', 'pending', 'in_process'])
  expect(chargeMachine.states.filter(wasPaid)).toEqual(['approved', 'in_mediation'])
})

test('a charge closed here may still be paid at the provider: a Pix in three states, a card in one', () => {
  const closed = (method: 'pix' | 'credit_card') =>
    chargeMachine.states.filter((status) => isOpenOnlyAtProvider({ status, method }, 'pending'))
  expect(closed('pix').toSorted()).toEqual(['cancelled', 'expired', 'failed'])
  expect(closed('credit_card')).toEqual(['cancelled'])
  const there = paymentMachine.states.filter((state) =>
    isOpenOnlyAtProvider({ status: 'cancelled', method: 'pix' }, state),
  )
  expect(there).toEqual(['pending', 'in_process'])
  expect(isOpenOnlyAtProvider({ status: 'cancelled', method: 'pix' }, undefined)).toBe(false)
})

const createdAt = new Date('2026-11-21T10:00:00Z')
const wait = (expiresAt: Date | undefined, age: number) => {
  const now = new Date(createdAt.getTime() + age)
  const next = nextCheck({ createdAt, expiresAt, now })
  return next && (next.getTime() - now.getTime()) / minute
}

test('the check interval grows an hour, six hours and two days after the last possible payment', () => {
  const expiresAt = new Date(createdAt.getTime() + 30 * minute)
  const after = (late: number) => wait(expiresAt, 30 * minute + late)
  expect([0, 1, hour - 1, hour, 6 * hour - 1, 6 * hour, 48 * hour, 48 * hour + 1].map(after)).toEqual([
    0.5,
    5,
    5,
    30,
    30,
    180,
    180,
    undefined,
  ])
})

test('checks a card for two days, closely in the first hour', () => {
  expect(
    [0, hour - 1, hour, 48 * hour, 49 * hour, 96 * hour, 96 * hour + 1].map((age) => wait(undefined, age)),
  ).toEqual([0.5, 0.5, 5, 5, 30, 180, undefined])
})

test('stores when a charge is checked next: never, once it received money', () => {
  const charge = { createdAt, expiresAt: null, settledAt: null }
  expect(nextCheckOf(charge, createdAt)).toEqual(new Date(createdAt.getTime() + minute / 2))
  expect(nextCheckOf({ ...charge, settledAt: createdAt }, createdAt)).toBeNull()
  expect(nextCheckOf(charge, new Date(createdAt.getTime() + 100 * 24 * hour))).toBeNull()
  const expiresAt = new Date(createdAt.getTime() - hour)
  expect(nextCheckOf({ ...charge, expiresAt }, createdAt)).toEqual(
    new Date(createdAt.getTime() + 30 * minute),
  )
})

test('the close finds every payment that differs by a centavo', () => {
  const right = { amount: 100, refunded: 10, fee: 1 }
  const ours = new Map([
    ['same', right],
    ['z', right],
    ['amount', { ...right, amount: 101 }],
    ['refunded', { ...right, refunded: 11 }],
    ['fee', { ...right, fee: 2 }],
  ])
  const theirs = new Map([...ours.keys()].filter((id) => id !== 'z').map((id) => [id, right]))
  theirs.set('b', right)
  const differences = differencesBetween(theirs, ours)
  expect(differences.map(({ providerId }) => providerId)).toEqual(['amount', 'b', 'fee', 'refunded', 'z'])
  expect(differences[0]).toEqual({ providerId: 'amount', theirs: right, ours: { ...right, amount: 101 } })
  expect(differences[1]).toEqual({ providerId: 'b', theirs: right, ours: null })
  expect(differences[4]).toEqual({ providerId: 'z', theirs: null, ours: right })
})

test('a payment that cannot be booked is a difference with its reason, even when the amounts agree', () => {
  const right = { amount: 100, refunded: 10, fee: 1 }
  const [same, other] = [new Map([['a', right]]), new Map([['a', { ...right, fee: 2 }]])]
  expect(differencesBetween(same, same, new Map([['a', 'unreadable']]))).toStrictEqual([
    { providerId: 'a', theirs: right, ours: right, obstacle: 'unreadable' },
  ])
  expect(differencesBetween(same, other)).toStrictEqual([
    { providerId: 'a', theirs: right, ours: { ...right, fee: 2 } },
  ])
})

test('accepts after an hour that a provider does not know the payment of a refund', () => {
  const after = (milliseconds: number) =>
    trustsUnknown({ requestedAt: createdAt, now: new Date(createdAt.getTime() + milliseconds) })
  expect([after(0), after(hour - 1), after(hour)]).toEqual([false, false, true])
})

test('every movement of money adds up to zero, account by account', () => {
  const { sale, cancellation, fee, refund, chargeback, debtReinstated, payout } = movements
  expect([
    sale(5),
    cancellation(5),
    fee('mp', 5),
    refund('mp', 5, 'credits'),
    chargeback('mp', 5, 'chargebacks'),
    debtReinstated({ amount: 5, lost: 5, waived: 0, lateCharges: 0 }),
    movements.creditDismissed(5),
    payout('mp', 5),
  ]).toEqual([
    {
      kind: 'sale',
      entries: [
        ['receivable', 5],
        ['sales', -5],
      ],
    },
    {
      kind: 'cancellation',
      entries: [
        ['sales', 5],
        ['receivable', -5],
      ],
    },
    {
      kind: 'fee',
      entries: [
        ['fees', 5],
        ['provider:mp', -5],
      ],
    },
    {
      kind: 'refund',
      entries: [
        ['credits', 5],
        ['provider:mp', -5],
      ],
    },
    {
      kind: 'chargeback',
      entries: [
        ['chargebacks', 5],
        ['provider:mp', -5],
      ],
    },
    {
      kind: 'dispute_lost',
      entries: [
        ['receivable', 5],
        ['chargebacks', -5],
      ],
    },
    {
      kind: 'credit_dismissed',
      entries: [
        ['credits', 5],
        ['unclaimed', -5],
      ],
    },
    {
      kind: 'payout',
      entries: [
        ['cash', 5],
        ['provider:mp', -5],
      ],
    },
  ])
  expect(movements.disputeWon('mp', 10, 7)).toEqual({
    kind: 'dispute_won',
    entries: [
      ['provider:mp', 10],
      ['chargebacks', -7],
      ['credits', -3],
    ],
  })
  // A part had been refunded before the bank took the rest: reinstating the whole debt undoes that refund too.
  expect(debtReinstated({ amount: 10, lost: 7, waived: 0, lateCharges: 0 }).entries).toEqual([
    ['receivable', 10],
    ['chargebacks', -7],
    ['refunds', -3],
  ])
  // A discount of the payment is undone first; the debt is whole again.
  expect(debtReinstated({ amount: 10, lost: 7, waived: 2, lateCharges: 0 }).entries).toEqual([
    ['receivable', 10],
    ['chargebacks', -7],
    ['discounts', -2],
    ['refunds', -1],
  ])
  expect(debtReinstated({ amount: 10, lost: 7, waived: 5, lateCharges: 0 }).entries).toEqual([
    ['receivable', 10],
    ['chargebacks', -7],
    ['discounts', -3],
  ])
  // Late charges were paid too: late charges of the debt are computed again.
  expect(debtReinstated({ amount: 10, lost: 11, waived: 0, lateCharges: 1 }).entries).toEqual([
    ['receivable', 10],
    ['late_charges', 1],
    ['chargebacks', -11],
  ])
  expect([movements.lostOf(10, 7), movements.lostOf(10, 12), movements.lostOf(10, -3)]).toEqual([7, 10, 0])
  expect(movements.creditApplied(7, 10)).toEqual({
    kind: 'credit_applied',
    entries: [
      ['credits', 7],
      ['discounts', 3],
      ['receivable', -10],
    ],
  })
})

test('splits received money into debt, late charges, sales and credit', () => {
  const paid = [
    { amount: 100, lateFee: 2, interest: 1, discount: 0 },
    { amount: 50, lateFee: 0, interest: 0, discount: 5 },
  ]
  const of = { provider: 'mp', amount: 158, paid, soldAtOnce: 3, credits: [{ amount: 7 }] }
  expect(movements.receipt(of)).toEqual({
    kind: 'receipt',
    entries: [
      ['provider:mp', 158],
      ['receivable', -150],
      ['late_charges', -3],
      ['discounts', 5],
      ['sales', -3],
      ['credits', -7],
    ],
  })
  // An amount of zero makes no entry.
  expect(
    movements.receipt({ provider: 'mp', amount: 3, paid: [], soldAtOnce: 3, credits: [] }).entries,
  ).toEqual([
    ['provider:mp', 3],
    ['sales', -3],
  ])
  expect(() => movements.receipt({ ...of, amount: 159 })).toThrow(
    new RangeError('receipt is off by 1 centavos'),
  )
})

test('lists the payment states in which money has arrived', () => {
  expect(paymentMachine.states.filter(hasMoneyArrived)).toEqual([
    'approved',
    'in_mediation',
    'refunded',
    'charged_back',
  ])
  expect(moneyArrivedStates).toEqual(paymentMachine.states.filter(hasMoneyArrived))
  expect(hasMoneyArrived(undefined)).toBe(false)
  expect(paymentMachine.states.filter((state) => isPossiblyMoney({ state }))).toEqual(moneyArrivedStates)
  expect(isPossiblyMoney({ state: undefined })).toBe(true)
})

test('a payment whose approval is in doubt puts a charge of which nothing is booked under review, and no other', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const isUnderReview = (status: (typeof chargeMachine.states)[number]) =>
    phaseOf({ status, expiresAt: now, now, isInDoubt: true }) === 'review'
  expect(chargeMachine.states.filter(isUnderReview)).toEqual([
    ...['created', 'pending', 'in_process', 'expired', 'cancelled', 'rejected', 'failed'],
  ])
})

test('what the payer is shown for each state, before and after expiry', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const phases = chargeMachine.states.map((status) => [
    status,
    phaseOf({ status, expiresAt: undefined, now, isInDoubt: false }),
    phaseOf({ status, expiresAt: now, now, isInDoubt: false }),
  ])
  expect(phases).toEqual([
    ['created', 'issuing', 'expired'],
    ['pending', 'waiting', 'expired'],
    ['in_process', 'review', 'review'],
    ['approved', 'approved', 'approved'],
    ['amount_mismatch', 'amount_mismatch', 'amount_mismatch'],
    ['expired', 'expired', 'expired'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['rejected', 'cancelled', 'cancelled'],
    ['failed', 'failed', 'failed'],
    ['in_mediation', 'approved', 'approved'],
    ['refunded', 'reversed', 'reversed'],
    ['charged_back', 'reversed', 'reversed'],
  ])
})

test('tells a report without news from one with news', () => {
  const amounts = { amount: 100, refunded: 0, fee: 1 }
  const known = { status: 'approved', detail: null, reference: 'r', ...amounts }
  const said = { state: 'approved', status: 'approved', detail: undefined } as const
  const report = { ...said, reference: 'r', ...amounts }
  expect(isAlreadyRecorded(known, report)).toBe(true)
  expect(isAlreadyRecorded({ ...known, detail: 'x' }, { ...report, detail: 'x' })).toBe(true)
  for (const change of [
    { status: 'pending' },
    { detail: 'x' },
    { amount: 99 },
    { refunded: 1 },
    { fee: 2 },
    { reference: 'another' },
  ]) {
    expect(isAlreadyRecorded(known, { ...report, ...change }), JSON.stringify(change)).toBe(false)
  }
  expect(isAlreadyRecorded({ ...known, reference: null }, report)).toBe(false)
  expect(isAlreadyRecorded(known, { ...report, reference: undefined })).toBe(true)
  expect(isAlreadyRecorded(undefined, report)).toBe(false)
  expect(isAlreadyRecorded(undefined, { ...report, state: 'pending' })).toBe(true)
})

test('a charge asks for the instalment and its late charges, less its discount', () => {
  expect(amountOf({ amount: 100, lateFee: 20, interest: 3, discount: 7 })).toBe(116)
  expect(totalOf([{ amount: 1 }, { amount: 2 }])).toBe(3)
})

test('the values that the database stores', () => {
  expect(closeStatuses).toEqual(['agrees', 'differs', 'accepted'])
  expect(creditReasons).toEqual(['duplicate', 'partial', 'excess', 'unmatched', 'late', 'renegotiated'])
  expect(refundOrigins).toEqual(['withdrawal', 'team', 'automatic', 'panel', 'chargeback'])
  expect(fundedStatuses).toEqual(['paid', 'refunded'])
  expect((['pending', 'paid', 'refunded', 'cancelled'] as const).map(isInstalmentOpen)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

const asked = { status: 'pending', reference: 'PARC_1', amount: 5000, settledBy: undefined } as const
const line = (instalmentId: string) => ({ instalmentId, asked: 5000, status: 'pending' as const })
const reported = {
  providerId: '7',
  state: 'approved',
  amount: 5000,
  currency: 'BRL',
  reference: 'PARC_1',
} as const
const settle = { charge: asked, lines: [line('a')], known: undefined, reported }

test('an approval of zero is an unknown status; an approval of one centavo is money', () => {
  const of = (amount: number) => decideSettlement({ ...settle, reported: { ...reported, amount } })
  expect(of(0)).toEqual({ moves: [], allocation: undefined, reviewReason: 'unknown_status' })
  expect(of(1)).toMatchObject({ moves: ['amount_mismatch'], allocation: { credits: [{ amount: 1 }] } })
})

test('assigns leftover money to the only instalment it was for, and to none of several', () => {
  const credits = (lines: (typeof settle)['lines']) =>
    decideSettlement({ ...settle, lines, reported: { ...reported, amount: 1 } }).allocation?.credits
  expect(credits([])).toEqual([{ reason: 'partial', amount: 1, instalmentId: undefined }])
  expect(credits([line('a')])).toEqual([{ reason: 'partial', amount: 1, instalmentId: 'a' }])
  expect(credits([line('a'), line('b')])).toEqual([{ reason: 'partial', amount: 1, instalmentId: undefined }])
})

test('a payment booked before its charge was known pays it, unless the team has decided about the money', () => {
  const known = { state: 'approved' as const, received: true }
  const whole = { ...known, isUnapplied: true }
  expect(decideSettlement({ ...settle, known })).toMatchObject({ moves: ['approved'], allocation: undefined })
  expect(decideSettlement({ ...settle, known: whole })).toMatchObject({
    ...{ moves: ['approved'], allocation: { to: 'approved', paid: [line('a')], credits: [] } },
  })
  const less = { ...reported, amount: asked.amount - 1 }
  expect(decideSettlement({ ...settle, known: whole, reported: less })).toMatchObject({
    moves: ['amount_mismatch'],
    allocation: { to: 'amount_mismatch', paid: [], credits: [{ reason: 'partial' }] },
  })
})

test('booked money pays nothing twice, and nothing without money or our reference', () => {
  const known = { state: 'approved' as const, received: true, isUnapplied: true }
  const of = (change: Partial<Parameters<typeof decideSettlement>[0]>) =>
    decideSettlement({ ...settle, known, ...change })
  const nothing = { moves: [], allocation: undefined }
  expect(of({ charge: { ...asked, settledBy: 'another' } })).toMatchObject(nothing)
  expect(of({ charge: { ...asked, settledBy: reported.providerId } }).allocation).toBeUndefined()
  expect(of({ reported: { ...reported, reference: 'PARC_2' } })).toMatchObject(nothing)
  expect(of({ reported: { ...reported, state: 'rejected' } })).toMatchObject(nothing)
  expect(of({ charge: undefined })).toMatchObject(nothing)
})

test('records no transition for a repeated or unreachable state, and only the missing ones before a chargeback', () => {
  const at = (status: ChargeStatus, state: PaymentState) =>
    decideSettlement({ ...settle, charge: { ...asked, status }, reported: { ...reported, state } }).moves
  expect(at('in_process', 'in_process')).toEqual([])
  expect(at('approved', 'approved')).toEqual([])
  expect(at('expired', 'cancelled')).toEqual([])
  expect(at('failed', 'in_process')).toEqual([])
  expect(at('created', 'charged_back')).toEqual(['approved', 'charged_back'])
  expect(at('approved', 'charged_back')).toEqual(['charged_back'])
  expect(at('in_mediation', 'refunded')).toEqual(['refunded'])
})

const at = (time: string) => new Date(`2026-12-01T${time}:00Z`)
test.each([
  ['none', undefined, undefined],
  ['one in the past', at('11:59'), undefined],
  ['the present', at('12:00'), undefined],
  ['one sooner than requested', at('12:10'), at('12:10')],
  ['the requested one', at('12:30'), at('12:30')],
  ['one an hour later', at('13:30'), at('13:30')],
  ['one more than an hour later', new Date(at('13:30').getTime() + 1), undefined],
])('the expiry of a charge when the bank states %s', (_, stated, accepted) => {
  expect(expiryOf(stated, { requested: at('12:30'), now: at('12:00') })).toEqual(accepted)
})

/** Compared every night, whether they were closed or not. */
const lastDays = ['2026-02-27', '2026-02-28', '2026-03-01']

test.each([
  ['nothing happened', [], undefined, ['2026-03-01']],
  ['the first payment was yesterday', [], '2026-03-01', ['2026-03-01']],
  ['two days were missed', ['2026-02-26'], undefined, ['2026-02-27', '2026-02-28', '2026-03-01']],
  ['one of them was closed', ['2026-02-26', '2026-02-28'], undefined, lastDays],
  ['yesterday is already closed', ['2026-02-28', '2026-03-01'], undefined, ['2026-02-28', '2026-03-01']],
  ['all of them are closed', ['2026-02-25', '2026-02-26', ...lastDays], undefined, lastDays],
  ['a payment came before the first close', ['2026-02-28'], '2026-02-27', lastDays],
])('the days to close when %s', (_, closed, approvedOn, days) => {
  expect(missedDays({ closed, approvedOn, yesterday: '2026-03-01' })).toEqual(days)
})

test('closes at most two months of days at once', () => {
  const days = missedDays({ closed: [], approvedOn: '2025-01-01', yesterday: '2026-03-01' })
  expect([days[0], days.length]).toEqual(['2025-12-29', 63])
})

test.each([
  ['half an hour from its issue, without the extra minute requested', 'pix', 31, 0, 30],
  ['half an hour, however long the provider allows', 'pix', 90, 0, 30],
  ['the time the provider allows, when that is less', 'pix', 20, 0, 20],
  ['half an hour from its issue, when that came late', 'pix', 31, 0.5, 30.5],
  ['half an hour from its creation, while the issue is unknown', 'pix', 31, undefined, 30],
  ['the whole time of a card checkout', 'credit_card', 1440, 0, 1440],
] as const)('a payer may use a code for %s', (_, method, granted, issued, until) => {
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * minute)
  const charge = { method, createdAt, expiresAt: after(granted) }
  const issuedAt = issued === undefined ? null : after(issued)
  expect(payableUntil({ ...charge, issuedAt })).toEqual(after(until))
  expect(payableUntil({ ...charge, issuedAt, expiresAt: null })).toBeUndefined()
})

const close = (status: CloseStatus, change: Partial<Parameters<typeof closeAfter>[0]> = {}) => ({
  ...{ status, theirs: 10, ours: 9, closedAt: at('12:00') },
  differences: [{ providerId: '1', theirs: amounts(10), ours: amounts(9) }],
  ...change,
})
const amounts = (amount: number) => ({ amount, refunded: 0, fee: 0 })
const later = { closedAt: at('13:00') }

test('a day that agreed takes the later comparison, never an earlier one', () => {
  const saved = close('agrees')
  for (const status of ['agrees', 'differs'] as const) {
    const compared = close(status, later)
    expect(closeAfter(saved, compared)).toBe(compared)
    expect(closeAfter(saved, close(status, { closedAt: at('11:59') }))).toBe(saved)
    expect(closeAfter(saved, close(status)).status).toBe(status)
  }
})

test.each([
  ['the amount at the provider', { theirs: 11 }],
  ['the amount in the books', { ours: 8 }],
  ['how many payments', { differences: [] }],
  ['the payment', { differences: [{ providerId: '2', theirs: amounts(10), ours: amounts(9) }] }],
  [
    'its amount at the provider',
    { differences: [{ providerId: '1', theirs: amounts(11), ours: amounts(9) }] },
  ],
  ['its amount in the books', { differences: [{ providerId: '1', theirs: amounts(10), ours: amounts(8) }] }],
  ['whether the provider has it', { differences: [{ providerId: '1', theirs: null, ours: amounts(9) }] }],
  ['whether the books have it', { differences: [{ providerId: '1', theirs: amounts(10), ours: null }] }],
  [
    'its obstacle',
    {
      differences: [
        { providerId: '1', theirs: amounts(10), ours: amounts(9), obstacle: 'in_doubt' as const },
      ],
    },
  ],
])(
  'a day that differs in %s takes the new comparison; an explained one needs a new explanation',
  (_, change) => {
    const compared = close('differs', { ...change, ...later })
    expect(closeAfter(close('accepted'), compared)).toBe(compared)
    // Compared the other way round.
    expect(closeAfter(close('accepted', change), close('differs', later)).status).toBe('differs')
    expect(closeAfter(close('differs'), { ...compared, status: 'agrees' })).toEqual({
      ...compared,
      status: 'differs',
    })
    expect(closeAfter(close('accepted'), { ...compared, status: 'agrees' })).toEqual({
      ...{ ...compared, status: 'accepted' },
    })
  },
)

test('a second payment with another difference makes the day a different one', () => {
  const two = (ours: number) => [
    { providerId: '1', theirs: amounts(10), ours: null },
    { providerId: '2', theirs: null, ours: amounts(ours) },
  ]
  const compared = close('differs', { differences: two(5), ...later })
  expect(closeAfter(close('accepted', { differences: two(4) }), compared)).toBe(compared)
})

test('a day with unchanged differences stays as it was saved', () => {
  const absent = [{ providerId: '1', theirs: null, ours: null }]
  for (const status of ['differs', 'accepted'] as const)
    for (const differences of [close(status).differences, absent]) {
      const saved = close(status, { differences })
      expect(closeAfter(saved, close('differs', { differences, ...later }))).toBe(saved)
    }
})
