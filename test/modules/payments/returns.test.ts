import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Claim,
  clearAttribution,
  decideRefund,
  type IssueStep,
  isAnswered,
  nextStep,
  type RecordedReturn,
  type RefundDecision,
  sentOf,
  spreadOver,
  unrecordedReturns,
} from '../../../src/modules/payments/domain/returns.ts'
import { totalOf } from '../../../src/modules/payments/domain/settlement.ts'

const instalment = (id: string, rest: number): Claim => ({ kind: 'instalment', id, rest })
const credit = (id: string, rest: number): Claim => ({ kind: 'credit', id, rest })
const sale: Claim = { kind: 'sale', id: 'p', rest: 5_000 }

const attributions: [
  name: string,
  returned: number,
  claims: Claim[],
  goingBack: string[],
  expected: string[] | undefined,
][] = [
  [
    'everything of two instalments',
    200,
    [instalment('a', 100), instalment('b', 100)],
    [],
    ['a 100', 'b 100'],
  ],
  [
    'everything of an instalment and a credit',
    150,
    [instalment('a', 100), credit('c', 50)],
    [],
    ['a 100', 'c 50'],
  ],
  ['a part of the only instalment', 30, [instalment('a', 100)], [], ['a 30']],
  ['a part of the only credit', 30, [credit('c', 100)], [], ['c 30']],
  ['a part of a look-up', 30, [sale], [], ['p 30']],
  ['the only instalment with anything left', 30, [instalment('a', 0), instalment('b', 100)], [], ['b 30']],
  ['a part of two instalments', 100, [instalment('a', 100), instalment('b', 100)], [], undefined],
  ['all but a centavo', 199, [instalment('a', 100), instalment('b', 100)], [], undefined],
  ['exactly a credit, beside an instalment', 50, [instalment('a', 100), credit('c', 50)], [], undefined],
  [
    'a part of what is returned anyway',
    50,
    [instalment('a', 100), instalment('b', 100)],
    ['a', 'b'],
    ['a 25', 'b 25'],
  ],
  [
    'a part, when only one of two is returned anyway',
    50,
    [instalment('a', 100), instalment('b', 100)],
    ['a'],
    undefined,
  ],
  [
    'a part, with one centavo left of one instalment',
    50,
    [instalment('a', 1), instalment('b', 100)],
    [],
    undefined,
  ],
  ['more than is left', 70, [instalment('a', 50)], [], ['a 50']],
  ['anything, with nothing left', 70, [], [], []],
]

test.each(attributions)(
  'a return is attributed, or remains unattributed: %s',
  (_, returned, claims, goingBack, expected) => {
    const parts = clearAttribution({ returned, claims, isGoingBack: ({ id }) => goingBack.includes(id) })
    expect(parts?.map(({ claim, amount }) => `${claim.id} ${amount}`)).toEqual(expected)
  },
)

const huge = 2 ** 45
const claimList = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: huge })), { maxLength: 12 })
  .map((rests) => rests.map((rest, at) => instalment(String(at), rest)))

test('a spread adds up to the centavo, and gives each target at most what is left of it', () => {
  fc.assert(
    fc.property(claimList, fc.nat(), fc.boolean(), (claims, share, isWhole) => {
      const total = claims.reduce((sum, { rest }) => sum + rest, 0)
      const amount = isWhole ? total : share
      const parts = spreadOver(amount, claims)
      expect(totalOf(parts)).toBe(Math.min(amount, total))
      for (const part of parts) {
        expect(part.amount).toBeGreaterThan(0)
        expect(part.amount).toBeLessThanOrEqual(part.claim.rest)
      }
    }),
  )
})

const state = { wanted: 100, own: 100, others: 100, unattributed: 0, left: 200 }
const decisions: [name: string, change: Partial<typeof state>, expected: RefundDecision][] = [
  ['nothing in doubt', {}, { kind: 'refund', amount: 100 }],
  ['a centavo in doubt', { unattributed: 1 }, { kind: 'hold' }],
  ['a centavo in doubt and a part requested', { wanted: 99, unattributed: 1 }, { kind: 'hold' }],
  [
    'a part requested, when nobody else has money',
    { wanted: 99, unattributed: 1, others: 0 },
    { kind: 'hold' },
  ],
  ['a part requested', { wanted: 99 }, { kind: 'refund', amount: 99 }],
  ['more in doubt than its own money', { unattributed: 150 }, { kind: 'hold' }],
  [
    'in doubt, and nobody else has money',
    { others: 0, unattributed: 30, left: 70 },
    { kind: 'refund', amount: 70 },
  ],
  [
    'all of it in doubt, and nobody else has money',
    { others: 0, unattributed: 100, left: 50 },
    { kind: 'nothing' },
  ],
  ['all of it back', { own: 0 }, { kind: 'nothing' }],
  ['a centavo left of it', { own: 1 }, { kind: 'refund', amount: 1 }],
  ['a centavo left at all', { left: 1 }, { kind: 'refund', amount: 1 }],
  ['a centavo in doubt that another may own', { others: 1, unattributed: 1 }, { kind: 'hold' }],
  ['all but a centavo in doubt', { others: 0, unattributed: 99, left: 1 }, { kind: 'refund', amount: 1 }],
  ['a part of it back', { own: 60 }, { kind: 'refund', amount: 60 }],
  ['nothing left at all', { left: 0 }, { kind: 'nothing' }],
  ['money in doubt and nothing left at all', { left: 0, unattributed: 50 }, { kind: 'nothing' }],
  ['less left than its own money', { left: 40 }, { kind: 'refund', amount: 40 }],
]

test.each(decisions)('a refund with %s', (_, change, expected) => {
  expect(decideRefund({ ...state, ...change })).toEqual(expected)
})

test('whoever a return was for, a refund takes no money of another', () => {
  const amount = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (own, others, back, share) => {
        const unattributed = Math.min(back, own + others)
        const decision = decideRefund({
          wanted: own,
          own,
          others,
          unattributed,
          left: own + others - unattributed,
        })
        // Any split of the returned money that the allocations allow.
        const max = Math.min(own, unattributed)
        const min = Math.max(0, unattributed - others)
        const ofOwn = min + Math.round((max - min) * share)
        if (decision.kind === 'refund') expect(decision.amount).toBeLessThanOrEqual(own - ofOwn)
        if (unattributed === 0 && own > 0) expect(decision).toEqual({ kind: 'refund', amount: own })
      },
    ),
  )
})

const asked = {
  ...{ amount: 100, wanted: 100, sent: 'never' as 'never' | 'recently' | 'earlier', own: 100, others: 100 },
  ...{ unattributed: 0, unexplained: 0, leftAtProvider: 200, left: 200 },
  ...{ isAccepted: false, underWay: 0 },
}
const steps: [name: string, change: Partial<typeof asked>, expected: IssueStep][] = [
  ['nothing came back', {}, { kind: 'refund', amount: 100 }],
  ['a part came back unattributed', { unattributed: 50, leftAtProvider: 150, left: 150 }, { kind: 'hold' }],
  ['another refund of ours is under way', { unexplained: 100, leftAtProvider: 100 }, { kind: 'wait' }],
  [
    'it may be done, and less is left than requested',
    { sent: 'recently', unexplained: 100, leftAtProvider: 60 },
    { kind: 'refund', amount: 100 },
  ],
  [
    'it may be done, and nobody else has money',
    { sent: 'earlier', others: 0, unexplained: 100, leftAtProvider: 100, left: 200 },
    { kind: 'refund', amount: 100 },
  ],
  [
    'it may be done, or the panel did the same',
    { sent: 'recently', unexplained: 100, leftAtProvider: 100 },
    { kind: 'wait' },
  ],
  [
    'long ago it may have been done, or the panel did the same',
    { sent: 'earlier', unexplained: 100, leftAtProvider: 100 },
    { kind: 'hold' },
  ],
  ['it was sent and did not arrive', { sent: 'recently' }, { kind: 'refund', amount: 100 }],
  [
    'less came back than requested, just now',
    { sent: 'recently', unexplained: 40, leftAtProvider: 160 },
    { kind: 'wait' },
  ],
  [
    'less came back than requested',
    { sent: 'earlier', unexplained: 40, leftAtProvider: 160 },
    { kind: 'hold' },
  ],
  ['its money came back otherwise', { own: 0 }, { kind: 'nothing' }],
  ['a bank took everything', { leftAtProvider: 0 }, { kind: 'nothing' }],
  ['a part of its money came back just now', { sent: 'recently', own: 60, others: 0 }, { kind: 'wait' }],
  [
    'it was accepted, whatever came back meanwhile',
    { sent: 'earlier', isAccepted: true, own: 60, unattributed: 50, unexplained: 100 },
    { kind: 'refund', amount: 100 },
  ],
  [
    'a part came back unattributed while it may be under way',
    { sent: 'earlier', unattributed: 50, leftAtProvider: 150, left: 150, underWay: 100 },
    { kind: 'wait' },
  ],
  [
    'its money came back otherwise while it may be under way',
    { sent: 'earlier', own: 0, underWay: 1 },
    { kind: 'wait' },
  ],
  ['it may itself be under way as sent', { sent: 'earlier', underWay: 100 }, { kind: 'refund', amount: 100 }],
  [
    'a centavo came back, it was never sent, and as much is certainly its own',
    { own: 101, wanted: 101, others: 0, unexplained: 1, leftAtProvider: 199 },
    { kind: 'refund', amount: 100 },
  ],
  ['it was never sent, and a centavo is under way', { underWay: 1 }, { kind: 'wait' }],
  ['its amount came back, and it was never sent', { unexplained: 100, others: 0 }, { kind: 'wait' }],
  ['a centavo came back, and it was never sent', { unexplained: 1, leftAtProvider: 199 }, { kind: 'wait' }],
  [
    'some came back unattributed, and as much unrecorded',
    { sent: 'earlier', unattributed: 50, unexplained: 50, leftAtProvider: 100, left: 150 },
    { kind: 'hold' },
  ],
]

test.each(steps)('the next step of a refund: %s', (_, change, expected) => {
  expect(nextStep({ ...asked, ...change })).toEqual(expected)
})

test('waits ten minutes for an answer', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const ago = (milliseconds: number) => sentOf(new Date(now.getTime() - milliseconds), now)
  expect([sentOf(null, now), ago(0), ago(599_999), ago(600_000)]).toEqual([
    'never',
    'recently',
    'recently',
    'earlier',
  ])
})

const row = (change: Partial<RecordedReturn>): RecordedReturn => ({
  ...{ providerRefundId: null, amount: 100, origin: 'team', status: 'done', sentAt: new Date(0) },
  ...change,
})
const entry = (id: string, amount: number) => ({ id, amount })
const lists: [
  name: string,
  refunded: number,
  entries: { id: string; amount: number }[] | undefined,
  recorded: RecordedReturn[],
  expected: string[],
][] = [
  ['a panel refund', 50, [entry('1', 50)], [], ['1 50']],
  ['ours, recorded', 100, [entry('1', 100)], [row({ providerRefundId: '1' })], []],
  ['ours under way', 100, [entry('1', 100)], [row({ status: 'requested' })], []],
  [
    'a panel refund of the same amount beside ours',
    200,
    [entry('1', 100), entry('2', 100)],
    [row({ providerRefundId: '2' })],
    ['1 100'],
  ],
  [
    'a panel refund of the same amount beside ours under way',
    200,
    [entry('1', 100), entry('2', 100)],
    [row({ status: 'requested' })],
    ['2 100'],
  ],
  [
    'a panel refund while ours was not sent',
    100,
    [entry('1', 100)],
    [row({ status: 'requested', sentAt: null })],
    ['1 100'],
  ],
  [
    'a panel refund of another amount while ours is under way',
    60,
    [entry('1', 60)],
    [row({ status: 'requested' })],
    ['1 60'],
  ],
  [
    'a panel refund, then ours under way',
    160,
    [entry('1', 60), entry('2', 100)],
    [row({ status: 'requested' })],
    ['1 60'],
  ],
  [
    'two of ours under way',
    140,
    [entry('1', 100), entry('2', 40)],
    [row({ status: 'requested' }), row({ status: 'requested', amount: 40 })],
    [],
  ],
  [
    'one of which a centavo was recorded without an id',
    100,
    [entry('1', 100)],
    [row({ origin: 'panel', amount: 1 })],
    ['null 99'],
  ],
  ['ours that was refused', 100, [entry('1', 100)], [row({ status: 'failed' })], ['1 100']],
  ['one recorded before the provider stated ids', 100, [entry('1', 100)], [row({ origin: 'panel' })], []],
  ['that one, and another', 130, [entry('1', 100), entry('2', 30)], [row({ origin: 'panel' })], ['null 30']],
  ['a recorded one that increased', 120, [entry('1', 120)], [row({ providerRefundId: '1' })], ['null 20']],
  [
    'one recorded in two parts',
    100,
    [entry('1', 100)],
    [row({ providerRefundId: '1', amount: 40 }), row({ providerRefundId: '1', amount: 60 })],
    [],
  ],
  ['one of nothing beside another', 50, [entry('1', 0), entry('2', 50)], [], ['2 50']],
  ['one of nothing beside ours', 100, [entry('1', 0), entry('2', 100)], [row({ providerRefundId: '2' })], []],
  ['a chargeback', 0, [], [row({ origin: 'chargeback' })], []],
  ['no list', 150, undefined, [row({})], ['null 50']],
  ['no list, ours under way', 100, undefined, [row({ status: 'requested' })], []],
  ['a list that does not add up', 150, [entry('1', 20)], [row({})], ['null 50']],
  ['less than recorded', 50, undefined, [row({})], []],
]

test.each(lists)('returns still to record: %s', (_, refunded, entries, recorded, expected) => {
  const found = unrecordedReturns({ refunded, entries, recorded })
  expect(found.map(({ id, amount }) => `${id} ${amount}`)).toEqual(expected)
})

test('with nothing under way, recorded returns and those to record add up to the total', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      amounts,
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      fc.boolean(),
      (all, known, isListed) => {
        const entries = all.map((amount, at) => entry(String(at), amount))
        const recorded = entries
          .filter((_, at) => known[at])
          .map(({ id, amount }) => row({ providerRefundId: isListed ? id : null, amount }))
        const refunded = totalOf(entries)
        const found = unrecordedReturns({ refunded, entries: isListed ? entries : undefined, recorded })
        expect(totalOf(found) + totalOf(recorded)).toBe(refunded)
      },
    ),
  )
})

const noted = (minutes: number, ...instalmentIds: string[]) => ({
  recordedAt: minute(minutes),
  instalmentIds,
})
const sentAs = (minutes: number, ...instalmentIds: string[]) => ({ sentAt: minute(minutes), instalmentIds })
const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes))

const answers: [
  name: string,
  of: { answered?: ReturnType<typeof sentAs>[]; returns: ReturnType<typeof noted>[]; left?: string[] },
  expected: boolean,
][] = [
  ['nothing came back', { returns: [] }, false],
  ['it came back for both', { returns: [noted(1, 'b', 'a')] }, true],
  ['it came back at the moment it was sent', { returns: [noted(0, 'a', 'b')] }, true],
  ['it came back before it was sent', { returns: [noted(-1, 'a', 'b')] }, false],
  ['it came back for one of them', { returns: [noted(1, 'a')] }, false],
  ['it came back for one, and the other had nothing left', { returns: [noted(1, 'a')], left: ['a'] }, true],
  ['it came back for another as well', { returns: [noted(1, 'a', 'b', 'c')] }, false],
  ['it came back for another', { returns: [noted(1, 'c')] }, false],
  ['it came back unattributed', { returns: [noted(1)], left: [] }, false],
  [
    'it was the answer of another refund',
    { returns: [noted(1, 'a', 'b')], answered: [sentAs(0, 'a', 'b')] },
    false,
  ],
  [
    'two came back, and one was the answer of another',
    {
      returns: [noted(1, 'a', 'b'), noted(2, 'a', 'b')],
      answered: [sentAs(0, 'a', 'b')],
    },
    true,
  ],
  [
    'another refund had its own answer',
    {
      returns: [noted(1, 'c'), noted(2, 'a', 'b')],
      answered: [sentAs(0, 'c')],
    },
    true,
  ],
  [
    'another refund had its answer for what was left of it',
    {
      returns: [noted(1, 'a'), noted(2, 'a', 'b')],
      answered: [sentAs(0, 'a', 'c')],
    },
    true,
  ],
  [
    'another refund had its answer for all of it, later',
    {
      returns: [noted(1, 'a', 'b'), noted(2, 'a', 'b', 'c')],
      answered: [sentAs(0, 'a', 'b', 'c')],
    },
    true,
  ],
  [
    'it was the answer of another refund, for what was left of it',
    { returns: [noted(1, 'a', 'b')], answered: [sentAs(0, 'a', 'b', 'c')] },
    false,
  ],
]

test.each(answers)('whether a part of two instalments was carried out: %s', (_, of, expected) => {
  const { returns, answered = [], left = ['a', 'b', 'c'] } = of
  const isLeft = (id: string) => left.includes(id)
  expect(isAnswered({ refund: sentAs(0, 'a', 'b'), answered, returns, isLeft })).toBe(expected)
})
