// Databases: one. The data about money that the team and a customer read, on rows that each test creates.
import { expect, test } from 'vitest'
import { DAY } from '../../../src/core/durations.ts'
import { ordersToPay } from '../../../src/modules/payments/checkout/orders-to-pay.ts'
import {
  chargeView,
  creditsOf,
  currentPayment,
  ofOrder,
  paidOf,
  pendingOf,
  phasesOf,
  refundedOf,
} from '../../../src/modules/payments/checkout/read-payments.ts'
import {
  lastSettledCharge,
  settledCharge,
  settledUnder,
} from '../../../src/modules/payments/checkout/read-settled.ts'
import { moneyItem } from '../../../src/modules/payments/desk/money-items.ts'
import { moneyObligations } from '../../../src/modules/payments/desk/obligations.ts'
import {
  findCandidates,
  openByAge,
  openOf,
  openOfAge,
} from '../../../src/modules/payments/desk/open-instalments.ts'
import { openItems } from '../../../src/modules/payments/desk/open-items.ts'
import { moneyTotals, receivedBetween } from '../../../src/modules/payments/desk/totals.ts'
import { totalsOwed } from '../../../src/modules/payments/desk/totals-owed.ts'
import { receipt } from '../../../src/modules/payments/domain/movements.ts'
import { instalmentsById } from '../../../src/modules/payments/instalments/store.server.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { post } from '../../../src/modules/payments/ledger/post.server.ts'
import {
  byHandOf,
  manualPaymentsAmong,
  payerKindFor,
} from '../../../src/modules/payments/manual/read-manual.ts'
import { insertManualRefund } from '../../../src/modules/payments/manual/store.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import type { Instalment } from '../../../src/modules/payments/public.ts'
import { insertApproval } from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import { openRefundsOfOrder } from '../../../src/modules/payments/refunds/store.server.ts'
import { refundAttributions } from '../../../src/modules/payments/refunds/tables.server.ts'
import { keepRaw } from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import { saveComparison } from '../../../src/modules/payments/settlement/closes-store.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, idsOf, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, other] = [newId(), newId()]
const start = (tx: Transaction) => ({ ...depsIn(tx, [scriptedBank([]).bank]), rows: rowsIn(tx) })
const undecided = { acceptedBy: null, note: null }

test(
  'shows the team a credit with its payment, and who may have paid one without an owner',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const paymentId = await rows.payment({
      providerId: '7',
      reference: 'ref',
      approvedAt: at(1),
      refunded: 5,
    })
    const open = await rows.credit({ paymentId, userId: null, reason: 'unmatched', amount: 300 })
    const done = await rows.credit({ paymentId, userId: me, status: 'refunded' })
    const raw = async (text: string, minutes: number, providerId = '7') => {
      const listed = [{ ...reported({ providerId }), raw: text } as PaymentReport]
      await keepRaw(tx, { cipher: deps.cipher, provider: 'bank', listed, now: at(minutes) })
    }
    const read = async (credit: string) => moneyItem(deps, { kind: 'credit', id: credit })
    expect(await read(open)).toMatchObject({ payer: { document: undefined, name: undefined } })
    await raw('{"pagador":{"nome":"Antes"}}', 1)
    await raw('{"pagador":{"nome":"Ana","cpf":"529.982.247-25"}}', 2)
    await raw('{"pagador":{"nome":"Outra"}}', 3, '8')
    expect(await read(open)).toEqual({
      ...{
        kind: 'credit',
        id: open,
        isOpen: true,
        reason: 'unmatched',
        amount: 300,
        since: at(0),
        userId: null,
      },
      payment: {
        ...{ id: paymentId, provider: 'bank', providerId: '7', status: 'approved', amount: 10_000 },
        ...{ refunded: 5, reference: 'ref', approvedAt: at(1), isReceived: true, isDisputed: false },
      },
      needsWord: true,
      payer: { document: '52998224725', name: 'Ana' },
    })
    expect(await read(done)).toMatchObject({ isOpen: false, userId: me, payer: { document: undefined } })
    for (const unknown of [newId(), 'x']) expect(await read(unknown)).toBeUndefined()
  }),
)

test(
  'shows the team a payment and a charge: owner, state, and what the money is for',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const chargeId = await rows.charge({ userId: me, settledAt: at(1), providerId: '7', description: 'Taxa' })
    const payment = await rows.payment({
      ...{ chargeId, providerId: '7', reviewReason: 'charged_back', state: 'charged_back', updatedAt: at(4) },
    })
    const paid = { status: 'paid' as const, paidWith: payment, paidBy: chargeId, serviceTitle: 'Limpeza' }
    const third = await rows.instalment({ ...paid, id: id(1), number: 3, amount: 100, paidAmount: 90 })
    const entry = await rows.instalment({ ...paid, id: id(2), number: 0, kind: 'entrada' })
    const once = await rows.instalment({ ...paid, id: id(3), number: 1, kind: 'a-vista' })
    const read = (kind: 'payment' | 'charge', one: string) => moneyItem(deps, { kind, id: one })
    const item = await read('payment', payment)
    expect(item).toMatchObject({
      ...{ kind: 'payment', isOpen: true, reason: 'charged_back', amount: 10_000, since: at(4), userId: me },
      isChargedBack: true,
    })
    const titles = ['Limpeza, parcela 3', 'Limpeza, entrada', 'Limpeza, à vista']
    const targetsOf = (found: Awaited<ReturnType<typeof moneyItem>>) =>
      found && 'targets' in found ? found.targets.map((one) => [one.id, one.title, one.rest]) : []
    expect(targetsOf(item).toSorted()).toEqual([
      [third, titles[0], 90],
      [entry, titles[1], 10_000],
      [once, titles[2], 10_000],
    ])
    const seen = await rows.payment({ chargeId: null })
    expect(await read('payment', seen)).toMatchObject({
      ...{ isOpen: false, reason: undefined, userId: null, isChargedBack: false, targets: [] },
    })
    const isDisputed = async (state: 'approved' | 'in_mediation' | 'charged_back' | 'refunded') => {
      const found = await read('payment', await rows.payment({ state }))
      return found?.kind === 'payment' ? found.payment.isDisputed : undefined
    }
    expect([await isDisputed('in_mediation'), await isDisputed('charged_back')]).toEqual([true, true])
    expect([await isDisputed('approved'), await isDisputed('refunded')]).toEqual([false, false])
    const inPart = await rows.payment({ state: 'approved', reviewReason: 'charged_back_in_part' })
    for (const status of ['done', 'reversed'] as const)
      await rows.refund({ paymentId: inPart, origin: 'chargeback', status, amount: 4_000 })
    expect(await read('payment', inPart)).toMatchObject({
      ...{ isChargedBack: false, chargedBack: 4_000, payment: { isDisputed: true } },
    })
    const wonInPart = await rows.payment({ state: 'approved', reviewReason: 'chargeback_reversed' })
    expect(await read('payment', wonInPart)).toMatchObject({
      ...{ isOpen: true, reason: 'chargeback_reversed', payment: { isDisputed: false } },
    })

    const credit = await rows.credit({ paymentId: payment, amount: 40 })
    const settled = await read('charge', chargeId)
    expect(settled).toMatchObject({
      ...{ kind: 'charge', isOpen: false, status: 'pending', description: 'Taxa', userId: me },
      payment: { providerId: '7' },
    })
    expect(targetsOf(settled)).toEqual([
      [third, titles[0], 90],
      [entry, titles[1], 10_000],
      [once, titles[2], 10_000],
      [credit, '', 40],
    ])
    const failed = await rows.charge({ status: 'failed', lastError: 'x' })
    await rows.line(failed, await rows.instalment({ number: 2, amount: 70 }))
    expect(await read('charge', failed)).toMatchObject({
      ...{
        isOpen: true,
        lastError: 'x',
        payment: undefined,
        targets: [{ title: 'Limpeza, parcela 2', rest: 70 }],
      },
    })
    const reviewed = await rows.charge({ status: 'failed', reviewedAt: at(1) })
    expect(await read('charge', reviewed)).toMatchObject({ isOpen: false })
    expect([await read('charge', newId()), await read('payment', newId())]).toEqual([undefined, undefined])
  }),
)

test(
  'shows the team a refund: open while somebody has to decide, transfer or attribute it',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const chargeId = await rows.charge({ userId: me })
    const paymentId = await rows.payment({ chargeId })
    const read = async (row: Parameters<typeof rows.refund>[0]) =>
      moneyItem(deps, { kind: 'refund', id: await rows.refund({ chargeId, ...row }) })
    const states = [
      [{ status: 'failed' }, true, 0],
      [{ status: 'held' }, true, 0],
      [{ status: 'done', unattributed: 30 }, true, 30],
      [{ status: 'done', unattributed: 1 }, true, 1],
      [{ status: 'reversed', unattributed: 30 }, false, 0],
      [{ status: 'done' }, false, 0],
      [{ status: 'requested' }, true, 0],
      [{ status: 'requested', lastError: 'awaits_person' }, true, 0],
      [{ status: 'given_up', lastError: 'awaits_person' }, false, 0],
    ] as const
    for (const [row, isOpen, unattributed] of states)
      expect(await read({ ...row, paymentId })).toMatchObject({
        ...{
          kind: 'refund',
          isOpen,
          unattributed,
          status: row.status,
          userId: me,
          chargeId,
          byHand: undefined,
        },
        payment: { id: paymentId },
      })
    expect(await read({ paymentId, chargeId: null })).toMatchObject({ userId: null, why: 'x' })

    const manual = await rows.manual({ orderId: id(7) })
    const byHand = await rows.payment({ provider: 'manual', providerId: manual })
    const awaits = { paymentId: byHand, idempotencyKey: 'key', lastError: 'awaits_person' } as const
    const refund = await read(awaits)
    expect(refund).toMatchObject({ byHand: { orderId: id(7), isOwed: true, done: undefined } })
    await insertManualRefund(tx, {
      ...{ key: 'key', refundId: refund?.id ?? '', manualPaymentId: manual, amount: 5, sentOn: '2026-11-21' },
      ...{
        channel: 'cash',
        protocol: '1',
        fileId: null,
        recordedBy: me,
        recordedAt: at(1),
        answeredAt: null,
      },
    })
    expect(await moneyItem(deps, { kind: 'refund', id: refund?.id ?? '' })).toMatchObject({
      byHand: { isOwed: true, done: { key: 'key' } },
    })
    for (const row of [
      { status: 'done' },
      { status: 'requested', lastError: 'waiting' },
      { status: 'given_up', lastError: 'awaits_person' },
    ] as const)
      expect(await read({ paymentId: byHand, ...row })).toMatchObject({ byHand: { isOwed: false } })
    expect(await moneyItem(deps, { kind: 'refund', id: newId() })).toBeUndefined()
  }),
)

test(
  'shows the team manual payments, set-aside payments and a day',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const chargeId = await rows.charge()
    const instalment = await rows.instalment({ number: 4 })
    const recorded = { status: 'recorded' as const, chargeId, receivedAt: at(1) }
    const manual = await rows.manual({ ...recorded, instalmentIds: [instalment] })
    const paymentId = await rows.payment({ provider: 'manual', providerId: manual })
    const read = (one: string) => moneyItem(deps, { kind: 'manual', id: one })
    expect(await read(manual)).toMatchObject({
      ...{ kind: 'manual', isOpen: false, canUndo: true, paymentId, record: { id: manual } },
      targets: [{ id: instalment, title: 'Limpeza, parcela 4', rest: 10_000 }],
    })
    await rows.refund({ paymentId, status: 'given_up' })
    expect(await read(manual)).toMatchObject({ canUndo: true })
    await rows.refund({ paymentId })
    expect(await read(manual)).toMatchObject({ canUndo: false })
    expect(await read(await rows.manual())).toMatchObject({
      isOpen: true,
      canUndo: false,
      paymentId: undefined,
    })
    expect(await read(newId())).toBeUndefined()

    const setAside = async (row: Parameters<typeof rows.setAside>[0]) =>
      moneyItem(deps, { kind: 'set-aside', id: await rows.setAside(row) })
    expect(await setAside({ amount: 5, currency: 'USD', detail: 'd' })).toMatchObject({
      ...{ kind: 'set-aside', isOpen: true, reason: 'unreadable', amount: 5, currency: 'USD', detail: 'd' },
      ...{ since: at(0), resolution: null, provider: 'bank' },
    })
    expect(await setAside({ resolvedAt: at(1) })).toMatchObject({ isOpen: false })
    expect(await setAside({ reason: 'perhaps_ours' })).toMatchObject({ isOpen: true })
    expect(await setAside({ reason: 'perhaps_ours', confirmedBy: me })).toMatchObject({ isOpen: false })
    expect(await setAside({ reason: 'unreadable', confirmedBy: me })).toMatchObject({ isOpen: true })
    expect(await moneyItem(deps, { kind: 'set-aside', id: newId() })).toBeUndefined()

    const day = { provider: 'bank', theirs: 5, ours: 3, differences: [], closedAt: at(2), ...undecided }
    await saveComparison(tx, { ...day, day: '2026-11-20', status: 'differs' })
    await saveComparison(tx, { ...day, day: '2026-11-19', status: 'accepted', note: 'n' })
    const close = (name: string) => moneyItem(deps, { kind: 'close', id: name })
    expect(await close('bank 2026-11-20')).toEqual({
      ...{ kind: 'close', id: 'bank 2026-11-20', isOpen: true, provider: 'bank', day: '2026-11-20' },
      ...{ theirs: 5, ours: 3, since: at(2), note: null, differences: [] },
    })
    expect(await close('bank 2026-11-19')).toMatchObject({ isOpen: false, note: 'n' })
    for (const name of ['bank 2026-11-18', 'other 2026-11-20', 'bank x', 'bank'])
      expect(await close(name)).toBeUndefined()
  }),
)

test(
  'lists every waiting decision oldest first, with its amount',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const chargeId = await rows.charge({ status: 'failed', createdAt: at(3), lastError: 'e' })
    const paymentId = await rows.payment({ reviewReason: 'in_mediation', updatedAt: at(2), providerId: '7' })
    await rows.credit({ paymentId, createdAt: at(1), amount: 11, userId: me })
    await rows.refund({ paymentId, status: 'failed', createdAt: at(4), amount: 12, lastError: 'refused' })
    await rows.refund({ paymentId, status: 'held', createdAt: at(9), amount: 13, reason: 'why' })
    await rows.refund({ paymentId, createdAt: at(6), lastError: 'awaits_person', amount: 14, reason: 'hand' })
    await rows.refund({ paymentId, chargeId, status: 'done', createdAt: at(10), unattributed: 15 })
    await rows.manual({ requestedAt: at(7), amount: 16, reason: 'paper' })
    await insertApproval(tx, {
      ...{ id: newId(), kind: 'charge', subjectId: chargeId, amount: 17, reason: 'asked', requestedBy: me },
      ...{ ask: {} as never, requestedAt: at(5) },
    })
    await rows.setAside({ since: at(8), amount: 18, currency: 'USD', providerId: '8' })
    await rows.setAside({ since: at(12), amount: 19, currency: 'BRL', providerId: '9' })
    await rows.setAside({ since: at(13), amount: null, currency: null, providerId: '10' })
    const close = {
      provider: 'bank',
      day: '2026-11-20',
      theirs: 5,
      ours: 3,
      differences: [],
      closedAt: at(11),
      ...undecided,
    }
    await saveComparison(tx, { ...close, status: 'differs' })
    const items = await openItems(deps)
    expect(items.map((item) => [item.kind, item.reason, item.amount, item.detail, item.currency])).toEqual([
      ['credit', 'excess', 11, me, undefined],
      ['payment', 'dispute_over', 10_000, '7 approved', undefined],
      ['charge', 'charge_refused', 10_000, 'e', undefined],
      ['refund', 'refund_refused', 12, 'refused', undefined],
      ['approval', 'refund_unapproved', 17, 'asked', undefined],
      ['transfer', 'refund_by_hand', 14, 'hand', undefined],
      ['manual', 'manual_unapproved', 16, 'paper', undefined],
      ['set_aside', 'unreadable', 18, 'bank 8: x', 'USD'],
      ['refund', 'refund_held', 13, 'why', undefined],
      ['return', 'unattributed_return', 15, chargeId, undefined],
      ['close', 'day_differs', 2, null, undefined],
      ['set_aside', 'unreadable', 19, 'bank 9: x', undefined],
      ['set_aside', 'unreadable', null, 'bank 10: x', undefined],
    ])
    expect(await openItems(deps, { limit: 1 })).toHaveLength(11)
    expect(items.find(({ kind }) => kind === 'close')?.id).toBe('bank 2026-11-20')
    const duties = await Promise.all(
      moneyObligations(deps).map((source) => source.open({ after: undefined, limit: 9 })),
    )
    const unreadable = 'o provedor o escreveu de um modo que não se lê sem dúvida'
    expect(duties.flat().map((duty) => [duty.kind, duty.amount, duty.about])).toEqual([
      ['credit.decide', 11, 'pago a mais'],
      ['payment.review', 10_000, 'a disputa terminou'],
      ['charge.review', 10_000, 'x'],
      ['refund.decide', 12, 'devolução recusada'],
      ['refund.decide', 13, 'devolução à espera de outra ser atribuída'],
      ['refund.approve', 17, 'asked'],
      ['refund.transfer', 14, 'hand'],
      ['payment.approve', 16, 'paper'],
      ['return.attribute', 15, 'voltou sem dizer de quê'],
      ['set-aside.resolve', null, unreadable],
      ['set-aside.resolve', 19, unreadable],
      ['set-aside.resolve', null, unreadable],
      ['close.accept', 2, 'o dia não fecha · 20/11/2026'],
    ])
    expect(items.map(({ since }) => since)).toEqual(items.map((_, index) => at(index + 1)))
  }),
)

test(
  'shows the team, with its order, a refund that is hours in process; a new one is not urgent',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const charge = await rows.charge({ userId: me })
    const paymentId = await rows.payment({ chargeId: charge })
    const [ours, theirs] = [
      await rows.instalment({ orderId: id(7) }),
      await rows.instalment({ orderId: id(8) }),
    ]
    for (const instalment of [ours, theirs]) await rows.line(charge, instalment)
    const refund = (minutesAgo: number, row: object = {}) => {
      const createdAt = new Date(deps.clock.now().getTime() - minutesAgo * 60_000)
      return rows.refund({ paymentId, chargeId: charge, lastError: 'in_process', createdAt, ...row })
    }
    const slow = await refund(6 * 60 + 1, { amount: 5 })
    const early = await refund(6 * 60)
    await refund(600, { status: 'done' })
    const byHand = await refund(600, { lastError: 'awaits_person' })
    const applied = await rows.payment({})
    await rows.instalment({ orderId: id(8), number: 2, status: 'paid', paidWith: applied })
    const ofCredit = await refund(1, { paymentId: applied, chargeId: null })
    await rows.refunded(early, theirs)
    await rows.refunded(byHand, ours)
    const items = await openItems(deps)
    expect(items.filter(({ kind }) => kind === 'slow_refund')).toMatchObject([
      { id: slow, amount: 5, reason: 'refund_slow', detail: 'in_process' },
    ])
    const duties = moneyObligations(deps).find(({ kind }) => kind === 'refund.follow')
    const since = items.find(({ id: one }) => one === slow)?.since
    expect(await duties?.open({ after: undefined, limit: 9 })).toMatchObject([
      { id: slow, amount: 5, userId: me, since, dueAt: new Date(Number(since) + DAY) },
    ])
    const ofOrder = async (order: number) =>
      (await openRefundsOfOrder(tx, id(order))).map(({ id: one }) => one).toSorted()
    expect(await ofOrder(7)).toEqual([slow, byHand].toSorted())
    expect(await ofOrder(8)).toEqual([slow, early, ofCredit].toSorted())
    expect(await ofOrder(9)).toEqual([])
  }),
)

test(
  'the totals of the shop',
  inside(async (tx) => {
    const { rows } = start(tx)
    const none = { received: [], refunded: 0, overdue: { count: 0, centavos: 0 }, differences: 0 }
    expect(await moneyTotals(tx, { today: '2026-11-21' })).toEqual(none)
    expect(await receivedBetween(tx, { from: at(0), to: at(9) })).toEqual({ count: 0, centavos: 0 })
    const paymentId = await rows.payment({ receivedAt: at(1), amount: 5 })
    await rows.payment({ receivedAt: at(3), amount: 6 })
    await rows.payment({ amount: 7 })
    for (const [key, amount] of [
      ['a', 5],
      ['b', 6],
    ] as const) {
      const movement = receipt({ provider: 'bank', amount, paid: [], soldAtOnce: amount, credits: [] })
      await post(tx, { movement, key, day: '2026-11-20' }, { clock: { now: () => at(1) }, newId })
    }
    await rows.refund({ paymentId, status: 'done', amount: 2 })
    await rows.refund({ paymentId, amount: 3 })
    await rows.instalment({ dueDate: '2026-11-20', amount: 8 })
    await rows.instalment({ dueDate: '2026-11-20', amount: 9, status: 'cancelled' })
    await rows.instalment({ dueDate: '2026-11-21', amount: 10 })
    const close = { provider: 'bank', theirs: 5, ours: 3, differences: [], closedAt: at(1), ...undecided }
    await saveComparison(tx, { ...close, day: '2026-11-20', status: 'differs' })
    await saveComparison(tx, { ...close, day: '2026-11-19', status: 'accepted' })
    // The triggers that mark days are disabled here.
    await tx.execute(
      "insert into figure_marks (source, days) values ('ledger', '{2026-11-20}'), ('due', '{2026-11-20,2026-11-21}')",
    )
    const { received, ...totals } = await moneyTotals(tx, { today: '2026-11-21' })
    expect(received.map(({ provider, centavos }) => [provider, Number(centavos)])).toEqual([['bank', 11]])
    expect(Number(totals.refunded)).toBe(2)
    expect([totals.overdue.count, Number(totals.overdue.centavos), totals.differences]).toEqual([1, 8, 1])
    const span = await receivedBetween(tx, { from: at(1), to: at(3) })
    expect([span.count, Number(span.centavos)]).toEqual([1, 5])
  }),
)

test(
  'shows a customer what is due, paid and stored',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const manual = await rows.manual()
    const byHand = await rows.payment({ provider: 'manual', providerId: manual, detail: 'cash' })
    const orderId = newId()
    const mine = { userId: me, orderId }
    const chargeId = await rows.charge({ status: 'amount_mismatch', userId: me })
    const review = await rows.instalment({ ...mine, number: 1, dueDate: '2026-12-01' })
    await rows.line(chargeId, review)
    const paymentId = await rows.payment({ chargeId })
    const credit = await rows.credit({
      paymentId,
      chargeId,
      reason: 'partial',
      userId: me,
      amount: 9,
      createdAt: at(1),
    })
    const going = await rows.credit({ paymentId, userId: me, status: 'refunding', createdAt: at(2) })
    await rows.credit({ paymentId, userId: me, status: 'dismissed' })
    const moved = { dueDate: '2026-12-05', postponedFrom: '2026-12-02' }
    const later = await rows.instalment({ ...mine, ...moved, number: 2 })
    const paid = await rows.instalment({
      ...{ ...mine, number: 3, status: 'paid', paidWith: byHand, paidBy: chargeId, paidAmount: 9_900 },
      ...{ paymentDate: at(3), renegotiatedIn: null },
    })
    const refundId = await rows.refund({ paymentId: byHand, status: 'done', amount: 900 })
    await tx.insert(refundAttributions).values({ refundId, instalmentId: paid, amount: 900 })
    const gone = await rows.instalment({ ...mine, number: 4, status: 'cancelled', renegotiatedIn: id(5) })

    const pending = await pendingOf(deps, { userId: me })
    expect(pending).toMatchObject([
      { id: review, underReview: true, total: 10_000, postponedFrom: undefined, isRenegotiated: false },
      { id: later, underReview: false, postponedFrom: '2026-12-02', paidAt: undefined, paidBy: undefined },
    ])
    expect(pending[0]?.byHand).toBeUndefined()
    expect(await paidOf(deps, { userId: me })).toMatchObject([
      {
        ...{ id: paid, total: 9_900, amount: 10_000, paidAt: at(3), paidBy: chargeId, underReview: false },
        ...{ lateFee: 0, interest: 0, discount: 0, byHand: { id: manual, channel: 'cash' }, method: 'pix' },
        returned: 900,
      },
    ])
    expect((await ofOrder(deps, { orderId })).map((one) => [one.id, one.isRenegotiated, one.status])).toEqual(
      [
        [review, false, 'pending'],
        [later, false, 'pending'],
        [paid, false, 'paid'],
        [gone, true, 'cancelled'],
      ],
    )
    expect(await creditsOf(deps, { userId: me })).toEqual([
      { id: credit, amount: 9, reason: 'partial', createdAt: at(1), isGoingBack: false },
      { id: going, amount: 10_000, reason: 'excess', createdAt: at(2), isGoingBack: true },
    ])
    expect(await manualPaymentsAmong(tx, [])).toEqual(new Map())
    expect([...(await manualPaymentsAmong(tx, [byHand, paymentId])).keys()]).toEqual([byHand])
    expect(byHandOf({ provider: 'manual', providerId: 'x', detail: 'cheque' })).toBeUndefined()
    expect(byHandOf({ provider: 'bank', providerId: 'x', detail: 'cash' })).toBeUndefined()
    const kind = await payerKindFor(
      { database: deps.database, profileOf: deps.profileOf },
      { instalmentId: paid },
    )
    const company = async () => ({ ...(await deps.profileOf(me)), documento: '12ABC34501DE35' })
    const of = (which: Parameters<typeof payerKindFor>[1]) =>
      payerKindFor({ database: deps.database, profileOf: company }, which)
    expect(await of({ instalmentId: paid })).not.toBe(kind)
    expect(await of({ manualPaymentId: manual })).not.toBe(kind)
    for (const unknown of [newId(), 'x'])
      expect([await of({ instalmentId: unknown }), await of({ manualPaymentId: unknown })]).toEqual([
        kind,
        kind,
      ])
  }),
)

test(
  'the current payment is the charge at hand, else the oldest instalment with its open charge',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const [orderId, theirs] = [newId(), newId()]
    const ask = (more: { chargeId?: string; orderId?: string } = {}) =>
      currentPayment(deps, { chargeId: undefined, userId: me, ...more })
    expect(await ask()).toEqual({ kind: 'none' })
    const oldest = await rows.instalment({ userId: me, dueDate: '2026-11-22' })
    const ordered = await rows.instalment({ userId: me, orderId, number: 2, dueDate: '2026-12-22' })
    await rows.instalment({ userId: me, orderId, number: 1, status: 'cancelled' })
    await rows.instalment({ userId: other, orderId: theirs })
    expect(await ask()).toMatchObject({ kind: 'instalment', instalment: { id: oldest } })
    expect(await ask({ orderId })).toMatchObject({ kind: 'instalment', instalment: { id: ordered } })
    for (const wrong of [theirs, 'x', newId()])
      expect(await ask({ orderId: wrong })).toMatchObject({ instalment: { id: oldest } })

    const over = await rows.charge({ userId: me, expiresAt: at(5), createdAt: at(0) })
    await rows.line(over, oldest)
    expect(await ask()).toMatchObject({ kind: 'instalment' })
    const open = await rows.charge({ userId: me, expiresAt: at(30), createdAt: at(1), qrCode: 'code' })
    await rows.line(open, oldest)
    expect(await ask()).toMatchObject({
      kind: 'charge',
      charge: { id: open, code: 'code', phase: 'waiting' },
    })

    const short = await rows.charge({ userId: me, status: 'amount_mismatch' })
    await rows.line(short, oldest)
    const paymentId = await rows.payment({ chargeId: short })
    const credit = await rows.credit({ paymentId, chargeId: short, reason: 'partial' })
    expect(await ask()).toMatchObject({ kind: 'charge', charge: { id: short, phase: 'amount_mismatch' } })
    expect(await ask({ chargeId: short })).toMatchObject({ kind: 'charge', charge: { id: short } })
    await tx.execute(`update credits set status = 'refunded' where id = '${credit}'`)
    expect(await ask({ chargeId: short })).toMatchObject({ kind: 'charge', charge: { id: open } })
    await rows.line(short, ordered)
    const paid = await rows.charge({ userId: me, status: 'approved', settledAt: at(1) })
    await rows.line(paid, oldest)
    expect(await ask({ chargeId: paid })).toMatchObject({
      kind: 'charge',
      charge: { id: paid, phase: 'approved' },
    })
    const reversed = await rows.charge({ userId: me, status: 'charged_back' })
    await rows.line(reversed, await rows.instalment({ userId: me, status: 'cancelled' }))
    expect(await ask({ chargeId: reversed })).toMatchObject({ charge: { id: reversed } })
    await rows.line(reversed, ordered)
    expect(await ask({ chargeId: reversed })).toMatchObject({ charge: { id: open } })
    // While one of its instalments is under review, nobody has to pay the others yet.
    const reviewed = await rows.instalment({ userId: me, dueDate: '2026-12-24' })
    const mismatch = await rows.charge({ userId: me, status: 'amount_mismatch' })
    await rows.line(mismatch, reviewed)
    const part = await rows.payment({ chargeId: mismatch })
    await rows.credit({ paymentId: part, chargeId: mismatch, reason: 'partial' })
    await rows.line(reversed, reviewed)
    expect(await ask({ chargeId: reversed })).toMatchObject({ charge: { id: reversed } })
  }),
)

test(
  'a charge is visible to its own payer, or by a guest’s cookie',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const mine = await rows.charge({ userId: me, expiresAt: at(30), createdAt: at(1), issuedAt: at(3) })
    const guests = await rows.charge({
      ...{ userId: null, purpose: 'consultation', purposeId: id(3), status: 'approved', lastError: 'e' },
      ...{ ticketUrl: 't', initPoint: 'i', method: 'credit_card', expiresAt: at(30) },
    })
    const see = (chargeId: string, userId: string | undefined) => chargeView(deps, { chargeId, userId })
    expect(await see(mine, me)).toMatchObject({
      ...{
        id: mine,
        phase: 'waiting',
        provider: 'bank',
        purpose: { kind: 'instalments' },
        expiresAt: at(30),
      },
      ...{ code: undefined, ticketUrl: undefined, initPoint: undefined, lastError: undefined },
    })
    for (const who of [other, undefined]) expect(await see(mine, who)).toBeUndefined()
    for (const who of [other, undefined])
      expect(await see(guests, who)).toMatchObject({
        ...{ purpose: { kind: 'consultation', id: id(3) }, ticketUrl: 't', initPoint: 'i', lastError: 'e' },
      })
    expect([await see('x', me), await see(newId(), me)]).toEqual([undefined, undefined])
    expect(await phasesOf(deps, { chargeIds: [mine, guests] })).toEqual(
      new Map([
        [mine, 'waiting'],
        [guests, 'approved'],
      ]),
    )
    expect(await phasesOf(deps, { chargeIds: [guests] })).toEqual(new Map([[guests, 'approved']]))
    expect(await phasesOf(deps, { chargeIds: [] })).toEqual(new Map())
    expect([await see(mine, me), await see(guests, me)]).toMatchObject([
      { isChargedBack: false },
      { isChargedBack: false },
    ])
    const takenBack = await rows.charge({ userId: me, status: 'charged_back' })
    expect(await see(takenBack, me)).toMatchObject({ isChargedBack: true, phase: 'reversed' })
  }),
)

test(
  'shows a customer what is due and paid of some or all orders, up to a limit',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const paid = { status: 'paid' as const, paidWith: await rows.payment() }
    for (const number of [1, 2, 3]) {
      const own = { userId: me, orderId: id(number), number }
      await rows.instalment({ ...own, id: id(10 + number), dueDate: `2026-12-0${number}` })
      await rows.instalment({ ...own, ...paid, id: id(20 + number), number: 9, paymentDate: at(9 - number) })
    }
    const read = async (which: { orderIds?: string[]; limit?: number }) => [
      idsOf(await pendingOf(deps, { userId: me, ...which })),
      idsOf(await paidOf(deps, { userId: me, ...which })),
    ]
    expect(await read({})).toEqual([
      [id(11), id(12), id(13)],
      [id(21), id(22), id(23)],
    ])
    expect(await read({ orderIds: [id(1), id(3)] })).toEqual([
      [id(11), id(13)],
      [id(21), id(23)],
    ])
    expect(await read({ orderIds: [id(2), id(3)], limit: 1 })).toEqual([[id(12)], [id(22)]])
    expect(await read({ orderIds: [] })).toEqual([[], []])
  }),
)

test(
  'pages a customer’s orders: the requested one, the earliest due, then the newest paid',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const add = (order: number, number: number, row: Parameters<typeof rows.instalment>[0]) =>
      rows.instalment({ userId: me, orderId: id(order), number, ...row })
    const page = (which: { first?: string; limit?: number; offset?: number } = {}) =>
      ordersToPay(deps, { userId: me, limit: 9, offset: 0, ...which })
    expect(await page()).toEqual({ orderIds: [], pending: 0, paid: 0, orders: 0 })
    const paid = { status: 'paid' as const, paidWith: await rows.payment() }
    await add(5, 1, { ...paid, paymentDate: at(9) })
    await add(4, 1, { ...paid, paymentDate: at(9) })
    await add(4, 2, { ...paid, paymentDate: at(1) })
    await add(3, 1, { ...paid, paymentDate: at(5) })
    // When an order was due that is paid, and what is due of it later, says nothing of its next payment.
    await add(2, 1, { ...paid, dueDate: '2026-01-01', paymentDate: at(8) })
    await add(2, 2, { dueDate: '2026-12-20' })
    await add(1, 2, { dueDate: '2027-01-05' })
    await add(1, 1, { dueDate: '2026-12-05' })
    await add(1, 3, { dueDate: '2026-12-01', status: 'cancelled' })
    await add(6, 1, { dueDate: '2026-12-01', status: 'cancelled' })
    await add(7, 1, { userId: other })
    const counts = { pending: 3, paid: 5, orders: 5 }
    for (const first of [undefined, 'x', id(6), id(7)])
      expect(await page({ ...(first && { first }) })).toEqual({
        orderIds: [1, 2, 4, 5, 3].map(id),
        ...counts,
      })
    expect((await page({ first: id(3) })).orderIds).toEqual([3, 1, 2, 4, 5].map(id))
    expect((await page({ first: id(2) })).orderIds).toEqual([2, 1, 4, 5, 3].map(id))
    expect(await page({ limit: 2, offset: 1 })).toEqual({ orderIds: [2, 4].map(id), ...counts })
  }),
)

test(
  'sums what a customer owes, and how much of it is overdue, over any number of instalments',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    Object.assign(deps, { terms: { lateFee: 200, lateInterest: 100, earlyPayoff: false } })
    expect(await totalsOwed(deps, { userId: me })).toEqual({ open: 0, overdue: 0 })
    const today = await rows.instalment({ id: id(1), userId: me, amount: 5 })
    await rows.instalment({ userId: me, status: 'cancelled' })
    await rows.instalment({ userId: other })
    const [row] = await instalmentsById(tx, [today])
    if (!row) throw new Error('no instalment')
    const more = Array.from({ length: 999 }, (_, index) => id(index + 2))
    await tx
      .insert(instalments)
      .values(more.map((one) => ({ ...row, id: one, orderId: one, externalReference: one })))
    // It comes last: of the third page.
    await rows.instalment({ id: id(1001), userId: me, dueDate: '2026-11-16', amount: 1_000 })
    expect(await totalsOwed(deps, { userId: me })).toEqual({ open: 5_000 + 1_022, overdue: 1_022 })
  }),
)

test(
  'the receipt of an instalment is that of the charge that was for it and paid it, otherwise its own; none before it is paid, nor if nothing paid it',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const chargeId = await rows.charge({ userId: me, providerId: 'first', settledAt: at(0) })
    const paidWith = await rows.payment({ chargeId, providerId: 'first' })
    const instalment = async (row: object, isAsked = false) => {
      const instalmentId = await rows.instalment({ userId: me, ...row })
      if (isAsked) await rows.line(chargeId, instalmentId)
      return instalmentId
    }
    const paid = { status: 'paid', paidBy: chargeId, paidWith } as const
    const asked = await instalment(paid, true)
    const credited = await instalment(paid)
    const unmatched = await instalment({ ...paid, paidBy: null })
    // The receipt of the charge is issued: what comes later has its own.
    const second = await rows.payment({ chargeId, providerId: 'second' })
    const bySecond = await instalment({ ...paid, paidWith: second }, true)
    const byRest = await instalment({ ...paid, paymentDate: at(1) }, true)
    const elsewhere = await rows.charge({ userId: me, providerId: 'second', settledAt: null })
    const byUnsettled = await instalment({ ...paid, paidBy: elsewhere, paidWith: second })
    await rows.line(elsewhere, byUnsettled)
    // What a credit did not reach was forgiven: there is no receipt to open.
    const forgiven = await instalment({ ...paid, paidAmount: 0 })
    await instalment({ status: 'pending' }, true)
    const receiptsOf = (list: Instalment[]) => new Map(list.map(({ id, receiptId }) => [id, receiptId]))
    expect(receiptsOf(await paidOf(deps, { userId: me }))).toEqual(
      new Map([
        [asked, chargeId],
        [credited, credited],
        [unmatched, unmatched],
        [bySecond, bySecond],
        [byRest, byRest],
        [byUnsettled, byUnsettled],
        [forgiven, undefined],
      ]),
    )
    expect([...receiptsOf(await pendingOf(deps, { userId: me })).values()]).toEqual([undefined])
    const returned = await instalment({ ...paid, status: 'refunded' }, true)
    const waived = { ...paid, status: 'refunded', paidAmount: 0 } as const
    await instalment(waived, true)
    expect(receiptsOf(await refundedOf(deps, { userId: me }))).toEqual(new Map([[returned, chargeId]]))
  }),
)

test(
  'a look-up’s charge of another amount can be replaced once nothing of its money is kept; a dispute is shown as such',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const lookup = { userId: me, purpose: 'consultation', purposeId: newId() } as const
    const chargeId = await rows.charge({ ...lookup, status: 'amount_mismatch' })
    const view = (id: string) => chargeView(deps, { chargeId: id, userId: me })
    expect(await view(chargeId)).toMatchObject({ phase: 'cancelled', isDisputed: false })
    await rows.credit({ paymentId: await rows.payment({ chargeId }), chargeId, userId: me })
    expect(await view(chargeId)).toMatchObject({ phase: 'amount_mismatch', isDisputed: false })
    const disputed = await rows.charge({ ...lookup, status: 'in_mediation' })
    expect(await view(disputed)).toMatchObject({ isDisputed: true })
  }),
)

test(
  'a settled charge shows what it paid, with the time and amount of its money',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const settledOf = async (payment: Parameters<typeof rows.payment>[0], userId = me) => {
      const providerId = newId()
      const chargeId = await rows.charge({ userId, settledAt: at(1), providerId })
      return { chargeId, paidWith: await rows.payment({ chargeId, providerId, amount: 77, ...payment }) }
    }
    const read = (chargeId: string, userId = me) => settledCharge(deps, { chargeId, userId })
    const first = await settledOf({ approvedAt: at(2) })
    expect(await read(first.chargeId)).toBeUndefined()
    const paid = { userId: me, status: 'paid' as const, paymentDate: at(4) }
    const instalment = await rows.instalment({ ...paid, paidBy: first.chargeId, paidWith: first.paidWith })
    await rows.line(first.chargeId, instalment)
    expect(await read(first.chargeId)).toMatchObject({
      ...{
        id: first.chargeId,
        provider: 'bank',
        received: 77,
        receivedAt: at(2),
        method: 'pix',
        byHand: undefined,
      },
      lines: [{ id: instalment, amount: 10_000, underReview: false }],
    })
    for (const [chargeId, user] of [
      [first.chargeId, other],
      ['x', me],
      [newId(), me],
    ] as const)
      expect(await read(chargeId, user)).toBeUndefined()
    expect(await lastSettledCharge(deps, { userId: me })).toMatchObject({ id: first.chargeId })
    expect(await lastSettledCharge(deps, { userId: other })).toBeUndefined()
    // A second payment of the charge was a credit, which paid another instalment.
    const twice = await rows.payment({ chargeId: first.chargeId, amount: 30, approvedAt: at(3) })
    const credited = { ...paid, paidBy: first.chargeId, paidWith: twice, number: 2, paidAmount: 30 }
    const another = await rows.instalment(credited)
    const settled = await read(first.chargeId)
    expect(settled).toMatchObject({ received: 77, receivedAt: at(2) })
    expect(settled?.lines).toHaveLength(1)
    const under = (receiptId: string, userId = me) => settledUnder(deps, { receiptId, userId })
    expect(await under(first.chargeId)).toEqual(settled)
    expect(await under(another)).toMatchObject({
      ...{ id: another, paymentId: twice, received: 30, receivedAt: at(3) },
      lines: [{ id: another, number: 2, total: 30 }],
    })
    expect([await under(another, other), await under(instalment), await under(newId())]).toEqual([
      ...[undefined, undefined, undefined],
    ])
    // The money that settled another charge is kept, and what came besides paid for it: with a receipt of its own.
    const besides = await settledOf({ approvedAt: at(1) })
    const came = await rows.payment({ chargeId: besides.chargeId, amount: 30, approvedAt: at(3) })
    const byIt = { ...paid, paidBy: besides.chargeId, paidWith: came, paidAmount: 30, paymentDate: at(5) }
    const asked = await rows.instalment(byIt)
    await rows.line(besides.chargeId, asked)
    expect(await read(besides.chargeId)).toBeUndefined()
    expect(await under(asked)).toMatchObject({ paymentId: came, received: 30, receivedAt: at(3) })
    expect(await lastSettledCharge(deps, { userId: me })).toMatchObject({ id: asked, received: 30 })
    const settledIt = { ...paid, paidBy: besides.chargeId, paidWith: besides.paidWith, number: 3 }
    await rows.line(besides.chargeId, await rows.instalment(settledIt))
    expect(await read(besides.chargeId)).toMatchObject({
      ...{ paymentId: besides.paidWith, received: 77, receivedAt: at(1), lines: [{ number: 3 }] },
    })
    const last = await settledOf({ approvedAt: null })
    const newest = { ...paid, paidBy: last.chargeId, paidWith: last.paidWith, paymentDate: at(6) }
    await rows.line(last.chargeId, await rows.instalment(newest))
    expect(await lastSettledCharge(deps, { userId: me })).toMatchObject({
      id: last.chargeId,
      receivedAt: at(6),
    })
  }),
)

test(
  'lists open instalments for the team: by age, by person, and as possible matches',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const due = (dueDate: string, row: object = {}) => rows.instalment({ dueDate, ...row })
    const [today, week, older] = [
      await due('2026-11-21', { userId: me, amount: 500, kind: 'entrada', number: 0 }),
      await due('2026-11-20', { userId: other, amount: 500 }),
      await due('2026-08-01', { userId: other, amount: 7 }),
    ]
    const ageless = { ...deps, terms: { lateFee: 200, lateInterest: 0, earlyPayoff: false } }
    const ofAge = async (age: 'ahead' | 'week' | 'older', limit = 9) => {
      const { instalments, next } = await openOfAge(deps, { age, after: undefined, limit })
      return [instalments.map((one) => [one.id, one.days]), next]
    }
    expect(await ofAge('ahead')).toEqual([[[today, 0]], undefined])
    expect(await ofAge('week')).toEqual([[[week, 1]], undefined])
    expect(await ofAge('older')).toEqual([[[older, 112]], undefined])
    const tomorrow = await due('2026-11-22', { userId: other })
    expect(await ofAge('ahead', 1)).toEqual([[[today, 0]], { dueDate: '2026-11-21', id: today }])
    expect(await ofAge('ahead', 2)).toEqual([
      [
        [today, 0],
        [tomorrow, -1],
      ],
      undefined,
    ])
    const [shown] = await openOf(ageless, { userIds: [me], limit: 9 })
    expect(shown).toMatchObject({ id: today, userId: me, kind: 'entrada', number: 0, amount: 500, due: 500 })
    const [late] = await openOf(ageless, { userIds: [other], limit: 9 })
    expect(late?.id).toBe(older)
    expect(late?.due).toBeGreaterThanOrEqual(7)
    const like = await findCandidates(deps, { amount: 500, receivedOn: '2026-11-21', userIds: [me] })
    expect(like.map((one) => one.id)).toEqual([today, week])
    const ages = await openByAge(deps)
    expect(ages.map(({ age }) => age)).toEqual(['ahead', 'week', 'month', 'quarter', 'older'])
  }),
)

test(
  'possible matches have the same amount, are due within a month, the twenty nearest on each side',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const due = (dueDate: string, row: object = {}) => rows.instalment({ dueDate, amount: 500, ...row })
    const like = async () =>
      (await findCandidates(deps, { amount: 500, receivedOn: '2026-11-21', userIds: [] })).map(
        ({ dueDate }) => dueDate,
      )
    for (const day of ['2026-10-21', '2026-10-22', '2026-12-21', '2026-12-22']) await due(day)
    expect(await like()).toEqual(['2026-10-22', '2026-12-21'])
    for (let count = 0; count < 20; count++) await due(count % 2 === 0 ? '2026-11-20' : '2026-11-25')
    expect(await like()).toHaveLength(22)
    for (let count = 0; count < 20; count++) await due(count % 2 === 0 ? '2026-11-19' : '2026-11-26')
    expect(new Set(await like())).toEqual(new Set(['2026-11-20', '2026-11-19', '2026-11-25', '2026-11-26']))
    expect(await like()).toHaveLength(40)
  }),
)

test(
  'a day that differs is an obligation of the team: its date, the amount, and the due time',
  inside(async (tx) => {
    const { deps } = start(tx)
    const close = { provider: 'bank', differences: [], closedAt: at(1), ...undecided }
    await saveComparison(tx, { ...close, day: '2026-11-09', theirs: 5, ours: 3, status: 'differs' })
    await saveComparison(tx, { ...close, day: '2026-11-10', theirs: 5, ours: 3, status: 'accepted' })
    const duties = moneyObligations(deps).find(({ kind }) => kind === 'close.accept')
    expect(await duties?.open({ after: undefined, limit: 9 })).toMatchObject([
      {
        ...{ kind: 'close.accept', id: 'bank 2026-11-09', amount: 2, since: at(1), dueAt: at(1 + 24 * 60) },
        about: expect.stringMatching(/ · 09\/11\/2026$/),
      },
    ])
  }),
)
