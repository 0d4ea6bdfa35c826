// Databases: one. Steps of a refund: requested, approved, sent, attributed. Each test has its own rows.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyCredit, dismissCredit } from '../../../src/modules/payments/credits/decide-credit.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { reviewRegainedCharge } from '../../../src/modules/payments/disputes/review-regained.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import type { PaymentProvider, ProviderRefusal } from '../../../src/modules/payments/ports.ts'
import { approvalOf } from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import {
  decideRefundApproval,
  requestTeamRefund,
} from '../../../src/modules/payments/refunds/approve-refund.ts'
import {
  attributeClearReturns,
  attributeReturn,
} from '../../../src/modules/payments/refunds/attribute-return.ts'
import { decideRefund } from '../../../src/modules/payments/refunds/decide-refund.ts'
import { issueRefund, refuseUnknownPayment } from '../../../src/modules/payments/refunds/issue-refund.ts'
import { refundCharge } from '../../../src/modules/payments/refunds/refund-charge.ts'
import { refundCredit } from '../../../src/modules/payments/refunds/refund-credit.ts'
import { refundOrder } from '../../../src/modules/payments/refunds/refund-order.ts'
import { hasOpenRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import {
  refundApprovals,
  refundAttributions,
  refundInstalments,
  refunds,
} from '../../../src/modules/payments/refunds/tables.server.ts'
import { refuseWhileUnattributed } from '../../../src/modules/payments/refunds/unless-unattributed.ts'
import { UnavailableError } from '../../../src/modules/payments/unavailable-error.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { again, books, charge, first, me, order, report, type Start, second } from './reported-books.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [other, colleague, besides] = [id(91), id(92), id(93)]
const ok = (value: unknown) => ({ ok: true, value })
const no = (code: string) => ({ ok: false, code })

/** Creates a payment of R$ 150,00 for instalments of two orders: R$ 100,00 of the first, R$ 50,00 of the other. */
const paid = (tx: Transaction, amount = 15_000, said: Partial<PaymentProvider> = {}) =>
  report(tx, [{ amount }], { second: { orderId: besides, userId: me }, said })
/** The same payment, of which R$ 30,00 was refunded at the panel. */
const unclear = async (tx: Transaction, said: Partial<PaymentProvider> = {}) => {
  const started = await paid(tx, 15_000, said)
  await again(started, [{ refunded: 3_000 }])
  return started
}
const all = (tx: Transaction) =>
  tx.select().from(refunds).orderBy(asc(refunds.createdAt), asc(refunds.amount))
const listed = async (tx: Transaction) =>
  (await all(tx)).map(
    ({ origin, amount, status, unattributed }) => `${origin} ${amount} ${status} ${unattributed}`,
  )
const latest = async (tx: Transaction) => {
  const found = (await all(tx)).at(-1)
  if (!found) throw new Error('no refund')
  return found
}
const parts = async (tx: Transaction, refundId: string) =>
  (await tx.select().from(refundAttributions).where(eq(refundAttributions.refundId, refundId)))
    .map(({ instalmentId, amount }) => [instalmentId, amount])
    .toSorted()
const whole = async (tx: Transaction, refundId: string) =>
  (await tx.select().from(refundInstalments).where(eq(refundInstalments.refundId, refundId)))
    .map(({ instalmentId }) => instalmentId)
    .toSorted()
const paymentOf = async (tx: Transaction) => {
  const [found] = await tx.select().from(payments)
  if (!found) throw new Error('no payment')
  return found
}
const credit = async (tx: Transaction) => {
  const [found] = await tx.select().from(credits).orderBy(asc(credits.amount))
  if (!found) throw new Error('no credit')
  return found
}

const answering = (refund: PaymentProvider['refund']) => ({ refund })
const done = answering(
  async ({ idempotencyKey: key, amount }) => ok({ providerRefundId: key, amount }) as never,
)

type Ask = Partial<Extract<Parameters<typeof refundCharge>[1], { origin: 'team' | 'withdrawal' }>>
const team = (tx: Transaction, { deps }: Start, ask: Ask = {}) =>
  refundCharge(tx, { chargeId: charge, origin: 'team', by: colleague, reason: 'why', ...ask }, deps)

test.each<
  [name: string, ask: Ask, answer: object, refunds: string[], whole: string[], parts: [string, number][]]
>([
  ['all of it', {}, ok(15_000), ['team 15000 requested 0'], [first, second], []],
  ['its very amount', { amount: 15_000 }, ok(15_000), ['team 15000 requested 0'], [first, second], []],
  [
    'a part',
    { amount: 3_000 },
    ok(3_000),
    ['team 3000 requested 0'],
    [],
    [
      [first, 2_000],
      [second, 1_000],
    ],
  ],
  [
    'one instalment',
    { instalmentIds: [first] },
    ok(10_000),
    ['team 10000 requested 0'],
    [],
    [[first, 10_000]],
  ],
  [
    'a part of one instalment',
    { instalmentIds: [second], amount: 4_000 },
    ok(4_000),
    ['team 4000 requested 0'],
    [],
    [[second, 4_000]],
  ],
  ['more than was paid', { amount: 15_001 }, no('too_much'), [], [], []],
  [
    'more than was paid for one instalment',
    { instalmentIds: [second], amount: 5_001 },
    no('too_much'),
    [],
    [],
    [],
  ],
  ['nothing', { amount: 0 }, no('too_much'), [], [], []],
  ['of no charge', { chargeId: id(99) }, no('not_found'), [], [], []],
])('a refund requested by the team: %s', (_, ask, answer, expected, inFull, inPart) =>
  inside(async (tx) => {
    const started = await paid(tx)
    expect(await team(tx, started, ask)).toEqual(answer)
    expect(await listed(tx)).toEqual(expected)
    if (expected.length === 0) return expect(started.jobs).toEqual([])
    const refund = await latest(tx)
    expect(refund).toMatchObject({ requestedBy: colleague, reason: 'why', chargeId: charge, sentAt: null })
    expect([await whole(tx, refund.id), await parts(tx, refund.id)]).toEqual([inFull, inPart])
    expect(started.jobs).toEqual([{ job: 'refunds.issue', refundId: refund.id }])
    // An amount whose refund is under way cannot be requested again.
    const rest = 15_000 - refund.amount
    expect(await team(tx, started)).toEqual(rest > 0 ? ok(rest) : no('too_much'))
  })(),
)

test(
  'a full refund of a charge includes its credits; a partial one does not',
  inside(async (tx) => {
    const started = await paid(tx, 15_100)
    expect(await team(tx, started, { amount: 15_000 })).toEqual(ok(15_000))
    expect((await whole(tx, (await latest(tx)).id)).length).toBe(0)
    expect((await credit(tx)).status).toBe('open')
    await tx.delete(refundAttributions)
    await tx.delete(refunds)
    expect(await team(tx, started)).toEqual(ok(15_100))
    expect(await listed(tx)).toEqual(['team 100 requested 0', 'team 15000 requested 0'])
    expect((await credit(tx)).status).toBe('refunding')
    expect((await all(tx))[0]).toMatchObject({ creditId: (await credit(tx)).id })
  }),
)

test(
  'does not refund money that was not received; refunds the sale of a look-up',
  inside(async (tx) => {
    const started = await report(tx, [{ state: 'pending', status: 'pending', approvedAt: undefined }], {
      said: done,
    })
    expect(await team(tx, started)).toEqual(no('not_paid'))
    const lookUp = { purpose: 'consultation', purposeId: id(9), reference: 'sale', id: id(8) } as const
    await rowsIn(tx).charge({ ...lookUp, userId: me, amount: 15_000 })
    await again(started, [{ reference: 'sale', providerId: 'sale' }])
    expect(await team(tx, started, { chargeId: id(8), amount: 400 })).toEqual(ok(400))
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    expect(await latest(tx)).toMatchObject({ amount: 400, status: 'done' })
    expect(await parts(tx, (await latest(tx)).id)).toEqual([])
    expect(await team(tx, started, { chargeId: id(8) })).toEqual(ok(14_600))
  }),
)

test(
  'while a return is unattributed, refuses partial refunds by the team and requests a full one',
  inside(async (tx) => {
    const started = await unclear(tx)
    expect(await listed(tx)).toEqual(['panel 3000 done 3000'])
    expect(await team(tx, started, { amount: 5_000 })).toEqual(no('unattributed_return'))
    expect(await team(tx, started, { origin: 'withdrawal', amount: 5_000 })).toEqual(ok(5_000))
    expect(await listed(tx)).toContain('withdrawal 5000 held 0')
    await tx.delete(refundAttributions)
    await tx.delete(refunds).where(eq(refunds.status, 'held'))
    expect(await team(tx, started)).toEqual(ok(12_000))
    expect(await team(tx, started)).toEqual(no('too_much'))
  }),
)

const withdraw = (tx: Transaction, { deps }: Start, orderId = order) =>
  refundOrder(tx, { orderId, origin: 'withdrawal', by: me, reason: 'w' }, deps)

test(
  'refunds the share of a withdrawn order with its credits, once',
  inside(async (tx) => {
    const started = await paid(tx, 15_100)
    expect(await withdraw(tx, started)).toEqual({ requested: 10_100, held: 0 })
    expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 0 })
    expect(await listed(tx)).toEqual(['withdrawal 100 requested 0', 'withdrawal 10000 requested 0'])
    expect(await whole(tx, (await latest(tx)).id)).toEqual([first])
    expect(await withdraw(tx, started, besides)).toEqual({ requested: 5_000, held: 0 })
    expect(await withdraw(tx, started, id(99))).toEqual({ requested: 0, held: 0 })
  }),
)

test(
  'holds the refund of a withdrawn order while a return may be its own, until a person attributes it',
  inside(async (tx) => {
    const started = await unclear(tx)
    expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 10_000 })
    const [panel] = await all(tx)
    const say = (targets: string[], amount?: number, refundId = panel?.id ?? '') =>
      attributeReturn(tx, { refundId, targets, amount, by: colleague, reason: 'why' }, started.deps)
    expect(await say([id(99)])).toEqual(no('not_of_payment'))
    expect(await say([first, id(99)])).toEqual(no('not_of_payment'))
    for (const amount of [0, -1, 3_001]) expect(await say([first], amount)).toEqual(no('too_much'))
    expect(await say([first], undefined, id(99))).toEqual(no('nothing_to_attribute'))
    expect(await say([first], undefined, (await latest(tx)).id)).toEqual(no('nothing_to_attribute'))
    started.jobs.length = 0
    expect(await say([besides], 1)).toEqual(ok(1))
    expect(await say([besides], 999)).toEqual(ok(999))
    expect(started.jobs).toEqual([])
    expect((await all(tx))[0]).toMatchObject({ unattributed: 2_000, amount: 3_000 })
    expect(await say([first])).toEqual(ok(2_000))
    expect(await parts(tx, panel?.id ?? '')).toEqual([
      [first, 2_000],
      [second, 1_000],
    ])
    // Eight thousand of the order's money are left, requested under a new key.
    const released = await latest(tx)
    expect(released).toMatchObject({ origin: 'withdrawal', status: 'requested', amount: 8_000, sentAt: null })
    expect(started.jobs).toEqual([{ job: 'refunds.issue', refundId: released.id }])
    expect(await say([first])).toEqual(no('nothing_to_attribute'))
  }),
)

test(
  'spreads a return attributed without targets, and attributes no more than is left of the targets',
  inside(async (tx) => {
    const started = await paid(tx)
    await again(started, [{ refunded: 6_000 }])
    const [panel] = await all(tx)
    const say = (targets: string[], amount?: number) =>
      attributeReturn(
        tx,
        { refundId: panel?.id ?? '', targets, amount, by: colleague, reason: 'why' },
        started.deps,
      )
    expect(await say([second], 5_001)).toEqual(no('too_much'))
    expect(await say([], 1_500)).toEqual(ok(1_500))
    expect(await parts(tx, panel?.id ?? '')).toEqual([
      [first, 1_000],
      [second, 500],
    ])
    started.published.length = 0
    expect(await say([second])).toEqual(ok(4_500))
    const statuses = (await tx.select().from(instalments).orderBy(asc(instalments.id))).map(
      (one) => one.status,
    )
    expect(statuses).toEqual(['paid', 'refunded'])
    expect(started.published).toEqual([
      { type: 'order-money.changed', payload: { orderId: besides, userId: me } },
    ])
  }),
)

test(
  'a return attributed to a credit becomes a refund of its own, of an owned or a dismissed credit',
  inside(async (tx) => {
    const started = await paid(tx, 15_100)
    await again(started, [{ amount: 15_100, refunded: 60 }])
    const say = async (amount: number) => {
      const refund = (await all(tx)).find(({ unattributed }) => unattributed > 0)
      const asked = { refundId: refund?.id ?? '', targets: [(await credit(tx)).id], amount }
      return attributeReturn(tx, { ...asked, by: colleague, reason: 'why' }, started.deps)
    }
    expect(await say(40)).toEqual(ok(40))
    expect(await listed(tx)).toEqual(['panel 20 done 20', 'panel 40 done 0'])
    const rows = await tx.select().from(credits).orderBy(asc(credits.amount))
    expect(
      rows.map(({ amount, status, resolvedBy, resolution }) => [amount, status, resolvedBy, resolution]),
    ).toEqual([
      [40, 'refunded', colleague, 'why'],
      [60, 'open', null, null],
    ])
    const posted = (await tx.select().from(ledgerTransactions)).filter(({ key }) =>
      key.startsWith('attributed:'),
    )
    const ofCredit = (await all(tx)).find(({ amount }) => amount === 40)
    expect(posted).toMatchObject([
      { key: `attributed:${ofCredit?.id}`, by: colleague, memo: 'why', kind: 'return_attributed' },
    ])
    expect(await books(tx, started)).toMatchObject({
      ledger: 'credits -60, provider:bank 15040, receivable -15000, refunds 20',
    })
    const open = rows[1]?.id ?? ''
    expect(await dismissCredit(tx, { creditId: open, by: colleague, reason: 'd' }, started.deps)).toEqual(
      ok(60),
    )
    const rest = (await all(tx)).find(({ unattributed }) => unattributed > 0)
    const last = { refundId: rest?.id ?? '', targets: [open], by: colleague, reason: 'why' }
    expect(await attributeReturn(tx, last, started.deps)).toEqual(ok(20))
    expect((await tx.select().from(credits)).map(({ status }) => status).toSorted()).toEqual([
      ...['dismissed', 'dismissed', 'refunded'],
    ])
    expect(await books(tx, started)).toMatchObject({
      ledger: 'provider:bank 15040, receivable -15000, unclaimed -40',
    })
  }),
)

test(
  'a refund is sent once under its key, and a successful answer completes it',
  inside(async (tx) => {
    const requests: object[] = []
    const started = await paid(
      tx,
      15_000,
      answering(async (request) => {
        requests.push(request)
        return { ok: true, value: { providerRefundId: 'b', amount: request.amount } }
      }),
    )
    await withdraw(tx, started)
    const { id: refundId, idempotencyKey } = await latest(tx)
    started.published.length = 0
    await issueRefund(started.deps, { refundId })
    expect(requests).toEqual([{ providerId: '1', idempotencyKey, amount: 10_000 }])
    expect(await latest(tx)).toMatchObject({
      ...{ status: 'done', providerRefundId: 'b', sentAt: at(6), completedAt: at(6), lastError: null },
    })
    expect(await books(tx, started)).toMatchObject({
      ...{ instalments: 'refunded 10000, paid 5000', mail: 'refund.done' },
      ledger: 'provider:bank 5000, receivable -15000, refunds 10000',
    })
    expect(started.published).toEqual([
      { type: 'order-money.changed', payload: { orderId: order, userId: me } },
    ])
    const posted = (await tx.select().from(ledgerTransactions)).find(
      ({ key }) => key === `refund:${refundId}`,
    )
    expect(posted).toMatchObject({ by: me })
    await issueRefund(started.deps, { refundId })
    expect(requests).toHaveLength(1)
    await expect(issueRefund(started.deps, { refundId: id(99) })).rejects.toThrow('has no payment')
  }),
)

test.each<[ProviderRefusal['code'], minutes: number, throws: boolean, status: string, lastError: string]>([
  ['unavailable', 0, true, 'requested', 'unavailable'],
  ['rate_limited', 0, true, 'requested', 'rate_limited'],
  ['not_found', 59, true, 'requested', 'not_found'],
  ['not_found', 60, false, 'failed', 'not_found'],
  ['awaits_person', 0, false, 'requested', 'awaits_person'],
  ['refused', 0, false, 'failed', 'refused'],
])('a bank answers a refund with %s after %i minutes', (code, minutes, throws, status, lastError) =>
  inside(async (tx) => {
    const started = await paid(
      tx,
      15_100,
      answering(async () => ({ ok: false, code, detail: 'd' })),
    )
    const creditId = (await credit(tx)).id
    expect(await refundCredit(tx, { creditId, by: colleague, reason: 'why' }, started.deps)).toEqual(ok(100))
    const { id: refundId } = await latest(tx)
    started.time.now = at(6 + minutes)
    const issued = issueRefund(started.deps, { refundId })
    if (throws) await expect(issued).rejects.toThrow(code)
    else await issued
    expect(await latest(tx)).toMatchObject({ status, lastError, sentAt: at(6 + minutes) })
    expect((await credit(tx)).status).toBe(status === 'failed' ? 'open' : 'refunding')
    expect(started.logged.join().includes('refused a refund')).toBe(status === 'failed')
    if (status !== 'failed') return
    const decide = (retry: boolean, which = refundId) =>
      decideRefund(tx, { refundId: which, retry }, started.deps)
    started.jobs.length = 0
    expect(await decide(true, id(99))).toEqual(no('not_failed'))
    expect(await decide(true)).toEqual(ok(100))
    expect(started.jobs).toEqual([{ job: 'refunds.issue', refundId }])
    expect(await latest(tx)).toMatchObject({ status: 'requested', lastError: null })
    expect((await credit(tx)).status).toBe('refunding')
    expect(await decide(true)).toEqual(no('not_failed'))
    await refuseUnknownPayment(started.deps, { refundId })
    expect(await latest(tx)).toMatchObject({ status: 'failed', lastError: 'not_found' })
    expect(await decide(false)).toEqual(ok(100))
    expect((await latest(tx)).status).toBe('given_up')
    expect((await credit(tx)).status).toBe('open')
  })(),
)

test(
  'does not retry a refused refund above what is left, nor for a credit that was used',
  inside(async (tx) => {
    const refusing = answering(async () => ({ ok: false, code: 'refused' }))
    const started = await paid(tx, 15_100, refusing)
    await refundCredit(tx, { creditId: (await credit(tx)).id, by: me, reason: 'x' }, started.deps)
    const { id: ofCredit } = await latest(tx)
    await issueRefund(started.deps, { refundId: ofCredit })
    await dismissCredit(tx, { creditId: (await credit(tx)).id, by: me, reason: 'x' }, started.deps)
    const retry = (refundId: string) => decideRefund(tx, { refundId, retry: true }, started.deps)
    expect(await retry(ofCredit)).toEqual(no('too_much'))

    started.time.now = at(20)
    await withdraw(tx, started)
    const { id: ofOrder } = await latest(tx)
    await issueRefund(started.deps, { refundId: ofOrder })
    started.time.now = at(30)
    await team(tx, started, { instalmentIds: [first], amount: 1 })
    expect(await retry(ofOrder)).toEqual(no('too_much'))
    await tx.delete(refunds).where(eq(refunds.amount, 1))
    await again(started, [{ amount: 15_100, refunded: 5 }])
    expect(await retry(ofOrder)).toEqual(no('unattributed_return'))
  }),
)

const sold = { purpose: 'consultation', purposeId: id(60), userId: null } as const
const ofLookup = { chargeId: charge, purpose: { kind: 'consultation', id: id(60) } }

test.each([
  ['a look-up', { charge: sold }, [{ type: 'charge-refund.given-up', payload: ofLookup }]],
  ['instalments', {}, []],
])(
  'a refund of %s that the team gave up publishes an event if a delivery depends on it',
  (_, before, published) =>
    inside(async (tx) => {
      const refusing = answering(async () => ({ ok: false, code: 'refused' }))
      const started = await report(tx, [{ amount: 15_100 }], { ...before, said: refusing })
      await team(tx, started)
      const requested = await all(tx)
      expect(requested.map(({ amount, creditId }) => [amount, creditId !== null])).toEqual([
        [100, true],
        [15_000, false],
      ])
      for (const { id: refundId } of requested) await issueRefund(started.deps, { refundId })
      started.published.length = 0
      const [ofCredit = '', ofPrice = ''] = requested.map((refund) => refund.id)
      expect(await hasOpenRefund(tx, { chargeId: charge })).toBe(true)
      expect(await decideRefund(tx, { refundId: ofCredit, retry: false }, started.deps)).toEqual(ok(100))
      expect(started.published).toEqual([])
      expect(await hasOpenRefund(tx, { chargeId: charge })).toBe(true)
      expect(await decideRefund(tx, { refundId: ofPrice, retry: false }, started.deps)).toEqual(ok(15_000))
      expect(started.published).toEqual(published)
      expect(await hasOpenRefund(tx, { chargeId: charge })).toBe(false)
    })(),
)

test(
  'adds each won dispute of a look-up for review once, unless its refund was requested',
  inside(async (tx) => {
    const taken = { state: 'charged_back', status: 'charged_back' } as const
    const started = await report(tx, [{ amount: 15_100 }], { charge: sold })
    const put = (chargeId = charge) => reviewRegainedCharge(tx, { chargeId }, started.deps)
    const unpaid = await rowsIn(tx).charge(sold)
    expect([await put(), await put(unpaid), await put(id(99))]).toEqual([0, 0, 0])
    await again(started, [{ amount: 15_100, ...taken }])
    expect(await put()).toBe(0)
    await again(started, [{ amount: 15_100 }])
    // The credit is open again by itself, and its refund asks for nothing of the price.
    await refundCredit(tx, { creditId: (await credit(tx)).id, by: me, reason: 'x' }, started.deps)
    expect([await put(), await put()]).toEqual([15_000, 0])
    const [putUp] = (await all(tx)).filter(({ status }) => status === 'failed')
    expect(putUp).toMatchObject({ origin: 'automatic', reason: 'dispute_won', lastError: 'dispute_won' })
    await decideRefund(tx, { refundId: putUp?.id ?? '', retry: false }, started.deps)
    expect(await put()).toBe(0)

    await again(started, [{ amount: 15_100, ...taken }])
    expect(await put()).toBe(0)
    await again(started, [{ amount: 15_100 }])
    const { paymentId } = await latest(tx)
    await rowsIn(tx).refund({ id: id(1), status: 'held', chargeId: charge, paymentId })
    expect(await put()).toBe(0)
    await tx.delete(refunds).where(eq(refunds.id, id(1)))
    expect(await put()).toBe(15_000)
  }),
)

test.each([
  ['unavailable', true],
  ['rate_limited', false],
  ['in_process', false],
] as const)(
  'a refund that gets %s counts as one that its provider does not answer: %s',
  (code, isUnanswered) =>
    inside(async (tx) => {
      const started = await paid(
        tx,
        15_000,
        answering(async () => ({ ok: false, code })),
      )
      await team(tx, started)
      const { id: refundId } = await latest(tx)
      const thrown: unknown = await issueRefund(started.deps, { refundId }).catch((error: unknown) => error)
      expect(thrown).toMatchObject({ message: `refund not issued yet: ${code}` })
      expect(thrown instanceof UnavailableError).toBe(isUnanswered)
    })(),
)

test(
  'a refund without an answer is not resent at once; with another amount it gets a new key',
  inside(async (tx) => {
    const requests: { amount: number; idempotencyKey: string }[] = []
    const started = await paid(
      tx,
      15_000,
      answering(async (request) => {
        requests.push(request)
        return { ok: false, code: 'unavailable' }
      }),
    )
    await team(tx, started, { amount: 3_000, instalmentIds: [first] })
    const { id: refundId } = await latest(tx)
    const send = (minutes: number) => {
      started.time.now = at(minutes)
      return issueRefund(started.deps, { refundId })
    }
    await expect(send(7)).rejects.toThrow('unavailable')
    await expect(send(8)).rejects.toThrow('unavailable')
    // The bank reports that the requested amount was refunded: this may be our own refund.
    await tx.update(payments).set({ refunded: 3_000 })
    await expect(send(9)).rejects.toThrow('awaited')
    expect((await latest(tx)).lastError).toBe('waiting')
    await tx.update(payments).set({ refunded: 13_000 })
    await expect(send(10)).rejects.toThrow('unavailable')
    const keys = requests.map(({ idempotencyKey }) => idempotencyKey)
    expect([requests.map(({ amount }) => amount), new Set(keys).size]).toEqual([[3_000, 3_000, 3_000], 1])
    // Only two thousand are left, less than the requested amount.
    await tx.update(payments).set({ refunded: 0, amount: 2_000 })
    await expect(send(40)).rejects.toThrow('unavailable')
    expect(requests.at(-1)?.amount).toBe(2_000)
    expect(requests.at(-1)?.idempotencyKey).not.toBe(keys[0])
    expect(await parts(tx, refundId)).toEqual([[first, 2_000]])
    expect(await latest(tx)).toMatchObject({ amount: 2_000, idempotencyKey: requests.at(-1)?.idempotencyKey })
  }),
)

test(
  'a refund of which nothing is left is given up if it came back, and fails if a bank took it',
  inside(async (tx) => {
    const started = await unclear(tx, done)
    await withdraw(tx, started)
    const { id: held } = await latest(tx)
    await issueRefund(started.deps, { refundId: held })
    expect((await latest(tx)).status).toBe('held')
    await again(started, [{ refunded: 15_000, state: 'refunded', status: 'refunded' }])
    expect((await all(tx)).find(({ id }) => id === held)).toMatchObject({
      status: 'given_up',
      lastError: 'came_back',
    })
  }),
)

test(
  'a refund requested before a bank took the money fails, for the team to decide',
  inside(async (tx) => {
    const started = await paid(tx, 15_000, done)
    await withdraw(tx, started)
    const { id: refundId } = await latest(tx)
    await tx.update(payments).set({ state: 'charged_back' })
    await issueRefund(started.deps, { refundId })
    expect(await latest(tx)).toMatchObject({ status: 'failed', lastError: 'nothing_left', sentAt: null })
  }),
)

test(
  'a refund that becomes unclear before it is sent is held',
  inside(async (tx) => {
    const started = await paid(tx, 15_000, done)
    await withdraw(tx, started)
    const { id: refundId } = await latest(tx)
    const rows = rowsIn(tx)
    const paymentId = (await latest(tx)).paymentId
    await rows.refund({
      paymentId,
      chargeId: charge,
      status: 'done',
      origin: 'panel',
      amount: 9,
      unattributed: 9,
    })
    await tx.update(payments).set({ refunded: 9 })
    await issueRefund(started.deps, { refundId })
    expect((await all(tx)).find(({ id }) => id === refundId)).toMatchObject({
      status: 'held',
      lastError: 'unattributed_return',
    })
    expect(started.logged.join()).toContain('waits until returned money is attributed')
  }),
)

test(
  'a credit pays instalments of its customer: the rest stays, a shortfall needs a person’s decision',
  inside(async (tx) => {
    const started = await paid(tx, 15_900)
    const rows = rowsIn(tx)
    const mine = await rows.instalment({ userId: me, orderId: order, number: 7, amount: 300 })
    const more = await rows.instalment({ userId: me, orderId: order, number: 8, amount: 500 })
    const others = await rows.instalment({ userId: other, amount: 300 })
    const use = async (instalmentIds: string[], forgive = false, creditId?: string) =>
      applyCredit(
        tx,
        {
          creditId:
            creditId ??
            (await tx.select().from(credits)).find(({ status }) => status === 'open')?.id ??
            id(99),
          ...{ instalmentIds, forgive, by: colleague, reason: 'why' },
        },
        started.deps,
      )
    expect(await use([mine], false, id(99))).toEqual(no('not_open'))
    for (const wrong of [[], [first], [mine, id(99)]]) expect(await use(wrong)).toEqual(no('not_pending'))
    for (const wrong of [[others], [mine, others]]) expect(await use(wrong)).toEqual(no('wrong_customer'))
    const open = await rows.charge({ userId: me })
    await rows.line(open, mine)
    started.published.length = 0
    started.jobs.length = 0
    expect(await use([mine, mine])).toMatchObject(ok({ forgiven: 0 }))
    expect(started.jobs).toEqual([{ job: 'charges.cancel', chargeId: open }])
    const row = async (one: string) => (await tx.select().from(instalments).where(eq(instalments.id, one)))[0]
    expect(await row(mine)).toMatchObject({
      status: 'paid',
      paidAmount: 300,
      paidBy: charge,
      paymentDate: at(6),
    })
    expect(started.published).toMatchObject([
      { type: 'instalment.paid', payload: { instalmentId: mine } },
      { type: 'instalment.credited', payload: { instalmentId: mine, amount: 300 } },
    ])
    const applied = (await tx.select().from(credits)).find(({ status }) => status === 'applied')
    expect(await tx.select().from(ledgerTransactions)).toContainEqual(
      expect.objectContaining({ key: `credit:${applied?.id}`, kind: 'credit_applied' }),
    )
    expect((await tx.select().from(credits)).map(({ key }) => key.split('/').length).toSorted()).toEqual([
      1, 2,
    ])
    expect(applied).toMatchObject({
      amount: 300,
      resolvedBy: colleague,
      resolution: 'why',
      resolvedAt: at(6),
    })
    const last = await rows.instalment({ userId: me, number: 9, amount: 200 })
    expect(await use([more, last])).toEqual(no('insufficient_credit'))
    const exact = await rows.instalment({ userId: me, number: 10, amount: 600 })
    const used = tx.transaction(async (inner) => {
      expect(
        await applyCredit(
          inner,
          {
            ...{
              creditId:
                (await inner.select().from(credits)).find(({ status }) => status === 'open')?.id ?? '',
            },
            ...{ instalmentIds: [exact], forgive: false, by: colleague, reason: 'why' },
          },
          started.deps,
        ),
      ).toMatchObject(ok({ forgiven: 0 }))
      throw new Error('undone')
    })
    await expect(used).rejects.toThrow('undone')
    expect(await use([more, last], true)).toMatchObject(ok({ forgiven: 100 }))
    const amounts = [(await row(more))?.paidAmount, (await row(last))?.paidAmount]
    expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(600)
    const posted = (await tx.select().from(ledgerTransactions)).filter(
      ({ kind }) => kind === 'credit_applied',
    )
    expect(posted.map(({ by, memo }) => [by, memo])).toEqual([
      [colleague, 'why'],
      [colleague, 'why'],
    ])
    expect(await books(tx, started)).toMatchObject({
      ledger: 'discounts 100, provider:bank 15900, receivable -16000',
    })
    expect(await use([more])).toEqual(no('not_open'))
  }),
)

test(
  'money without an owner is applied by a person’s decision, refunded once confirmed, or dismissed',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: 'another' }])
    const { id: creditId } = await credit(tx)
    const decision = { creditId, by: colleague, reason: 'why' }
    expect(await refundCredit(tx, decision, started.deps)).toEqual(no('not_confirmed'))
    expect(await refundCredit(tx, { ...decision, creditId: id(99) }, started.deps)).toEqual(no('not_open'))
    const guarded = refuseWhileUnattributed(dismissCredit)
    await again(started, [{ reference: 'another', refunded: 10 }])
    expect((await latest(tx)).unattributed).toBe(0)
    await tx.update(refunds).set({ unattributed: 1 })
    expect(await guarded(tx, decision, started.deps)).toEqual(no('unattributed_return'))
    await tx.update(refunds).set({ unattributed: 0 })
    const isOurs = await tx
      .transaction(async (inner) => {
        const refunded = await refundCredit(inner, { ...decision, isOurs: true }, started.deps)
        expect(refunded.ok).toBe(true)
        throw new Error('undone')
      })
      .catch((error: Error) => error.message)
    expect(isOurs).toBe('undone')
    const open = (await tx.select().from(credits)).find(({ status }) => status === 'open')
    const dismissed = { ...decision, creditId: open?.id ?? '' }
    expect(await guarded(tx, dismissed, started.deps)).toEqual(ok(open?.amount))
    expect((await tx.select().from(credits)).find(({ id }) => id === open?.id)).toMatchObject({
      ...{ status: 'dismissed', resolvedBy: colleague, resolution: 'why' },
    })
    expect(await guarded(tx, dismissed, started.deps)).toEqual(no('not_open'))
    expect(await guarded(tx, { ...decision, creditId: id(99) }, started.deps)).toEqual(no('not_open'))
  }),
)

test(
  'above a limit another person approves exactly what was requested',
  inside(async (tx) => {
    const started = await paid(tx, 15_100)
    const deps = { ...started.deps, approvalAbove: 100 }
    const ask = (more: Partial<Parameters<typeof requestTeamRefund>[1]> = {}) =>
      requestTeamRefund(tx, { kind: 'charge', subjectId: charge, by: other, reason: 'why', ...more }, deps)
    const creditId = (await credit(tx)).id
    expect(await ask({ subjectId: id(99) })).toEqual(no('not_found'))
    expect(await ask({ kind: 'credit', subjectId: id(99) })).toEqual(no('not_open'))
    expect(await ask({ amount: 100 })).toEqual(ok({ amount: 100, held: 0 }))
    await tx.delete(refundAttributions)
    await tx.delete(refunds)
    started.jobs.length = 0
    const asked = await ask({ amount: 101, instalmentIds: [first] })
    if (!asked.ok || !asked.value.approvalId) throw new Error('no approval')
    expect(asked.value).toEqual({ amount: 101, held: 0, approvalId: asked.value.approvalId })
    expect(await listed(tx)).toEqual([])
    expect(await ask({ amount: 200 })).toEqual(no('already_asked'))
    expect(started.sent.filter(({ kind }) => kind === 'books.approval-asked')).toMatchObject([
      {
        subject: 'Uma devolução espera por outra pessoa',
        text: expect.stringContaining('R$ 1,01 a devolver'),
      },
    ])
    expect(await approvalOf(tx, asked.value.approvalId)).toMatchObject({
      ...{ amount: 101, reason: 'why', requestedBy: other, requestedAt: at(6), userId: me, isApproved: null },
      ask: { amount: 101, instalmentIds: [first] },
    })
    const { approvalId } = asked.value
    const decide = (by: string, approve = true, which = approvalId) =>
      decideRefundApproval(tx, { approvalId: which, approve, by }, deps)
    expect(await decide(colleague, true, 'x')).toEqual(no('not_open'))
    expect(await decide(colleague, true, id(99))).toEqual(no('not_open'))
    expect(await decide(other)).toEqual(no('own_request'))
    expect(await decide(colleague)).toEqual(ok(101))
    expect(await parts(tx, (await latest(tx)).id)).toEqual([[first, 101]])
    expect(await latest(tx)).toMatchObject({ requestedBy: other, reason: 'why' })
    expect((await tx.select().from(refundApprovals))[0]).toMatchObject({
      ...{ decidedBy: colleague, decidedAt: at(6), isApproved: true },
    })
    expect(await decide(colleague)).toEqual(no('not_open'))

    const whole = await ask({ kind: 'order', subjectId: besides })
    if (!whole.ok || !whole.value.approvalId) throw new Error('no approval')
    expect((await approvalOf(tx, whole.value.approvalId))?.userId).toBe(me)
    expect(whole.value.amount).toBe(5_100)
    await team(tx, started, { instalmentIds: [second], amount: 1 })
    const before = await listed(tx)
    expect(await decide(colleague, true, whole.value.approvalId)).toEqual(no('changed_meanwhile'))
    expect(await listed(tx)).toEqual(before)
    // The person who made the request may withdraw it.
    expect(await decide(other, false, whole.value.approvalId)).toEqual(ok(0))

    const ofCredit = await requestTeamRefund(
      tx,
      { kind: 'credit', subjectId: creditId, by: other, reason: 'why' },
      { ...deps, approvalAbove: 99 },
    )
    if (!ofCredit.ok || !ofCredit.value.approvalId) throw new Error('no approval')
    expect((await approvalOf(tx, ofCredit.value.approvalId))?.userId).toBe(me)
    await dismissCredit(tx, { creditId, by: me, reason: 'x' }, deps)
    expect(await decide(colleague, true, ofCredit.value.approvalId)).toEqual(no('not_open'))
  }),
)

test(
  'one person decides without a limit; the answer says how much is held',
  inside(async (tx) => {
    const started = await unclear(tx)
    const asked = { kind: 'order' as const, subjectId: order, by: me, reason: 'why' }
    expect(await requestTeamRefund(tx, asked, started.deps)).toEqual(ok({ amount: 10_000, held: 10_000 }))
  }),
)

const taken = { state: 'charged_back', status: 'charged_back' } as const

test(
  'does not refund to anybody what a bank has taken',
  inside(async (tx) => {
    const started = await report(tx, [{}, taken], { second: { orderId: besides, userId: me } })
    expect(await team(tx, started)).toEqual(no('too_much'))
    expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 0 })
    expect(await listed(tx)).toEqual(['chargeback 15000 done 0'])
  }),
)

test(
  'a held refund fails when a bank took the money meanwhile, and can be retried once the dispute is won',
  inside(async (tx) => {
    const excess = { amount: 15_100 }
    const started = await paid(tx, 15_100)
    await again(started, [{ ...excess, refunded: 3_000 }])
    expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 10_100 })
    await again(started, [{ ...excess, ...taken, refunded: 3_000 }])
    const panel = (await all(tx)).find(({ origin }) => origin === 'panel')
    const asked = { refundId: panel?.id ?? '', targets: [second], by: colleague, reason: 'why' }
    expect(await attributeReturn(tx, asked, started.deps)).toEqual(ok(3_000))
    const failed = (await all(tx)).filter(({ origin }) => origin === 'withdrawal')
    expect(failed).toMatchObject([
      { amount: 100, status: 'failed', lastError: 'nothing_left' },
      { amount: 10_000, status: 'failed', lastError: 'nothing_left' },
    ])
    expect((await credit(tx)).status).toBe('open')
    const retry = (refundId = '') => decideRefund(tx, { refundId, retry: true }, started.deps)
    expect(await retry(failed[1]?.id)).toEqual(no('too_much'))
    await again(started, [{ ...excess, refunded: 3_000 }])
    expect(await retry(failed[0]?.id)).toEqual(ok(100))
    expect(await retry(failed[1]?.id)).toEqual(ok(10_000))
    expect((await credit(tx)).status).toBe('refunding')
  }),
)

test(
  'late money that partly came back is refunded for the rest at once, since all of it is returned anyway',
  inside(async (tx) => {
    const started = await report(tx, [], { second: { orderId: besides, userId: me } })
    await tx.update(instalments).set({ status: 'cancelled' })
    await again(started, [{ refunded: 3_000 }])
    expect((await listed(tx)).filter((line) => line.startsWith('automatic'))).toEqual([
      ...['automatic 4000 requested 0', 'automatic 8000 requested 0'],
    ])
    expect(started.jobs.length).toBeGreaterThan(1)
  }),
)

test(
  'a held refund is released for the amount that was certainly not returned, to the centavo',
  inside(async (tx) => {
    const started = await paid(tx)
    await again(started, [{ refunded: 5_000 }, { refunded: 14_999 }])
    await withdraw(tx, started)
    const [panel, more] = await all(tx)
    const say = (refundId = '') =>
      attributeReturn(tx, { refundId, targets: [second], by: colleague, reason: 'why' }, started.deps)
    expect([panel?.amount, more?.amount]).toEqual([5_000, 9_999])
    expect(await say(panel?.id)).toEqual(ok(5_000))
    expect(await latest(tx)).toMatchObject({ origin: 'withdrawal', status: 'requested', amount: 1 })
  }),
)

test(
  'a chargeback takes exactly what is left, to the last centavo',
  inside(async (tx) => {
    const started = await paid(tx)
    await again(started, [{ refunded: 1 }])
    expect(started.sent.map(({ kind }) => kind)).toEqual(['refund.done', 'books.unattributed'])
    await again(started, [{ refunded: 14_999 }, { ...taken, refunded: 14_999 }])
    expect((await listed(tx)).filter((line) => line.startsWith('chargeback'))).toEqual([
      'chargeback 1 done 0',
    ])
  }),
)

test(
  'a chargeback takes only its amount from several credits',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: 'another' }])
    const { paymentId } = await credit(tx)
    await tx.update(credits).set({ amount: 10_000 })
    await rowsIn(tx).credit({ paymentId, reason: 'unmatched', amount: 5_000 })
    await rowsIn(tx).refund({
      paymentId,
      status: 'done',
      origin: 'panel',
      amount: 12_000,
      unattributed: 12_000,
    })
    await tx.update(payments).set({ refunded: 12_000 })
    await again(started, [{ reference: 'another', ...taken, refunded: 12_000 }])
    expect((await listed(tx)).filter((line) => line.startsWith('chargeback'))).toEqual([
      'chargeback 3000 done 0',
    ])
    const left = (await tx.select().from(credits)).filter(({ status }) => status === 'open')
    expect(left.reduce((sum, { amount }) => sum + amount, 0)).toBe(12_000)
  }),
)

test(
  'a return counts for either order when both are withdrawn',
  inside(async (tx) => {
    const started = await unclear(tx)
    expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 10_000 })
    expect(await withdraw(tx, started, besides)).toEqual({ requested: 0, held: 5_000 })
    await again(started, [{ refunded: 3_000, fee: 1 }])
    const [panel] = await all(tx)
    expect(await parts(tx, panel?.id ?? '')).toEqual([
      [first, 2_000],
      [second, 1_000],
    ])
    expect((await listed(tx)).toSorted()).toEqual([
      ...['panel 3000 done 0', 'withdrawal 4000 requested 0', 'withdrawal 8000 requested 0'],
    ])
  }),
)

test(
  'a partial refund of one order does not settle whose a return was, nor does a refund already sent',
  inside(async (tx) => {
    for (const change of [{ amount: 4_000 }, { sentAt: at(5) }]) {
      const isPart = 'amount' in change
      const undone = tx.transaction(async (inner) => {
        const started = await unclear(inner)
        await withdraw(inner, started, besides)
        if (isPart) {
          const ask = { origin: 'withdrawal' as const, instalmentIds: [first], amount: 4_000 }
          expect(await team(inner, started, ask)).toEqual(ok(4_000))
        } else {
          await withdraw(inner, started)
          await inner
            .update(refunds)
            .set({ status: 'requested', ...change })
            .where(eq(refunds.status, 'held'))
        }
        await again(started, [{ refunded: 3_000, fee: 1 }])
        expect(await listed(inner)).toContain('panel 3000 done 3000')
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    }
  }),
)

test(
  'money that came back in several parts is attributed once, to the centavo',
  inside(async (tx) => {
    const started = await paid(tx)
    const back = { state: 'refunded', status: 'refunded', refunded: 15_000 } as const
    await again(started, [{ refunded: 4_000 }, { refunded: 9_000 }, back])
    const given = new Map<string, number>()
    for (const { instalmentId, amount } of await tx.select().from(refundAttributions))
      given.set(instalmentId, (given.get(instalmentId) ?? 0) + amount)
    expect(given).toEqual(
      new Map([
        [first, 10_000],
        [second, 5_000],
      ]),
    )
  }),
)

test(
  'an instalment with a centavo left stays paid; remaining credits are refunded alone',
  inside(async (tx) => {
    const started = await paid(tx, 15_100, done)
    const issue = async () => issueRefund(started.deps, { refundId: (await latest(tx)).id })
    const statuses = async () =>
      (await tx.select().from(instalments).orderBy(asc(instalments.id))).map(({ status }) => status)
    await team(tx, started, { instalmentIds: [first], amount: 9_999 })
    await issue()
    expect(await statuses()).toEqual(['paid', 'paid'])
    started.time.now = at(20)
    await team(tx, started, { amount: 5_001 })
    await issue()
    expect(await statuses()).toEqual(['refunded', 'refunded'])
    expect(await team(tx, started)).toEqual(ok(100))
  }),
)

test(
  'a held partial refund continues with what is left of its instalment',
  inside(async (tx) => {
    const started = await unclear(tx)
    const ask = { origin: 'withdrawal' as const, instalmentIds: [second], amount: 5_000 }
    expect(await team(tx, started, ask)).toEqual(ok(5_000))
    const [panel] = await all(tx)
    const asked = { refundId: panel?.id ?? '', targets: [second], by: colleague, reason: 'why' }
    expect(await attributeReturn(tx, asked, started.deps)).toEqual(ok(3_000))
    const released = await latest(tx)
    expect(released).toMatchObject({ status: 'requested', amount: 2_000 })
    expect(await parts(tx, released.id)).toEqual([[second, 2_000]])
  }),
)

test.each<[name: string, refusal: Omit<ProviderRefusal, 'ok'>, isNew: boolean]>([
  ['came to nothing', { code: 'refused', detail: 'NAO_REALIZADO', isKeySpent: true }, true],
  ['was refused', { code: 'refused', detail: '400' }, false],
])('a refund that %s is retried under a key that cannot refund twice', (_, refusal, isNew) =>
  inside(async (tx) => {
    const sent: string[] = []
    const said = answering(async ({ idempotencyKey, amount }) => {
      sent.push(idempotencyKey)
      return (sent.length === 1 ? { ok: false, ...refusal } : ok({ providerRefundId: 'b', amount })) as never
    })
    const started = await paid(tx, 15_000, said)
    await team(tx, started)
    const { id: refundId, idempotencyKey: before } = await latest(tx)
    await issueRefund(started.deps, { refundId })
    expect(await latest(tx)).toMatchObject({ status: 'failed', lastError: 'refused' })
    expect((await latest(tx)).sentAt === null).toBe(isNew)
    expect(await decideRefund(tx, { refundId, retry: true }, started.deps)).toEqual(ok(15_000))
    await issueRefund(started.deps, { refundId })
    expect(await latest(tx)).toMatchObject({ status: 'done', providerRefundId: 'b' })
    expect([sent[0], sent[1] === before]).toEqual([before, !isNew])
  })(),
)

test(
  'keeps the key of a refund whose payment is unknown to the provider or whose money a bank took',
  inside(async (tx) => {
    const started = await paid(tx)
    await team(tx, started)
    const { id: refundId, idempotencyKey } = await latest(tx)
    await refuseUnknownPayment(started.deps, { refundId })
    expect(await latest(tx)).toMatchObject({ status: 'failed', lastError: 'not_found', idempotencyKey })
    expect(await decideRefund(tx, { refundId, retry: true }, started.deps)).toEqual(ok(15_000))
    await again(started, [taken])
    await issueRefund(started.deps, { refundId })
    const refund = (await all(tx)).find(({ id }) => id === refundId)
    expect(refund).toMatchObject({ status: 'failed', lastError: 'nothing_left', idempotencyKey })
  }),
)

test(
  'refunds only what a bank left, and does not mistake the refund for the chargeback',
  inside(async (tx) => {
    const started = await paid(tx, 15_000, done)
    await team(tx, started)
    const { id: refundId } = await latest(tx)
    await again(started, [{ chargedBack: 4_000 }])
    await issueRefund(started.deps, { refundId })
    expect(await listed(tx)).toEqual(['chargeback 4000 done 0', 'team 11000 done 0'])
    await again(started, [
      { ...taken, refunded: 11_000, chargedBack: 4_000, refunds: [{ id: 'b', amount: 11_000 }] },
    ])
    expect(await books(tx, started)).toMatchObject({
      ...{ charge: 'charged_back', instalments: 'refunded 10000, refunded 5000' },
      ...{ refunds: 'chargeback 4000 done 0, team 11000 done 0', mail: 'refund.done' },
      ledger: 'chargebacks 4000, receivable -15000, refunds 11000',
    })
  }),
)

test(
  'while an answer is lost, a refund that no longer fits with a chargeback is assumed to be made',
  inside(async (tx) => {
    const started = await paid(
      tx,
      15_000,
      answering(async () => ({ ok: false, code: 'unavailable' })),
    )
    await team(tx, started, { instalmentIds: [first], amount: 6_000 })
    const { id: refundId, idempotencyKey } = await latest(tx)
    await expect(issueRefund(started.deps, { refundId })).rejects.toThrow('unavailable')
    await again(started, [{ refunded: 6_000, chargedBack: 4_000 }])
    await expect(issueRefund(started.deps, { refundId })).rejects.toThrow('unavailable')
    const refund = (await all(tx)).find(({ id }) => id === refundId)
    expect(refund).toMatchObject({ amount: 6_000, status: 'requested', idempotencyKey })
  }),
)

test(
  'a refused refund of instalments is retried, and given up when its money came back meanwhile',
  inside(async (tx) => {
    const started = await paid(
      tx,
      15_000,
      answering(async () => ({ ok: false, code: 'refused' })),
    )
    await withdraw(tx, started)
    const { id: refundId, paymentId } = await latest(tx)
    await issueRefund(started.deps, { refundId })
    expect(await decideRefund(tx, { refundId, retry: true }, started.deps)).toEqual(ok(10_000))
    const panel = await rowsIn(tx).refund({ paymentId, chargeId: charge, status: 'done', origin: 'panel' })
    await tx.insert(refundAttributions).values({ refundId: panel, instalmentId: first, amount: 10_000 })
    await tx.update(payments).set({ refunded: 10_000 })
    started.time.now = at(60)
    await issueRefund(started.deps, { refundId })
    expect((await all(tx)).find(({ id }) => id === refundId)).toMatchObject({
      status: 'given_up',
      lastError: 'came_back',
    })
  }),
)

test(
  'a reversed return is attributed to nothing and holds nothing back',
  inside(async (tx) => {
    const started = await unclear(tx)
    await tx.update(refunds).set({ status: 'reversed' })
    const [panel] = await all(tx)
    const asked = { refundId: panel?.id ?? '', targets: [first], by: colleague, reason: 'why' }
    expect(await attributeReturn(tx, asked, started.deps)).toEqual(no('nothing_to_attribute'))
    expect(await attributeClearReturns(tx, await paymentOf(tx), started.deps)).toEqual({ unattributed: 0 })
    expect(await parts(tx, panel?.id ?? '')).toEqual([])
  }),
)

test(
  'while a bank holds a part, a return waits for a person, even with one instalment left',
  inside(async (tx) => {
    const started = await paid(tx, 15_000, done)
    await withdraw(tx, started, besides)
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    await again(started, [{ refunded: 5_000, chargedBack: 4_000 }])
    await again(started, [{ refunded: 8_000, chargedBack: 4_000 }])
    expect((await listed(tx)).toSorted()).toEqual([
      ...['chargeback 4000 done 0', 'panel 3000 done 3000', 'withdrawal 5000 done 0'],
    ])
  }),
)

test(
  'beside a part that a bank took, a return waits for a person as long as a centavo is left that it may have been for',
  inside(async (tx) => {
    const started = await paid(tx)
    await undoSecond(tx)
    const { id: paymentId } = await paymentOf(tx)
    const done = { paymentId, chargeId: charge, status: 'done' } as const
    await rowsIn(tx).refund({ ...done, origin: 'chargeback', amount: 1_000, createdAt: at(90) })
    const part = await rowsIn(tx).refund({ ...done, amount: 9_999 })
    await tx.insert(refundAttributions).values({ refundId: part, instalmentId: first, amount: 9_999 })
    await rowsIn(tx).refund({ ...done, origin: 'panel', amount: 500, unattributed: 500 })
    const clear = async () => attributeClearReturns(tx, await paymentOf(tx), started.deps)
    expect(await clear()).toEqual({ unattributed: 500 })
    await tx.update(refundAttributions).set({ amount: 10_000 })
    expect(await clear()).toEqual({ unattributed: 0 })
  }),
)

test(
  'a return beyond everything paid for is not attributed and needs no decision',
  inside(async (tx) => {
    const started = await paid(tx)
    await undoSecond(tx)
    const { id: paymentId } = await paymentOf(tx)
    const panel = { origin: 'panel', status: 'done', amount: 12_000, unattributed: 12_000 } as const
    const refundId = await rowsIn(tx).refund({ paymentId, chargeId: charge, ...panel })
    expect(await attributeClearReturns(tx, await paymentOf(tx), started.deps)).toEqual({ unattributed: 0 })
    expect(await parts(tx, refundId)).toEqual([[first, 10_000]])
    expect(await listed(tx)).toEqual(['panel 12000 done 0'])
  }),
)

test(
  'a return counts for either order when refunds of both are requested',
  inside(async (tx) => {
    const started = await paid(tx)
    await withdraw(tx, started)
    await withdraw(tx, started, besides)
    await again(started, [{ refunded: 3_000 }])
    const panel = (await all(tx)).find(({ origin }) => origin === 'panel')
    expect(panel?.unattributed).toBe(0)
    expect(await parts(tx, panel?.id ?? '')).toEqual([
      [first, 2_000],
      [second, 1_000],
    ])
  }),
)

test(
  'a return of a look-up counts for its price, and for no instalment',
  inside(async (tx) => {
    const started = await report(tx, [{}], { charge: sold })
    await again(started, [{ refunded: 3_000 }])
    expect(await listed(tx)).toEqual(['panel 3000 done 0'])
    expect(await tx.select().from(refundAttributions)).toEqual([])
  }),
)

test.each([
  ['given back', ok({ providerRefundId: 'b', amount: 10_000 })],
  ['refused', no('refused')],
])(
  'a refund completed while it was sent again, and whose first answer is then %s, completes once',
  (_, answer) =>
    inside(async (tx) => {
      let requests = 0
      const started = await paid(
        tx,
        15_000,
        answering(async ({ idempotencyKey: key, amount }) => {
          requests += 1
          if (requests > 1) return ok({ providerRefundId: key, amount }) as never
          await issueRefund(started.deps, { refundId: (await latest(tx)).id })
          return answer as never
        }),
      )
      await withdraw(tx, started)
      const { id: refundId, idempotencyKey } = await latest(tx)
      await issueRefund(started.deps, { refundId })
      expect(requests).toBe(2)
      expect(await latest(tx)).toMatchObject({
        status: 'done',
        providerRefundId: idempotencyKey,
        lastError: null,
      })
      expect(started.sent.map(({ kind }) => kind)).toEqual(['refund.done'])
      expect(await books(tx, started)).toMatchObject({ ledger: expect.stringContaining('refunds 10000') })
    })(),
)

test(
  'once the other order is refunded, a return belongs to the held one, which gets the rest',
  inside(async (tx) => {
    const started = await paid(
      tx,
      15_000,
      answering(async ({ idempotencyKey: key, amount }) => {
        await again(started, [{ refunded: 3_000, refunds: [{ id: 'p', amount: 3_000 }] }])
        expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 10_000 })
        return ok({ providerRefundId: key, amount }) as never
      }),
    )
    await withdraw(tx, started, besides)
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    const panel = (await all(tx)).find(({ origin }) => origin === 'panel')
    expect(await parts(tx, panel?.id ?? '')).toEqual([[first, 3_000]])
    expect((await listed(tx)).toSorted()).toEqual([
      ...['panel 3000 done 0', 'withdrawal 5000 done 0', 'withdrawal 7000 requested 0'],
    ])
  }),
)

test(
  'a refund held because of unexplained money continues once that money proves to be another refund',
  inside(async (tx) => {
    const started = await paid(
      tx,
      15_000,
      answering(async ({ idempotencyKey: key, amount }) => {
        if (started.time.now < at(60)) return no('unavailable') as never
        // The bank reports it before it answers, and the other one is tried again.
        await tx.update(payments).set({ refunded: 3_000 })
        await issueRefund(started.deps, { refundId: other })
        expect((await listed(tx)).toSorted()).toEqual(['team 2000 held 0', 'team 3000 requested 0'])
        return ok({ providerRefundId: key, amount }) as never
      }),
    )
    await team(tx, started, { instalmentIds: [second], amount: 2_000 })
    const { id: other } = await latest(tx)
    await expect(issueRefund(started.deps, { refundId: other })).rejects.toThrow('unavailable')
    started.time.now = at(60)
    await team(tx, started, { instalmentIds: [first], amount: 3_000 })
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    expect((await listed(tx)).toSorted()).toEqual(['team 2000 requested 0', 'team 3000 done 0'])
  }),
)

test(
  'a refund waits for refunds in process at the provider, except for other refunds of ours',
  inside(async (tx) => {
    let isReached = false
    const started = await paid(
      tx,
      15_000,
      answering(
        async ({ idempotencyKey: key, amount }) =>
          (isReached ? ok({ providerRefundId: key, amount }) : no('unavailable')) as never,
      ),
    )
    await team(tx, started, { instalmentIds: [first], amount: 3_000 })
    await expect(issueRefund(started.deps, { refundId: (await latest(tx)).id })).rejects.toThrow(
      'unavailable',
    )
    started.time.now = at(30)
    isReached = true
    await team(tx, started, { instalmentIds: [second], amount: 2_000 })
    const { id: refundId } = await latest(tx)
    await expect(issueRefund(started.deps, { refundId, refunding: 3_001 })).rejects.toThrow('awaited')
    await issueRefund(started.deps, { refundId, refunding: 3_000 })
    expect(await latest(tx)).toMatchObject({ id: refundId, status: 'done' })
  }),
)

test.each([
  ['requested and not sent yet', false],
  ['done', true],
])('a refund waits for one in process that is not ours, though another of ours is %s', (_, isDone) =>
  inside(async (tx) => {
    const started = await paid(tx, 15_000, done)
    await team(tx, started, { instalmentIds: [first], amount: 2_000 })
    if (isDone) {
      await issueRefund(started.deps, { refundId: (await latest(tx)).id })
      await tx.update(payments).set({ refunded: 2_000 })
    }
    started.time.now = at(30)
    await team(tx, started, { instalmentIds: [second], amount: 3_000 })
    const { id: refundId } = await latest(tx)
    await expect(issueRefund(started.deps, { refundId, refunding: 2_000 })).rejects.toThrow('awaited')
    expect(await latest(tx)).toMatchObject({ id: refundId, status: 'requested', sentAt: null })
  })(),
)

test.each([
  ['all of it came back', 10_000, 'approved', { status: 'given_up', lastError: 'came_back' }, 'requested'],
  [
    'a bank took a centavo of it',
    9_999,
    'charged_back',
    { status: 'failed', lastError: 'nothing_left' },
    'held',
  ],
] as const)(
  'the result of a refund when %s before it was sent, and of one that was held',
  (_, back, state, ended, held) =>
    inside(async (tx) => {
      const started = await paid(tx, 15_000, done)
      await team(tx, started, { instalmentIds: [first] })
      const { id: refundId, paymentId } = await latest(tx)
      const rows = rowsIn(tx)
      const ofCharge = { paymentId, chargeId: charge }
      const panel = await rows.refund({ ...ofCharge, origin: 'panel', status: 'done', amount: back })
      await tx.insert(refundAttributions).values({ refundId: panel, instalmentId: first, amount: back })
      await tx.update(payments).set({ refunded: back, state })
      const other = await rows.refund({ ...ofCharge, origin: 'withdrawal', status: 'held', amount: 5_000 })
      await rows.refunded(other, second)
      await issueRefund(started.deps, { refundId })
      const after = new Map((await all(tx)).map((row) => [row.id, row]))
      expect(after.get(refundId)).toMatchObject(ended)
      expect(after.get(other)).toMatchObject({ status: held })
    })(),
)

test.each([
  ['instalments', {}, ['Referente a: x'], 'o seu crédito conosco'],
  ['a credit', { isCredit: true }, ['O que voltou: o seu crédito conosco', 'Referente a: x'], undefined],
] as const)(
  'the e-mail about a refund of %s says what it was and what its charge was for',
  (_, which, says, saysNot) =>
    inside(async (tx) => {
      const started = await paid(tx, 15_100, done)
      const decision = { by: colleague, reason: 'why' }
      if ('isCredit' in which)
        await refundCredit(tx, { creditId: (await credit(tx)).id, ...decision }, started.deps)
      else await team(tx, started, { instalmentIds: [first] })
      await issueRefund(started.deps, { refundId: (await latest(tx)).id })
      const [mail, ...others] = started.sent.filter(({ kind }) => kind === 'refund.done')
      expect(others).toEqual([])
      for (const words of says) expect(mail?.text).toContain(words)
      if (saysNot) expect(mail?.text).not.toContain(saysNot)
    })(),
)

test.each([
  ['a part', 15_060, 'done', ['40 refunded', '60 refunded']],
  ['all', 15_100, 'given_up', ['100 refunded']],
] as const)(
  'a refund of a credit of which a bank took %s before it was sent gives back no more than the rest',
  (_, taken, ended, left) =>
    inside(async (tx) => {
      const started = await paid(tx, 15_100, done)
      const { id: creditId, paymentId } = await credit(tx)
      await refundCredit(tx, { creditId, by: colleague, reason: 'why' }, started.deps)
      const { id: refundId } = await latest(tx)
      const chargeback = { paymentId, chargeId: charge, origin: 'chargeback', status: 'done' } as const
      await rowsIn(tx).refund({ ...chargeback, amount: taken })
      await issueRefund(started.deps, { refundId })
      expect((await all(tx)).find(({ id }) => id === refundId)?.status).toBe(ended)
      const credited = await tx.select().from(credits)
      expect(credited.map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual(left)
    })(),
)

test(
  'an answer with the id of an automatic refund is about that one: this refund is requested again',
  inside(async (tx) => {
    const started = await paid(
      tx,
      15_000,
      answering(async () => ok({ providerRefundId: 'a', amount: 2_000 }) as never),
    )
    const { id: paymentId } = await paymentOf(tx)
    await rowsIn(tx).refund({
      ...{ paymentId, chargeId: charge, origin: 'automatic', status: 'done', providerRefundId: 'a' },
      ...{ amount: 2_000, completedAt: at(5) },
    })
    await tx.update(payments).set({ refunded: 2_000 })
    started.time.now = at(30)
    await team(tx, started, { instalmentIds: [second], amount: 2_000 })
    const { id: refundId } = await latest(tx)
    await expect(issueRefund(started.deps, { refundId })).rejects.toThrow('unavailable')
    expect(await latest(tx)).toMatchObject({ id: refundId, status: 'requested', lastError: 'unavailable' })
  }),
)

// As after a restored back-up, which only knew that it was requested.
type Meanwhile = Partial<Pick<typeof refunds.$inferInsert, 'status' | 'lastError'>>
test.each<[what: string, ask: Ask, meanwhile: Meanwhile, refund: object, held: string]>([
  [
    'a part',
    { instalmentIds: [second], amount: 2_000 },
    {},
    { status: 'given_up', lastError: 'came_back' },
    'requested',
  ],
  ['all that is left', {}, {}, { status: 'failed', lastError: 'refused' }, 'held'],
  [
    'a part that a person ended meanwhile',
    { amount: 2_000 },
    { status: 'given_up', lastError: 'nothing_left' },
    { status: 'given_up', lastError: 'nothing_left' },
    'held',
  ],
])(
  'an answer for %s with the id of a return that was not requested here',
  (_, ask, meanwhile, refund, held) =>
    inside(async (tx) => {
      const asked = { id: '' }
      const answer = answering(async () => {
        if ('status' in meanwhile) await tx.update(refunds).set(meanwhile).where(eq(refunds.id, asked.id))
        return ok({ providerRefundId: 'a', amount: 2_000 }) as never
      })
      const started = await paid(tx, 15_000, answer)
      const { id: paymentId } = await paymentOf(tx)
      const ofCharge = { paymentId, chargeId: charge }
      await rowsIn(tx).refund({
        ...{ ...ofCharge, origin: 'panel', status: 'done', providerRefundId: 'a', amount: 2_000 },
        completedAt: at(5),
      })
      await tx.update(payments).set({ refunded: 2_000 })
      await team(tx, started, ask)
      asked.id = (await latest(tx)).id
      const other = await rowsIn(tx).refund({
        ...ofCharge,
        origin: 'withdrawal',
        status: 'held',
        amount: 1_000,
      })
      await rowsIn(tx).refunded(other, first)
      await issueRefund(started.deps, { refundId: asked.id })
      const after = new Map((await all(tx)).map((row) => [row.id, row]))
      expect(after.get(asked.id)).toMatchObject(refund)
      expect(after.get(other)).toMatchObject({ status: held })
    })(),
)

test(
  'refuses a refund by the team of a charge whose credit may have come back already',
  inside(async (tx) => {
    const started = await paid(tx, 15_100)
    await again(started, [{ amount: 15_100, refunded: 3_000 }])
    expect(await team(tx, started)).toEqual(no('unattributed_return'))
    expect(await listed(tx)).toEqual(['panel 3000 done 3000'])
  }),
)

test(
  'unowned money that a person confirms as ours is refunded at once, or once another person approves',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: 'another' }])
    const { id: subjectId } = await credit(tx)
    const ask = (isOurs?: boolean, approvalAbove = 100) =>
      requestTeamRefund(
        tx,
        { kind: 'credit', subjectId, by: me, reason: 'why', ...(isOurs && { isOurs }) },
        { ...started.deps, approvalAbove },
      )
    expect(await ask()).toEqual(no('not_confirmed'))
    const asked = await ask(true)
    if (!asked.ok || !asked.value.approvalId) throw new Error('no approval')
    const { approvalId } = asked.value
    const approved = await decideRefundApproval(
      tx,
      { approvalId, approve: true, by: colleague },
      started.deps,
    )
    expect(approved).toEqual(ok(15_000))
    expect(await listed(tx)).toEqual(['team 15000 requested 0'])
  }),
)

test(
  'reports a fault during a refund request as that fault',
  inside(async (tx) => {
    const started = await paid(tx)
    const enqueue = async () => {
      throw new Error('no queue')
    }
    const asked = { kind: 'charge', subjectId: charge, by: me, reason: 'why' } as const
    await expect(requestTeamRefund(tx, asked, { ...started.deps, enqueue })).rejects.toThrow('no queue')
  }),
)

test.each([
  ['first', first, order, 10_000],
  ['last', second, besides, 5_000],
])('the %s instalment is refunded once both its part and its rest are refunded', (_, target, of, amount) =>
  inside(async (tx) => {
    const started = await paid(tx, 15_000, done)
    const statusOf = async () =>
      (await tx.select().from(instalments).where(eq(instalments.id, target)))[0]?.status
    await team(tx, started, { instalmentIds: [target], amount: 1_000 })
    const { id: part } = await latest(tx)
    started.time.now = at(20)
    expect(await withdraw(tx, started, of)).toEqual({ requested: amount - 1_000, held: 0 })
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    expect(await statusOf()).toBe('paid')
    await issueRefund(started.deps, { refundId: part })
    expect(await statusOf()).toBe('refunded')
  })(),
)

test(
  'an instalment whose part was refused is refunded in full later, and the part is not resent',
  inside(async (tx) => {
    let requests = 0
    const started = await paid(
      tx,
      15_000,
      answering(async ({ idempotencyKey: key, amount }) => {
        requests += 1
        return (requests > 1 ? ok({ providerRefundId: key, amount }) : no('refused')) as never
      }),
    )
    await team(tx, started, { instalmentIds: [first], amount: 1_000 })
    const { id: part } = await latest(tx)
    await issueRefund(started.deps, { refundId: part })
    started.time.now = at(20)
    expect(await withdraw(tx, started)).toEqual({ requested: 10_000, held: 0 })
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    expect(await books(tx, started)).toMatchObject({ instalments: 'refunded 10000, paid 5000' })
    expect(await decideRefund(tx, { refundId: part, retry: true }, started.deps)).toEqual(no('too_much'))
  }),
)

test(
  'a look-up is refunded when the team refunds its price alone, and its excess stays',
  inside(async (tx) => {
    const started = await report(tx, [{ amount: 15_100 }], { charge: sold, said: done })
    expect(await team(tx, started, { amount: 15_000 })).toEqual(ok(15_000))
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    expect(await books(tx, started)).toMatchObject({ charge: 'refunded', credits: 'excess 100 open' })
  }),
)

test(
  'a look-up is refunded when its whole price is attributed, though the provider still has the excess',
  inside(async (tx) => {
    const started = await report(tx, [{ amount: 15_100 }], { charge: sold })
    await again(started, [{ amount: 15_100, refunded: 15_000 }])
    const [panel] = await all(tx)
    expect(panel?.unattributed).toBe(15_000)
    started.published.length = 0
    const price = {
      refundId: panel?.id ?? '',
      targets: [(await paymentOf(tx)).id],
      by: colleague,
      reason: 'why',
    }
    expect(await attributeReturn(tx, price, started.deps)).toEqual(ok(15_000))
    expect(await books(tx, started)).toMatchObject({ charge: 'refunded', credits: 'excess 100 open' })
    expect(started.published).toEqual([{ type: 'charge-money.changed', payload: ofLookup }])
  }),
)

test(
  'a look-up is refunded once its excess has its own refund and everything else returned was its price',
  inside(async (tx) => {
    const said = answering(async ({ idempotencyKey: key, amount }) => {
      const refunded = { refunded: 15_000, refunds: [{ id: 'p', amount: 15_000 }] }
      await again(started, [{ amount: 15_100, ...refunded }])
      return ok({ providerRefundId: key, amount }) as never
    })
    const started: Start = await report(tx, [{ amount: 15_100 }], { charge: sold, said })
    await refundCredit(tx, { creditId: (await credit(tx)).id, by: me, reason: 'x' }, started.deps)
    await issueRefund(started.deps, { refundId: (await latest(tx)).id })
    expect((await listed(tx)).toSorted()).toEqual(['panel 15000 done 0', 'team 100 done 0'])
    expect(await books(tx, started)).toMatchObject({ charge: 'refunded', credits: 'excess 100 refunded' })
    expect(started.published.at(-1)).toEqual({ type: 'charge-money.changed', payload: ofLookup })
  }),
)

test.each([
  ['is over', 'all of it', 10_000, 'given_up', 'came_back'],
  ['fails', 'all but a centavo', 9_999, 'failed', 'nothing_left'],
])(
  'a held refund %s when a bank took the rest, and %s of it may have come back',
  (_, __, refunded, status, lastError) =>
    inside(async (tx) => {
      const started = await unclear(tx)
      expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 10_000 })
      await again(started, [{ ...taken, refunded }])
      const panel = (await all(tx)).find(({ amount, origin }) => amount === 3_000 && origin === 'panel')
      const asked = { refundId: panel?.id ?? '', targets: [first], by: colleague, reason: 'why' }
      expect(await attributeReturn(tx, asked, started.deps)).toEqual(ok(3_000))
      const held = (await all(tx)).find(({ origin }) => origin === 'withdrawal')
      expect(held).toMatchObject({ amount: 10_000, status, lastError })
    })(),
)

/** Cancels the second instalment and undoes its payment, so that only the first one is paid. */
async function undoSecond(tx: Transaction): Promise<void> {
  const unpaid = {
    status: 'cancelled',
    paymentDate: null,
    paidAmount: null,
    paidWith: null,
    paidBy: null,
  } as const
  await tx.update(instalments).set(unpaid).where(eq(instalments.id, second))
}
