// Databases: one. Histories that nobody had thought of: what becomes of the money of a credit, a look-up or a dispute when it goes
// another way meanwhile.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiPix } from '../../../src/modules/payments/adapters/api-pix/api-pix.ts'
import { findPayment } from '../../../src/modules/payments/payments/store.server.ts'
import { claimsOf } from '../../../src/modules/payments/refunds/claims-store.server.ts'
import { refundsOfPayment } from '../../../src/modules/payments/refunds/store.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'
import { apiPix } from './providers.ts'
import { reported } from './scripted-bank.ts'

let harness: PaymentsHarness
/** A bank with API Pix, and the module with it. */
let bank: Awaited<ReturnType<typeof apiPix>>
let moved: PaymentsHarness['payments']
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  bank = await apiPix(harness.clock)
  moved = harness.build(bank.provider)
})
afterAll(async () => {
  await bank.close()
  await harness.close()
})
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute)
  harness.queue.length = 0
})

const decision = { by: newId(), reason: 'conferido' }
const within = <T>(decide: (tx: Transaction) => Promise<T>) => harness.database.transaction(decide)
async function settle(payments = harness.payments) {
  harness.clock.advance(31 * second)
  await payments.reconcile()
  for (let turn = 0; turn < 3; turn++) await harness.work(undefined, payments)
}

/** Creates a customer with a charge for all instalments, or for the first ones. */
async function charged(
  { instalments, asked = instalments }: { instalments: number; asked?: number },
  payments = harness.payments,
) {
  const customer = await harness.customer({ instalments })
  const { viewer, instalmentIds } = customer
  const started = await payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(0, asked) })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  return { ...customer, chargeId, reference }
}

/** A look-up of R$ 15,00 of a customer, paid with more. */
async function lookUpPaidWith(amount: number) {
  const customer = await harness.customer({ instalments: 1, amount: 1_000 })
  const payer = harness.payments.guestPayerOf({
    email: 'a@b.com',
    nome: 'Ana Souza',
    documento: '52998224725',
  })
  if (!payer.ok) throw new Error(payer.code)
  const consultation = newId()
  const chargeId = await within((tx) =>
    harness.payments.requestCharge(tx, {
      ...{ purpose: { kind: 'consultation', id: consultation }, userId: customer.viewer.id, method: 'pix' },
      ...{ amount: 1_500, description: 'Consulta', payer: payer.value },
      ...{ selectionKey: `consultation:${consultation}`, referencePrefix: 'cpf-consult-' },
    }),
  )
  if (!chargeId) throw new Error('none')
  await harness.payments.issueCharge({ chargeId })
  const { reference } = await harness.charge(chargeId)
  harness.clock.advance(second)
  const { id } = await harness.simulator.act(reference, 'approve', { amount: amount / 100 })
  await harness.payments.settleCharge({ chargeId })
  const returned = async () => {
    const found = await harness.provider.get(String(id))
    return found.ok ? found.value.refunded : undefined
  }
  return { ...customer, chargeId, reference, consultation, returned }
}

test('a payment with a refund of R$ 0,00 in its list is booked, with the others of the list', async () => {
  const paid = await charged({ instalments: 2 })
  const { reference } = paid
  const now = harness.clock.now()
  const refunds = [
    { id: '1', amount: 0 },
    { id: '2', amount: 5_000 },
  ]
  const shop = harness.reporting({
    ...{
      state: 'approved',
      status: 'approved',
      detail: 'partially_refunded',
      reference,
      providerId: '990001',
    },
    ...{ amount: 20_000, refunded: 5_000, refunds, approvedAt: now, updatedAt: now },
  })
  await shop.settleCharge({ chargeId: paid.chargeId })
  expect(await harness.statuses(paid.instalmentIds)).toEqual(['paid', 'paid'])
  const returned = await harness.query(
    'select provider_refund_id as id, amount::int from refunds where charge_id = $1',
    [paid.chargeId],
  )
  expect(returned).toEqual([{ id: '2', amount: 5_000 }])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test.each(['notice', 'list'] as const)(
  'a Pix without a txid to another key of the account, found by its %s, is no money of ours before a person says so',
  async (found) => {
    // To the bank the shop has another key than the one that is paid.
    const otherKey = createApiPix({ ...bank.options, key: 'contato@exemplo.com.br' })
    const shop = harness.build(otherKey)
    harness.clock.advance(second)
    const { endToEndId } = await bank.act('pix', { amount: '30.00' })
    if (found === 'notice') {
      const notice = bank.notice(endToEndId)
      expect(await shop.receiveWebhook({ provider: 'api-pix', ...notice })).toMatchObject({ ok: true })
    }
    await settle(shop)
    const items = await shop.openItems({ limit: 1_000 })
    const item = items.find(({ detail }) => detail?.includes(endToEndId))
    expect(item).toMatchObject({ kind: 'set_aside', reason: 'perhaps_ours', amount: 3_000 })
    const booked = 'select received_at from provider_payments where provider_id = $1'
    expect(await harness.query(booked, [endToEndId])).toEqual([])
    await within((tx) => shop.resolveSetAside(tx, { setAsideId: item?.id ?? '', ...decision }))
    await settle(shop)
    expect(await harness.query(booked, [endToEndId])).toEqual([])
  },
)

test('a part that is given back, here or at the panel, of nine instalments is written in as many statements as one of two', async () => {
  const writesOf = async (instalments: number) => {
    const { reference, ...paid } = await charged({ instalments })
    await at(reference, 'approve')
    let writes = 0
    /** Counts the writes of some work within a transaction. */
    const counting = <T>(work: (tx: Transaction) => Promise<T>) =>
      within((tx) =>
        work(
          new Proxy(tx, {
            get(target, name) {
              if (name === 'insert' || name === 'update') writes++
              return Reflect.get(target, name)
            },
          }),
        ),
      )
    const ofAll = instalments * 100
    const part = { chargeId: paid.chargeId, amount: ofAll, origin: 'team' as const, ...decision }
    expect(await counting((tx) => harness.payments.refundCharge(tx, part))).toMatchObject({ ok: true })
    await settle()
    await at(reference, 'refund', { amount: ofAll / 100 })
    const refundId = await harness.openItem('return', paid.chargeId)
    const spread = { refundId, targets: [], ...decision }
    expect(await counting((tx) => harness.payments.attributeReturn(tx, spread))).toMatchObject({ ok: true })
    const returned = await harness.query(
      `select count(*)::int as instalments, min(amount)::int as lowest, max(amount)::int as highest from (
         select sum(a.amount) as amount from refund_attributions a join refunds r on r.id = a.refund_id
         where r.charge_id = $1 group by a.payment_id) as given`,
      [paid.chargeId],
    )
    expect(returned).toEqual([{ instalments, lowest: 200, highest: 200 }])
    return writes
  }
  expect(await writesOf(9)).toBe(await writesOf(2))
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('money that was applied to one customer before a report named the charge of another waits for a person, and nobody pays twice meanwhile', async () => {
  const other = await harness.customer({ instalments: 1 })
  const paid = await charged({ instalments: 1 }, moved)
  const { viewer, first, reference, chargeId } = paid
  const providerId = 'E00000000202611211300abcdefghijk'
  const now = harness.clock.now()
  const bankThatSays = (reference: string | undefined) => {
    const payment = reported({ providerId, reference, chargedBack: 0, approvedAt: now, updatedAt: now })
    const answered = async () => ({ ok: true as const, value: payment })
    return harness.build({
      ...bank.provider,
      get: answered,
      paymentsOf: async () => ({ ok: true as const, value: [payment] }),
    })
  }
  // First the bank leaves out the txid, so that the money has no owner, and the team takes it for another customer's.
  const without = bankThatSays(undefined)
  await without.receiveWebhook({ provider: 'api-pix', ...bank.notice(providerId) })
  await harness.work(undefined, without)
  const [credit] = await harness.query<{ id: string }>(
    'select k.id from credits k join provider_payments p on p.id = k.provider_payment_id where p.provider_id = $1',
    [providerId],
  )
  const use = { creditId: credit?.id ?? '', instalmentIds: [other.first], forgive: false, ...decision }
  expect(await within((tx) => harness.payments.applyCredit(tx, use))).toMatchObject({ ok: true })
  // Then it states it.
  const withTxid = bankThatSays(reference)
  await withTxid.settleCharge({ chargeId })
  expect(await harness.statuses([other.first, first])).toEqual(['paid', 'pending'])
  const items = await harness.payments.openItems({ limit: 1_000 })
  expect(items.filter(({ detail }) => detail?.includes(providerId))).toMatchObject([
    { kind: 'payment', reason: 'applied_elsewhere', amount: 10_000 },
  ])
  const isUnderReview = async () =>
    (await moved.pendingOf({ userId: viewer.id })).map(({ underReview }) => underReview)
  expect(await isUnderReview()).toEqual([true])
  expect(await moved.startCharge({ viewer, instalmentIds: [first] })).toMatchObject({ code: 'under_review' })
  await withTxid.settleCharge({ chargeId })
  const paymentId = await harness.openItem('payment', chargeId)
  const reviewed = { paymentId, reinstateDebt: false, ...decision }
  expect(await within((tx) => harness.payments.reviewPayment(tx, reviewed))).toMatchObject({ ok: true })
  await withTxid.settleCharge({ chargeId })
  expect(await isUnderReview()).toEqual([false])
  expect(await harness.openItem('payment', chargeId)).toBe('')
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('who paid without a code is notified of what goes back, is owed again or is won in a dispute, of the instalment that the team applied it to', async () => {
  for (const way of ['withdrawal', 'chargeback'] as const) {
    const { viewer, orderId, first } = await harness.customer({ instalments: 1 })
    harness.clock.advance(second)
    const { id } = await harness.simulator.stray({ amount: 100 })
    await settle()
    const [credit] = await harness.query<{ id: string; paymentId: string }>(
      `select k.id, p.id as "paymentId" from credits k join provider_payments p on p.id = k.provider_payment_id
       where p.provider_id = $1`,
      [String(id)],
    )
    const use = { creditId: credit?.id ?? '', instalmentIds: [first], forgive: false, ...decision }
    expect(await within((tx) => harness.payments.applyCredit(tx, use))).toMatchObject({ ok: true })
    harness.outbox.length = 0
    if (way === 'withdrawal')
      await within((tx) =>
        harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'withdrawal' }),
      )
    else await harness.simulator.act(String(id), 'chargeback')
    await settle()
    if (way === 'chargeback') {
      const review = { paymentId: credit?.paymentId ?? '', reinstateDebt: true, ...decision }
      expect(await within((tx) => harness.payments.reviewPayment(tx, review))).toMatchObject({ ok: true })
    }
    const kind = way === 'withdrawal' ? 'refund.done' : 'debt.reinstated'
    const mail = harness.outbox.filter((one) => one.userId === viewer.id)
    expect(mail).toMatchObject([{ kind, orderId, text: expect.stringContaining('Limpeza de Nome') }])
    expect(mail[0]?.text.includes('/payments?aba=pagas')).toBe(way === 'withdrawal')
    // One that waits for the morning is not sent once its instalment is paid again.
    expect(mail[0]?.about).toEqual(way === 'withdrawal' ? undefined : [first])
    if (way === 'withdrawal') continue
    // The dispute is won: the money is here again, and its instalment is still owed.
    await at(String(id), 'status', { status: 'approved', status_detail: 'accredited' })
    expect(await harness.payments.creditsOf({ userId: viewer.id })).toMatchObject([
      { amount: 10_000, reason: 'regained' },
    ])
    const [, won] = harness.outbox.filter((one) => one.userId === viewer.id)
    expect(won).toMatchObject({
      kind: 'credit.kept',
      text: expect.stringContaining('Você tem R$ 100,00 de crédito'),
    })
  }
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('refunding a look-up paid with R$ 10 too much, which paid an instalment, returns the look-up’s price', async () => {
  const paid = await lookUpPaidWith(2_500)
  const creditId = await harness.openItem('credit', paid.chargeId)
  const what = { creditId, instalmentIds: paid.instalmentIds, forgive: false, ...decision }
  expect(await within((tx) => harness.payments.applyCredit(tx, what))).toMatchObject({ ok: true })
  expect(await harness.statuses(paid.instalmentIds)).toEqual(['paid'])
  const refund = { chargeId: paid.chargeId, origin: 'team' as const, ...decision }
  expect(await within((tx) => harness.payments.refundCharge(tx, refund))).toEqual({ ok: true, value: 1_500 })
  await settle()
  expect(await paid.returned()).toBe(1_500)
  expect(await harness.statuses(paid.instalmentIds)).toEqual(['paid'])
})

test('withdrawing the order of that instalment leaves the look-up’s price refundable', async () => {
  const paid = await lookUpPaidWith(2_500)
  const creditId = await harness.openItem('credit', paid.chargeId)
  const what = { creditId, instalmentIds: paid.instalmentIds, forgive: false, ...decision }
  expect(await within((tx) => harness.payments.applyCredit(tx, what))).toMatchObject({ ok: true })
  await within((tx) =>
    harness.payments.refundOrder(tx, { orderId: paid.orderId, origin: 'withdrawal', reason: 'x' }),
  )
  await settle()
  expect(await paid.returned()).toBe(1_000)
  const refund = { chargeId: paid.chargeId, origin: 'team' as const, ...decision }
  const asked = await within((tx) => harness.payments.refundCharge(tx, refund))
  await settle()
  expect(asked).toEqual({ ok: true, value: 1_500 })
  expect(await paid.returned()).toBe(2_500)
})

test.each([
  { status: 'cancelled', status_detail: 'by_collector' },
  { status: 'something_new', status_detail: 'x' },
  { status: 'pending', status_detail: 'pending_review' },
])('after a full chargeback a later report of $status leaves the order unfunded', async (said) => {
  const { orderId, reference } = await charged({ instalments: 1 })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'approve')
  await settle()
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'chargeback')
  await settle()
  expect(await harness.payments.fundingOf(harness.database, orderId)).toBe('returned')
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'status', said)
  await settle()
  expect(await harness.payments.checkBooks()).toEqual([])
  expect(await harness.payments.fundingOf(harness.database, orderId)).toBe('returned')
})

test('an order whose two instalments a credit paid, one by waiver, has no money after a full return', async () => {
  const { instalmentIds, orderId, chargeId, reference } = await charged({ instalments: 2 })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'approve', { amount: 90 })
  await settle()
  const creditId = await harness.openItem('credit', chargeId)
  const what = { creditId, instalmentIds, forgive: true, ...decision }
  expect(await within((tx) => harness.payments.applyCredit(tx, what))).toMatchObject({ ok: true })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'refund')
  await settle()
  expect(await harness.payments.checkBooks()).toEqual([])
  expect(await harness.payments.fundingOf(harness.database, orderId)).toBe('returned')
})

test('a dispute form sent after the chargeback does not decide the chargeback', async () => {
  const { chargeId, reference } = await charged({ instalments: 2, asked: 1 })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'approve')
  await settle()
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'mediate')
  await settle()
  const paymentId = await harness.openItem('payment', chargeId)
  const shown = await harness.payments.moneyItem({ kind: 'payment', id: paymentId })
  expect(shown).toMatchObject({ isOpen: true, reason: 'in_mediation' })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'status', { status: 'charged_back', status_detail: 'settled' })
  await settle()
  const review = {
    paymentId,
    reinstateDebt: false,
    seenReason: shown?.kind === 'payment' ? shown.reason : undefined,
    ...decision,
  }
  expect(await within((tx) => harness.payments.reviewPayment(tx, review))).toEqual({
    ok: false,
    code: 'changed_meanwhile',
  })
  expect(await harness.openItem('payment', chargeId)).toBe(paymentId)
})

test.each([
  ['mediate', 'in_mediation', 'em disputa', 'dispute_over', 'a disputa terminou'],
  [
    'chargeback',
    'charged_back',
    'tomado de volta pelo banco',
    'chargeback_reversed',
    'o banco devolveu o que tinha tomado',
  ],
])(
  '%s, then the dispute is won: the payment still waits for review and says that the dispute is over',
  async (dispute, reason, words, reasonAfter, wordsAfter) => {
    const { chargeId, reference } = await charged({ instalments: 2, asked: 1 })
    const act = async (action: string, body: object = {}) => {
      harness.clock.advance(second)
      await harness.simulator.act(reference, action, body)
      await settle()
    }
    await act('approve')
    await act(dispute)
    const id = await harness.openItem('payment', chargeId)
    const shown = async () => {
      const item = await harness.payments.moneyItem({ kind: 'payment', id })
      const source = harness.payments.obligations.find(({ kind }) => kind === 'payment.review')
      const [obligation] = (await source?.among({ ids: [id] })) ?? []
      return [item?.kind === 'payment' && item.reason, obligation?.about]
    }
    expect(await shown()).toEqual([reason, words])
    await act('status', { status: 'approved', status_detail: 'accredited' })
    expect(await shown()).toEqual([reasonAfter, wordsAfter])

    const review = (seenReason: string) => ({ paymentId: id, reinstateDebt: false, seenReason, ...decision })
    expect(await within((tx) => harness.payments.reviewPayment(tx, review(reason)))).toEqual({
      ok: false,
      code: 'changed_meanwhile',
    })
    expect(await within((tx) => harness.payments.reviewPayment(tx, review(reasonAfter)))).toMatchObject({
      ok: true,
    })
  },
)

test('refuses to waive a shortfall of ten centavos of a credit that lost half its money meanwhile', async () => {
  const { instalmentIds, chargeId, reference } = await charged({ instalments: 2, asked: 1 })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'approve', { amount: 99.9 })
  await settle()
  const creditId = await harness.openItem('credit', chargeId)
  expect(await harness.payments.moneyItem({ kind: 'credit', id: creditId })).toMatchObject({ amount: 9_990 })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'refund', { amount: 50 })
  await settle()
  const what = {
    creditId,
    instalmentIds: instalmentIds.slice(0, 1),
    forgive: true,
    seenAmount: 9_990,
    ...decision,
  }
  const applied = await within((tx) => harness.payments.applyCredit(tx, what))
  expect(applied).toEqual({ ok: false, code: 'changed_meanwhile' })
})

test('after R$ 10 back unattributed, a chargeback of the rest, a reinstated debt and a won dispute, the credit is what came back', async () => {
  const { instalmentIds, chargeId, reference } = await charged({ instalments: 2 })
  const act = async (action: string, body: object = {}) => {
    harness.clock.advance(second)
    await harness.simulator.act(reference, action, body)
    await settle()
  }
  await act('approve')
  await act('refund', { amount: 10 })
  await act('chargeback')
  const paymentId = await harness.openItem('payment', chargeId)
  const review = { paymentId, reinstateDebt: true, ...decision }
  expect(await within((tx) => harness.payments.reviewPayment(tx, review))).toEqual({
    ok: true,
    value: 20_000,
  })
  await act('status', { status: 'approved', status_detail: 'accredited' })
  await settle()
  const open = await harness.query<{ amount: number }>(
    "select amount::float8 from credits where charge_id = $1 and status = 'open'",
    [chargeId],
  )
  expect(await harness.payments.checkBooks()).toEqual([])
  // R$ 190,00 are at the provider, and R$ 200,00 are owed again.
  expect(await harness.statuses(instalmentIds)).toEqual(['pending', 'pending'])
  expect(open).toEqual([{ amount: 19_000 }])
})

test('a withdrawal does not resend a refund that the team settled otherwise, before a person decides', async () => {
  const { orderId, chargeId, reference } = await charged({ instalments: 1 })
  harness.clock.advance(second)
  const { id } = await harness.simulator.act(reference, 'approve')
  await settle()
  await within((tx) => harness.payments.refundCharge(tx, { chargeId, origin: 'team', ...decision }))
  await harness.simulator.faults({ dropWebhooks: true, failRefund: '400' })
  await settle()
  const refundId = await harness.openItem('refund', chargeId)
  // 'Foi resolvida de outro modo': the money was transferred by hand.
  expect(await within((tx) => harness.payments.decideRefund(tx, { refundId, retry: false }))).toMatchObject({
    ok: true,
  })
  await harness.simulator.faults({ dropWebhooks: true })
  const withdrawn = await within(async (tx) => {
    await harness.payments.cancelInstalments(tx, { orderId })
    return harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'withdrawal' })
  })
  expect(withdrawn).toEqual({ requested: 0, held: 10_000 })
  await settle()
  const found = await harness.provider.get(String(id))
  expect(found).toMatchObject({ ok: true, value: { refunded: 0 } })
  expect(await harness.openItem('refund', chargeId)).not.toBe(refundId)
})

test('a second refund that gets the answer of the first, of equal amount, is looked up again', async () => {
  const { instalmentIds, chargeId, reference } = await charged({ instalments: 2 })
  harness.clock.advance(second)
  const { id } = await harness.simulator.act(reference, 'approve')
  await settle()
  const answers: ReturnType<typeof harness.provider.refund>[] = []
  const repeating = harness.build({
    refund(request) {
      const [first] = answers
      const answer = first ?? harness.provider.refund(request)
      answers.push(answer)
      return answer
    },
  })
  for (const one of instalmentIds) {
    const part = { chargeId, amount: 10_000, instalmentIds: [one], origin: 'team' as const, ...decision }
    await within((tx) => repeating.refundCharge(tx, part))
    await harness.work('refunds.issue', repeating)
  }
  expect(answers.length).toBeGreaterThan(1)
  const states = () =>
    harness.query<{ status: string }>('select status from refunds where charge_id = $1 order by id', [
      chargeId,
    ])
  expect(await states()).toEqual([{ status: 'done' }, { status: 'requested' }])
  // Once the provider answers about it, it is done.
  harness.clock.advance(11 * minute)
  await settle()
  await settle()
  expect(await states()).toEqual([{ status: 'done' }, { status: 'done' }])
  expect(await harness.provider.get(String(id))).toMatchObject({ ok: true, value: { refunded: 20_000 } })
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('when the bank takes R$ 10 (MED) of a credit under refund, the rest is refunded and the books balance', async () => {
  const { chargeId, reference } = await charged({ instalments: 1 }, moved)
  const { endToEndId } = await bank.act(`charges/${reference}/pay`, { amount: '50.00' })
  await settle(moved)
  const creditId = await harness.openItem('credit', chargeId)
  harness.clock.advance(second)
  await bank.act(`pix/${endToEndId}/return`, { amount: '10.00', nature: 'MED_FRAUDE' })
  const refund = { creditId, isOurs: true, ...decision }
  expect(await within((tx) => moved.refundCredit(tx, refund))).toEqual({ ok: true, value: 5_000 })
  await settle(moved)
  await settle(moved)
  const refunds = await harness.query<{ line: string }>(
    "select concat_ws(' ', origin, amount, status) as line from refunds where charge_id = $1 order by id",
    [chargeId],
  )
  expect(refunds.map(({ line }) => line)).toEqual(['team 4000 done', 'chargeback 1000 done'])
  expect(await moved.checkBooks()).toEqual([])
})

const reinstate = async (chargeId: string) => {
  const paymentId = await harness.openItem('payment', chargeId)
  const review = { paymentId, reinstateDebt: true, ...decision }
  return within((tx) => harness.payments.reviewPayment(tx, review))
}

/** Performs an action at the provider, and processes it. */
async function at(reference: string, action: string, body: object = {}) {
  harness.clock.advance(second)
  await harness.simulator.act(reference, action, body)
  await settle()
}

/** Pays instalments with a new charge. */
async function payAgain({ viewer, instalmentIds }: Awaited<ReturnType<typeof charged>>) {
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  await at((await harness.charge(started.value.chargeId)).reference, 'approve')
  expect(await harness.statuses(instalmentIds)).toEqual(['paid'])
}

test('an instalment that is paid again after a chargeback shows nothing as returned of its new payment', async () => {
  const paid = await charged({ instalments: 1 })
  await at(paid.reference, 'approve')
  const part = { chargeId: paid.chargeId, amount: 3_000, origin: 'team' as const, ...decision }
  await within((tx) => harness.payments.refundCharge(tx, part))
  await settle()
  await at(paid.reference, 'chargeback')
  expect(await reinstate(paid.chargeId)).toEqual({ ok: true, value: 10_000 })
  await payAgain(paid)
  expect(await harness.payments.paidOf({ userId: paid.viewer.id })).toMatchObject([
    { total: 10_000, returned: undefined },
  ])
})

test('what was returned before a debt was reinstated is no part of the money that pays it after a won dispute', async () => {
  const { viewer, orderId, instalmentIds, chargeId, reference } = await charged({ instalments: 1 })
  await at(reference, 'approve')
  const part = { chargeId, amount: 3_000, origin: 'team' as const, ...decision }
  await within((tx) => harness.payments.refundCharge(tx, part))
  await settle()
  await at(reference, 'chargeback')
  expect(await reinstate(chargeId)).toEqual({ ok: true, value: 10_000 })
  await at(reference, 'status', { status: 'approved', status_detail: 'accredited' })
  const credit = await harness.openItem('credit', chargeId)
  const use = { creditId: credit, instalmentIds, forgive: true, ...decision }
  expect(await within((tx) => harness.payments.applyCredit(tx, use))).toMatchObject({
    ...{ ok: true, value: { forgiven: 3_000 } },
  })
  expect(await harness.payments.paidOf({ userId: viewer.id })).toMatchObject([
    { total: 7_000, returned: undefined },
  ])
  const withdrawal = { orderId, origin: 'withdrawal', reason: 'arrependimento' } as const
  expect(await within((tx) => harness.payments.refundOrder(tx, withdrawal))).toEqual({
    ...{ requested: 7_000, held: 0 },
  })
  await settle()
  expect(await harness.statuses(instalmentIds)).toEqual(['refunded'])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a debt is reinstated once a refund of its payment is over, so that a won dispute brings back the customer’s money', async () => {
  const paid = await charged({ instalments: 1 })
  const { viewer, orderId, chargeId, reference } = paid
  await at(reference, 'approve')
  await harness.simulator.faults({ dropWebhooks: true, slowRefunds: true })
  const whole = { chargeId, origin: 'team' as const, ...decision }
  await within((tx) => harness.payments.refundCharge(tx, whole))
  await settle()
  await harness.simulator.faults({ dropWebhooks: true })
  await at(reference, 'chargeback')
  expect(await reinstate(chargeId)).toEqual({ ok: false, code: 'refund_under_way' })
  await harness.simulator.act(reference, 'end-refund', { status: 'rejected' })
  harness.clock.advance(11 * minute)
  await settle()
  expect(await reinstate(chargeId)).toEqual({ ok: true, value: 10_000 })
  await payAgain(paid)
  await at(reference, 'status', { status: 'approved', status_detail: 'accredited' })
  expect(await harness.payments.creditsOf({ userId: viewer.id })).toMatchObject([{ amount: 10_000 }])
  const withdrawal = { orderId, origin: 'withdrawal', reason: 'arrependimento' } as const
  expect(await within((tx) => harness.payments.refundOrder(tx, withdrawal))).toEqual({
    ...{ requested: 20_000, held: 0 },
  })
  expect(await harness.payments.checkBooks()).toEqual([])
})

/** Creates a charge for two orders of a customer, R$ 100,00 each, and pays it. */
async function paidForTwoOrders() {
  const first = await harness.customer({ instalments: 1 })
  const other = await harness.customer({ instalments: 1, sameAs: first })
  const { viewer } = first
  const instalmentIds = [first.first, other.first]
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  await at(reference, 'approve')
  return { first, other, viewer, instalmentIds, chargeId, reference }
}

test('of a charge for two orders, one cancelled, a won dispute credits the other no more than it had paid and not got back', async () => {
  const { first, other, viewer, chargeId, reference } = await paidForTwoOrders()
  const part = { chargeId, amount: 4_000, instalmentIds: [first.first], origin: 'team' as const, ...decision }
  await within((tx) => harness.payments.refundCharge(tx, part))
  await settle()
  await at(reference, 'chargeback')
  const paymentId = await harness.openItem('payment', chargeId)
  const review = { paymentId, reinstateDebt: true, cancelledOrders: [other.orderId], ...decision }
  expect(await within((tx) => harness.payments.reviewPayment(tx, review))).toEqual({
    ok: true,
    value: 10_000,
  })
  await at(reference, 'status', { status: 'approved', status_detail: 'accredited' })
  // R$ 160,00 are at the provider: R$ 100,00 of the cancelled order, and R$ 60,00.
  expect(await harness.payments.creditsOf({ userId: viewer.id })).toMatchObject([{ amount: 6_000 }])
  const paid = await harness.query<{ cancelled: number }>(
    "select paid_amount::float8 as cancelled from payments where order_id = $1 and status = 'paid'",
    [other.orderId],
  )
  expect(paid).toEqual([{ cancelled: 10_000 }])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('whatever is returned, taken, reinstated, won and applied, a payment is for as much as is left of it', async () => {
  const step = fc.record({
    act: fc.constantFrom('return', 'take', 'reinstate', 'win', 'apply'),
    of: fc.constantFrom<0 | 1>(0, 1),
    amount: fc.integer({ min: 1, max: 9_999 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const { other, viewer, instalmentIds, chargeId, reference } = await paidForTwoOrders()
      const [row] = await harness.query<{ id: string }>(
        'select id from provider_payments where charge_id = $1',
        [chargeId],
      )
      const paymentId = row?.id ?? ''
      for (const { act, of, amount } of steps) {
        const own = [instalmentIds[of] ?? '']
        const part = { chargeId, amount, instalmentIds: own, origin: 'team' as const, ...decision }
        if (act === 'return') await within((tx) => harness.payments.refundCharge(tx, part))
        if (act === 'take') await at(reference, 'chargeback').catch(() => undefined)
        if (act === 'win') await at(reference, 'status', { status: 'approved' })
        const cancelledOrders = of === 1 ? [other.orderId] : []
        const review = { paymentId, reinstateDebt: true, cancelledOrders, ...decision }
        if (act === 'reinstate') await within((tx) => harness.payments.reviewPayment(tx, review))
        const [credit] = await harness.payments.creditsOf({ userId: viewer.id })
        const use = { creditId: credit?.id ?? '', instalmentIds: own, forgive: true, ...decision }
        if (act === 'apply' && credit) await within((tx) => harness.payments.applyCredit(tx, use))
        await settle()
        const payment = await findPayment(harness.database, paymentId)
        if (!payment) throw new Error('no payment')
        if (payment.state === 'charged_back') continue
        const claims = await claimsOf(harness.database, payment, { counting: 'done' })
        const done = (await refundsOfPayment(harness.database, paymentId)).filter(
          (one) => one.status === 'done',
        )
        const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)
        expect(total(claims.map(({ rest }) => rest))).toBe(
          payment.amount - total(done.map((refund) => refund.amount)),
        )
      }
      expect(await harness.payments.checkBooks()).toEqual([])
    }),
    { numRuns: Number(process.env.STORY_RUNS ?? 20), endOnFailure: true },
  )
}, 240_000)
