// Databases: one. Debts and sales, their books, and the data that the team and a bank read, on rows that each test creates.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '../../../src/core/durations.ts'
import { CONTRACT_DAYS } from '../../../src/core/retention.ts'
import { payerLinks, postponements } from '../../../src/modules/payments/arrangements/tables.server.ts'
import { checkBooks } from '../../../src/modules/payments/books/check-books.ts'
import { checkRecentBooks, recentBreaches } from '../../../src/modules/payments/books/check-recent-books.ts'
import { chargeHistory, charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { paidOf, pendingOf } from '../../../src/modules/payments/checkout/read-payments.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { disputedPayment } from '../../../src/modules/payments/desk/disputed-payment.ts'
import { createPayments } from '../../../src/modules/payments/index.server.ts'
import { cancelInstalments } from '../../../src/modules/payments/instalments/cancel-instalments.ts'
import { dueFigures } from '../../../src/modules/payments/instalments/due-figures.ts'
import { notifyPayer } from '../../../src/modules/payments/instalments/notify-payer.ts'
import { orderOfCharge } from '../../../src/modules/payments/instalments/order-of-charge.ts'
import {
  fundingOf,
  publishMoneyChanged,
} from '../../../src/modules/payments/instalments/publish-money-changed.ts'
import { scheduleInstalments } from '../../../src/modules/payments/instalments/schedule-instalments.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { balances } from '../../../src/modules/payments/ledger/post.server.ts'
import { recordPayout } from '../../../src/modules/payments/ledger/record-payout.ts'
import { ledgerEntries, ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { insertManualRefund } from '../../../src/modules/payments/manual/store.server.ts'
import { manualPayments, manualRefunds } from '../../../src/modules/payments/manual/tables.server.ts'
import { notifyTeam, notifyTeamOfReturn } from '../../../src/modules/payments/notify-team.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import {
  erasePayer,
  lookupMoneyBlocks,
  moneyBlocks,
  paymentsPersonal,
} from '../../../src/modules/payments/personal/personal.ts'
import { moneyPersonal } from '../../../src/modules/payments/personal/personal-money.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import { insertApproval } from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import {
  refundApprovals,
  refundAttributions,
  refunds,
} from '../../../src/modules/payments/refunds/tables.server.ts'
import {
  openScheduleOf,
  replaceSchedule,
} from '../../../src/modules/payments/renegotiation/replace-schedule.ts'
import { keepRaw } from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import {
  confirmSetAside,
  rawOfSetAside,
  resolveSetAside,
} from '../../../src/modules/payments/set-aside/resolve-set-aside.ts'
import { rawPayments, setAsidePayments } from '../../../src/modules/payments/set-aside/tables.server.ts'
import { deleteOldNotices } from '../../../src/modules/payments/settlement/delete-old-notices.ts'
import { otherInstallation } from '../../../src/modules/payments/settlement/other-installation.ts'
import { receiveWebhook } from '../../../src/modules/payments/settlement/receive-webhook.ts'
import { providerEvents } from '../../../src/modules/payments/settlement/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { recordsOf } from '../../support/personal.ts'
import { again, books, charge, me, order, report } from './reported-books.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const other = id(91)
/** The charge of a guest's look-up. */
const sold = { userId: null, purpose: 'consultation', purposeId: id(60) } as const
const isRow = (chargeId: string) => eq(charges.id, chargeId)
const start = (tx: Transaction) => ({ ...depsIn(tx, [scriptedBank([]).bank]), rows: rowsIn(tx) })

test(
  'scheduling an order posts a sale and creates its pending instalments, and nothing else',
  inside(async (tx) => {
    const { deps } = start(tx)
    const row = { number: 0, kind: 'entrada', amount: 300, dueDate: '2026-11-21', method: 'pix' } as const
    const schedule = { orderId: order, userId: me, serviceTitle: 'Limpeza', paymentType: 'PIX semanal' }
    const rate = { hundredths: 1_465, period: 'month' } as const
    const next = { ...row, number: 1, kind: 'parcela', amount: 200, dueDate: '2026-12-21' } as const
    const ids = await scheduleInstalments(tx, { ...schedule, rate, rows: [row, next] }, deps)
    const found = await tx.select().from(instalments).orderBy(instalments.number)
    expect(found.map((one) => one.id)).toEqual(ids)
    expect(found).toMatchObject([
      {
        ...{ ...schedule, number: 0, kind: 'entrada', amount: 300, dueDate: '2026-11-21', status: 'pending' },
        ...{ rate: 1_465, ratePeriod: 'month', paymentMethod: 'pix', externalReference: `PARC_${ids[0]}` },
        ...{ createdAt: at(5), postponedFrom: null, renegotiatedIn: null, paidBy: null, paidWith: null },
        ...{ paidAmount: null, paymentDate: null },
      },
      { number: 1, kind: 'parcela', amount: 200, dueDate: '2026-12-21' },
    ])
    expect(await balances(tx)).toEqual(new Map(Object.entries({ receivable: 500, sales: -500 })))
    expect(await tx.select().from(ledgerTransactions)).toMatchObject([{ key: `sale:${order}`, kind: 'sale' }])
    for (const wrong of [{ amount: 0 }, { amount: -1 }, { amount: 1.5 }, { dueDate: '2026-02-30' }])
      await expect(
        scheduleInstalments(tx, { ...schedule, orderId: id(9), rows: [{ ...row, ...wrong }] }, deps),
      ).rejects.toThrow(RangeError)
    const [cash] = await scheduleInstalments(
      tx,
      { ...schedule, orderId: id(9), rows: [{ ...row, amount: 1 }] },
      deps,
    )
    const [plain] = await tx
      .select()
      .from(instalments)
      .where(eq(instalments.id, cash ?? ''))
    expect(plain).toMatchObject({ rate: null, ratePeriod: null })
  }),
)

test(
  'cancels the pending instalments of an order with their codes, and reverses their sale',
  inside(async (tx) => {
    const { deps, rows, jobs } = start(tx)
    const own = { userId: me, orderId: order }
    const [one, two] = [await rows.instalment(own), await rows.instalment({ ...own, number: 2, amount: 700 })]
    const paid = await rows.instalment({ ...own, number: 3, status: 'paid', paidWith: await rows.payment() })
    const beside = await rows.instalment({ userId: me })
    const [open, others] = [await rows.charge(), await rows.charge()]
    await rows.line(open, one)
    await rows.line(others, beside)
    expect(await cancelInstalments(tx, { orderId: order }, deps)).toBe(2)
    const statusOf = new Map((await tx.select().from(instalments)).map((row) => [row.id, row.status]))
    expect([one, two, paid, beside].map((row) => statusOf.get(row))).toEqual([
      ...['cancelled', 'cancelled', 'paid', 'pending'],
    ])
    expect(jobs).toEqual([{ job: 'charges.cancel', chargeId: open }])
    expect((await balances(tx)).get('receivable')).toBe(-10_700)
    expect(await cancelInstalments(tx, { orderId: order }, deps)).toBe(0)
    expect(await cancelInstalments(tx, { orderId: id(99) }, deps)).toBe(0)
    const [lowest] = [one, two].toSorted()
    expect(await tx.select().from(ledgerTransactions)).toMatchObject([
      { key: `cancellation:${order}:${lowest}` },
    ])
  }),
)

test(
  'a charge belongs to an order when all of it does; publishes each change of an order’s money once',
  inside(async (tx) => {
    const { deps, rows, published } = start(tx)
    const [one, two, none] = [await rows.charge(), await rows.charge(), await rows.charge()]
    const mine = [
      await rows.instalment({ orderId: order }),
      await rows.instalment({ orderId: order, number: 2 }),
    ]
    const beside = await rows.instalment({ orderId: id(9) })
    for (const instalment of mine) await rows.line(one, instalment)
    for (const instalment of [...mine, beside]) await rows.line(two, instalment)
    const orders = await Promise.all([one, two, none].map((chargeId) => orderOfCharge(tx, { chargeId })))
    expect(orders).toEqual([order, undefined, undefined])
    const money = (orderId: string) => ({ orderId, userId: me })
    await publishMoneyChanged(tx, [money(order), money(order), money(id(9))], deps)
    expect(published.map(({ payload }) => payload)).toEqual([money(order), money(id(9))])
    expect(await fundingOf(tx, id(99))).toBeDefined()
  }),
)

test(
  'replaces the open instalments of an order as a whole, and only if they are unchanged since they were read',
  inside(async (tx) => {
    const { deps, rows, jobs } = start(tx)
    const own = { userId: me, orderId: order, rate: 100, ratePeriod: 'month' as const }
    const [one, two] = [
      await rows.instalment({ ...own, number: 2, postponedFrom: '2026-11-01', dueDate: '2026-11-16' }),
      await rows.instalment({ ...own, number: 5, amount: 700 }),
    ]
    await rows.instalment({ ...own, number: 8, status: 'paid', paidWith: await rows.payment() })
    const seen = () => openScheduleOf(deps, { orderId: order, on: '2026-11-21' })
    const open = await seen()
    expect(open).toMatchObject({
      ...{ userId: me, serviceTitle: 'Limpeza', total: 10_700, isUnderReview: false, lastNumber: 8 },
      instalments: [
        { id: one, number: 2, amount: 10_000, dueDate: '2026-11-16' },
        { id: two, number: 5, amount: 700, dueDate: '2026-11-21' },
      ],
    })
    // Legal late charges of a person: 2 %, and 1 % a month for five days.
    expect(open?.maxSurcharge).toBe(217)
    deps.profileOf = async () => ({
      ...{ nome: 'x', documento: '11.222.333/0001-81', telefone: '', tipoConta: 'empresarial' as never },
    })
    expect((await seen())?.maxSurcharge).toBeGreaterThan(217)
    expect(await openScheduleOf(deps, { orderId: id(99), on: '2026-11-21' })).toBeUndefined()

    const code = await rows.charge()
    await rows.line(code, one)
    const replaced = open?.instalments ?? []
    const rowsOf = (...amounts: number[]) =>
      amounts.map((amount, index) => ({
        ...{ number: 9 + index, amount, dueDate: '2027-01-10', method: 'credit_card' as const },
      }))
    const replace = (more: Partial<Parameters<typeof replaceSchedule>[1]> = {}) =>
      replaceSchedule(tx, { id: id(80), orderId: order, replaced, rows: rowsOf(6_000, 4_000), ...more }, deps)
    const stale = { ok: false, code: 'stale' }
    expect(await replace({ orderId: id(99) })).toEqual(stale)
    expect(await replace({ replaced: replaced.slice(1) })).toEqual(stale)
    const mismatch = await rows.charge({ status: 'amount_mismatch' })
    await rows.line(mismatch, two)
    const paymentId = await rows.payment({ chargeId: mismatch })
    await rows.credit({ paymentId, chargeId: mismatch, reason: 'partial' })
    expect((await seen())?.isUnderReview).toBe(true)
    expect(await replace()).toEqual(stale)
    await tx.update(charges).set({ status: 'refunded' }).where(eq(charges.id, mismatch))

    jobs.length = 0
    expect(await replace()).toEqual({ ok: true, value: { difference: -700 } })
    const all = await tx.select().from(instalments).orderBy(instalments.number)
    expect(all.map(({ status, renegotiatedIn }) => [status, renegotiatedIn])).toEqual([
      ['cancelled', id(80)],
      ['cancelled', id(80)],
      ['paid', null],
      ['pending', null],
      ['pending', null],
    ])
    expect(all[3]).toMatchObject({
      ...{ userId: me, orderId: order, serviceTitle: 'Limpeza', kind: 'parcela', amount: 6_000, number: 9 },
      ...{
        dueDate: '2027-01-10',
        paymentMethod: 'credit_card',
        rate: null,
        ratePeriod: null,
        createdAt: at(5),
      },
      ...{ postponedFrom: null, externalReference: `PARC_${all[3]?.id}` },
      paymentType: 'parcelas renegociadas',
    })
    expect(jobs).toEqual([{ job: 'charges.cancel', chargeId: code }])
    expect(await balances(tx)).toEqual(new Map(Object.entries({ receivable: -700, discounts: 700 })))
    expect(await tx.select().from(ledgerTransactions)).toMatchObject([{ key: `renegotiation:${id(80)}` }])
    expect(await replace()).toEqual(stale)
  }),
)

test(
  'a payout draws from the balance at a provider, once per statement',
  inside(async (tx) => {
    const { deps } = await report(tx, [{}])
    const draw = (amount: number, reference: string, provider = 'bank') =>
      recordPayout(tx, { provider, amount, reference, by: me }, deps)
    const refused = { ok: false, code: 'insufficient_balance' }
    for (const amount of [0, -1, 15_001]) expect(await draw(amount, 'a')).toEqual(refused)
    expect(await draw(1, 'a', 'other')).toEqual(refused)
    expect(await draw(5_000, 'a')).toEqual({ ok: true, value: 10_000 })
    expect(await draw(5_000, 'a')).toEqual({ ok: false, code: 'repeated' })
    expect(await draw(1, 'c')).toEqual({ ok: true, value: 9_999 })
    expect(await draw(9_999, 'b')).toEqual({ ok: true, value: 0 })
    // A repetition is refused as such, regardless of the balance left, and separately at every provider.
    expect(await draw(5_000, 'a')).toEqual({ ok: false, code: 'repeated' })
    expect(await draw(1, 'a', 'other')).toEqual(refused)
    const [posted] = (await tx.select().from(ledgerTransactions)).filter(({ kind }) => kind === 'payout')
    expect(posted).toMatchObject({ key: 'payout:bank:a', by: me, memo: 'a' })
    expect((await balances(tx)).get('cash')).toBe(15_000)
  }),
)

test(
  'notifies the team of books that do not balance, with both sums, also for recent days',
  inside(async (tx) => {
    const started = await report(tx, [{ amount: 15_100 }, { amount: 15_100, refunded: 50, fee: 7 }])
    // The test's schedule has no recorded sale yet.
    await tx.execute(sql`insert into ledger_transactions (id, key, kind, day, created_at)
      values (${id(60)}, 'sale', 'sale', '2026-11-21', now())`)
    await tx.insert(ledgerEntries).values([
      { transactionId: id(60), line: 0, account: 'receivable', amount: 15_000 },
      { transactionId: id(60), line: 1, account: 'sales', amount: -15_000 },
    ])
    // Triggers normally do this, but are disabled for the rows of a test.
    await tx.execute(sql`insert into figure_marks (source, days)
      select source, '{2026-11-21}' from unnest('{ledger,due}'::text[]) as source`)
    started.sent.length = 0
    const subjects = (breaches: readonly string[]) => breaches.map((line) => line.split(':')[0])
    const found = async () => [
      subjects(await checkBooks(started.deps)),
      subjects(await recentBreaches(tx, started.deps)),
    ]
    const [zero, owed, credit, balance, arrived] = [
      'cada lançamento soma zero',
      'o que os clientes devem é a soma das parcelas em aberto',
      'o crédito dos clientes é a soma dos créditos em aberto',
      'o saldo em cada provedor é o que entrou menos tarifas, devoluções e saques',
      'todo dinheiro que chegou está nos livros, uma vez',
    ]
    expect([...(await found()), started.sent]).toEqual([[], [], []])
    started.logged.length = 0
    expect([await checkRecentBooks(started.deps), started.logged]).toEqual([[], []])
    const after = async (change: string) => {
      await tx.execute(change)
      return found()
    }
    expect(await after(`update ledger_entries set amount = amount + 1 where account = 'receivable'`)).toEqual(
      [
        [zero, zero, owed],
        [zero, zero, owed],
      ],
    )
    expect(started.sent).toMatchObject([{ kind: 'books.breach', subject: 'Os livros não fecham' }])
    expect(started.sent[0]?.text).toMatch(/parcelas em aberto: receivable, R\$\s0,02 e R\$\s0,00/)
    expect(await checkRecentBooks(started.deps)).toHaveLength(3)
    expect(started.logged.join('')).not.toContain('the figures of the days differ')
    await tx.execute(`update ledger_entries set amount = amount - 1 where account = 'receivable'`)
    started.sent.length = 0
    expect(await after('update credits set amount = amount + 1')).toEqual([[credit], [credit]])
    expect(started.sent).toHaveLength(1)
    await tx.execute('update credits set amount = amount - 1')
    expect(await after('update provider_payments set fee = fee + 1')).toEqual([[balance], []])
    await tx.execute('update provider_payments set fee = fee - 1')
    expect(await after('update provider_payments set amount = amount + 1')).toEqual([
      [balance, arrived],
      [arrived],
    ])
    // Data older than three days is only read at night.
    started.time.now = at(3 * 24 * 60 + 16 * 60)
    expect(await found()).toEqual([[balance, arrived], []])
    started.time.now = at(3 * 24 * 60)
    expect(await found()).toEqual([[balance, arrived], [arrived]])
    await tx.execute('update provider_payments set amount = amount - 1')
    expect(await found()).toEqual([[], []])
  }),
)

test(
  'the books of a shop without money are sound; manual payments are checked too',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    expect(await recentBreaches(tx, deps)).toEqual([])
    await rows.payment({ provider: 'elsewhere', approvedAt: at(1), receivedAt: at(1) })
    expect(await recentBreaches(tx, deps)).toEqual([])
    await rows.payment({ provider: 'manual', approvedAt: at(1), receivedAt: at(1) })
    expect(await recentBreaches(tx, deps)).toMatchObject([
      expect.stringContaining('todo dinheiro que chegou'),
    ])
  }),
)

test(
  'day figures that differ from sound books are only logged',
  inside(async (tx) => {
    const { deps, rows, logged, sent } = start(tx)
    await rows.credit({ paymentId: await rows.payment({ state: 'pending' }), amount: 5 })
    await tx.execute(sql`insert into ledger_transactions (id, key, kind, day, created_at)
      values (${id(60)}, 'x', 'receipt', '2026-10-01', now())`)
    await tx.insert(ledgerEntries).values([
      { transactionId: id(60), line: 0, account: 'credits', amount: -5 },
      { transactionId: id(60), line: 1, account: 'cash', amount: 5 },
    ])
    // That day was not marked, so the figures do not include it.
    await tx.execute(sql`delete from figure_marks`)
    expect(await checkRecentBooks(deps)).toEqual([])
    expect([sent, logged.length]).toEqual([[], 1])
    expect(logged[0]).toContain('the figures of the days differ from the books')
  }),
)

test(
  'reports what was due on a day, open and paid, in total and by plan',
  inside(async (tx) => {
    const { rows } = start(tx)
    const paid = { status: 'paid' as const, paidWith: await rows.payment() }
    await rows.instalment({ amount: 5 })
    await rows.instalment({ amount: 7, paymentType: 'Cartão' })
    await rows.instalment({ amount: 9, ...paid })
    await rows.instalment({ amount: 11, status: 'cancelled' })
    await rows.instalment({ amount: 13, dueDate: '2026-11-22' })
    const { rows: found } = await tx.execute(dueFigures.of(['2026-11-21']))
    const lines = found.map(({ figure, subject, count, amount }) => `${figure} ${subject} ${count} ${amount}`)
    expect(lines.toSorted()).toEqual([
      ...['due.open  2 12', 'due.paid  1 9'],
      ...['plan.open Limpeza · Cartão 1 7', 'plan.open Limpeza · PIX 1 5', 'plan.paid Limpeza · PIX 1 9'],
    ])
    expect(new Set(found.map(({ figure }) => figure))).toEqual(new Set(dueFigures.figures))
  }),
)

test(
  'shows a customer what is due today with late charges, and paid amounts as they were paid',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const late = { lateFee: 200, lateInterest: 100, earlyPayoff: true }
    const dated = { ...deps, database: tx, terms: late }
    const paid = { status: 'paid' as const, paidWith: await rows.payment() }
    await rows.instalment({ userId: me, dueDate: '2026-11-16' })
    await rows.instalment({ userId: me, dueDate: '2026-11-16', ...paid })
    expect(await pendingOf(dated, { userId: me })).toMatchObject([
      { lateFee: 200, interest: 17, total: 10_217 },
    ])
    expect(await paidOf(dated, { userId: me })).toMatchObject([{ lateFee: 0, interest: 0, total: 10_000 }])
  }),
)

test(
  'writes to a payer about an order only if the charge is of one, and never to a guest',
  inside(async (tx) => {
    const { deps, rows, messages } = start(tx)
    const row = async (more: Parameters<typeof rows.charge>[0]) => {
      const [found] = await tx
        .select()
        .from(charges)
        .where(eq(charges.id, await rows.charge({ userId: me, ...more })))
      if (!found) throw new Error('no charge')
      return found
    }
    const own = await row({})
    await rows.line(own.id, await rows.instalment({ orderId: order }))
    const lookUp = await row({ purpose: 'consultation', purposeId: id(9) })
    await notifyPayer(tx, { kind: 'charge.amount_mismatch', charge: own, received: 500 }, deps)
    await notifyPayer(tx, { kind: 'charge.amount_mismatch', charge: lookUp, received: 500 }, deps)
    await notifyPayer(tx, { kind: 'credit.kept', charge: lookUp, amount: 7, reason: 'excess' }, deps)
    await notifyPayer(
      tx,
      { kind: 'refund.done', ofCredit: false, charge: await row({ provider: 'manual' }), amount: 9 },
      deps,
    )
    await notifyPayer(tx, { kind: 'refund.done', ofCredit: false, charge: lookUp, amount: 9 }, deps)
    const to = { to: 'ana@exemplo.com.br', channel: 'email', userId: me }
    expect(messages).toMatchObject([
      { ...to, kind: 'charge.amount_mismatch', orderId: order },
      { ...to, kind: 'charge.amount_mismatch' },
      ...[
        { ...to, kind: 'credit.kept' },
        { ...to, kind: 'refund.done' },
        { ...to, kind: 'refund.done' },
      ],
    ])
    expect(messages.map(({ orderId }) => orderId === undefined)).toEqual([false, true, true, true, true])
    const texts = messages.map(({ text }) => text)
    expect(texts.map((text) => text.includes('https://exemplo.com.br/p'))).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
    expect(texts[3]).toContain('como combinamos')
    expect(texts[4]).not.toContain('como combinamos')
    await notifyPayer(
      tx,
      { kind: 'refund.done', ofCredit: false, charge: { ...own, userId: null }, amount: 9 },
      deps,
    )
    deps.contactOf = async () => undefined
    await notifyPayer(tx, { kind: 'refund.done', ofCredit: false, charge: own, amount: 9 }, deps)
    expect(messages).toHaveLength(5)
  }),
)

test(
  'notifies the team of what it has to decide, and logs it as an error',
  inside(async (tx) => {
    const { deps, messages, logged } = start(tx)
    await notifyTeam(tx, { kind: 'books.breach', subject: 's', lines: ['l'] }, deps)
    await notifyTeamOfReturn(tx, { providerId: '7', amount: 123 }, deps)
    const team = { to: 'equipe@exemplo.com.br', channel: 'email' }
    expect(messages).toMatchObject([
      { ...team, kind: 'books.breach', subject: 's' },
      { ...team, kind: 'books.unattributed', subject: 'Uma devolução sem destino' },
    ])
    expect(messages[0]?.text).toContain('https://exemplo.com.br/painel/dinheiro')
    expect(messages[1]?.text).toMatch(/R\$\s1,23 do pagamento 7 voltaram/)
    expect(messages[1]?.text).toContain('Enquanto isso')
    expect(logged.map((line) => JSON.parse(line).level)).toEqual([50, 50])
  }),
)

test(
  'dispute evidence says who paid, for what, what happened and what was returned',
  inside(async (tx) => {
    const { deps, ...started } = await report(tx, [{ updatedAt: at(1) }, { refunded: 400, updatedAt: at(2) }])
    const [payment] = await tx.select().from(payments)
    const paymentId = payment?.id ?? ''
    const endToEnd = 'E1234567820261121120012345678901'
    const raw = (text: string, minutes: number) =>
      keepRaw(tx, {
        ...{ cipher: deps.cipher, provider: 'bank', now: at(minutes) },
        listed: [{ ...reported({ providerId: '1' }), raw: text } as PaymentReport],
      })
    await raw(`{"e2e":"${endToEnd}","pagador":{"nome":"Antes","cpf":"529.982.247-25"}}`, 1)
    await raw('{"pagador":{"nome":"Ana"}}', 2)
    const found = await disputedPayment(deps, { paymentId })
    expect(found).toMatchObject({
      ...{ id: paymentId, provider: 'bank', providerId: '1', method: 'pix', status: 'approved' },
      ...{ amount: 15_000, refunded: 400, receivedAt: at(1), endToEndId: endToEnd, userId: me },
      payer: { document: '52998224725', name: 'Ana' },
      charge: { purpose: 'instalments', purposeId: null, createdAt: at(0) },
      history: [{ to: 'approved', at: at(5) }],
      returned: [{ amount: 400, origin: 'panel', status: 'done', requestedAt: at(6), doneAt: at(6) }],
    })
    expect(found?.instalments.map(({ orderId, amount }) => [orderId, amount]).toSorted()).toEqual([
      [order, 10_000],
      [order, 5_000],
    ])
    for (const unknown of ['x', id(99)])
      expect(await disputedPayment(deps, { paymentId: unknown })).toBeUndefined()
    const rows = rowsIn(tx)
    const pending = await rows.payment({ state: 'pending' })
    expect(await disputedPayment(deps, { paymentId: pending })).toBeUndefined()
    const moved = (chargeId: string, to: 'pending' | 'approved', minutes: number) =>
      tx.insert(chargeHistory).values({
        ...{ id: id(60 + minutes), chargeId, from: 'created', to, cause: 'check', at: at(minutes) },
      })
    await moved(charge, 'pending', 1)
    await moved(id(40), 'pending', 2)
    expect((await disputedPayment(deps, { paymentId }))?.history).toEqual([
      { to: 'pending', at: at(1) },
      { to: 'approved', at: at(5) },
    ])
    const stray = await rows.payment({ receivedAt: at(3), createdAt: at(2) })
    await rows.instalment({ userId: other, status: 'paid', paidWith: stray, paidAmount: 10_250 })
    expect(await disputedPayment(deps, { paymentId: stray })).toMatchObject({
      ...{ userId: other, charge: undefined, history: [], receivedAt: at(3), endToEndId: undefined },
      instalments: [{ amount: 10_250 }],
      payer: { document: undefined, name: undefined },
    })
    const alone = await rows.payment({ createdAt: at(2) })
    expect(await disputedPayment(deps, { paymentId: alone })).toMatchObject({
      userId: null,
      receivedAt: at(2),
    })
    expect(await books(tx, { deps, ...started })).toBeDefined()
  }),
)

const sources = async (tx: Transaction, userId?: string, of = paymentsPersonal) => {
  const person = { userId, email: undefined, cpf: undefined } as never
  return Promise.all(of.map(async (source) => (await recordsOf(source, tx, person)).map((row) => row.id)))
}

test(
  'exports manual money, credits and returns to their own customer, by charge or by credit',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const { personal } = createPayments({ ...deps, reconcileSeconds: 60 })
    const moneyOf = async (userId: string) => {
      const paymentId = await rows.payment()
      const creditId = await rows.credit({ userId, paymentId })
      const chargeId = await rows.charge({ userId })
      const ofCharge = await rows.refund({ paymentId, chargeId })
      const ofCredit = await rows.refund({ paymentId, creditId })
      return [[], [chargeId], [], [], [], [await rows.manual({ userId })], [creditId], [ofCharge, ofCredit]]
    }
    const [mine, theirs] = [await moneyOf(me), await moneyOf(other)]
    const read = async (userId?: string) => (await sources(tx, userId, personal)).map((ids) => ids.toSorted())
    expect([await read(me), await read(other)]).toEqual([mine, theirs])
    expect((await read()).flat()).toEqual([])
  }),
)

test(
  'erases what the team wrote about money five years after the matter is closed, and never while it is open',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const paymentId = await rows.payment()
    const of = { paymentId, reason: 'why' }
    const closed = [at(9), at(10)] as const
    for (const completedAt of closed) await rows.refund({ ...of, status: 'done', completedAt })
    for (const status of ['requested', 'held', 'failed'] as const) await rows.refund({ ...of, status })
    for (const resolvedAt of closed)
      await rows.credit({ paymentId, status: 'refunded', resolvedAt, resolution: 'why' })
    await rows.credit({ paymentId, status: 'open', resolvedAt: at(9), resolution: 'why' })
    const asked = { ...openApproval(id(50)), reason: 'why' }
    for (const [index, decidedAt] of [...closed, null].entries()) {
      const one = { ...asked, id: id(81 + index), subjectId: id(81 + index) }
      await insertApproval(tx, one)
      const decided = decidedAt && { decidedAt, decidedBy: id(50), isApproved: false }
      if (decided) await tx.update(refundApprovals).set(decided).where(eq(refundApprovals.id, one.id))
    }
    const byHand = { reason: 'why', status: 'declined' } as const
    for (const decidedAt of closed) await rows.manual({ ...byHand, decidedAt, decidedBy: id(50) })
    await rows.manual({ reason: 'why' })
    const alone = { ...byHand, decidedAt: at(9), decidedBy: id(50) }
    await rows.manual({ ...alone, reason: '' })
    await rows.manual({ ...alone, protocol: null, fileId: id(51) })
    for (const [index, recordedAt] of closed.entries())
      await insertManualRefund(tx, {
        ...{
          key: `k${index}`,
          refundId: id(85 + index),
          manualPaymentId: id(85),
          amount: 1,
          sentOn: '2026-11-21',
        },
        ...{ channel: 'transfer', protocol: '7', fileId: null, recordedBy: me, recordedAt, answeredAt: null },
      })
    const clock = { now: () => new Date(at(10).getTime() + CONTRACT_DAYS * DAY) }
    await createPayments({ ...deps, clock, reconcileSeconds: 60 }).jobs['payments.erase-raw'].run()
    expect((await tx.select().from(refunds).orderBy(refunds.id)).map(({ reason }) => reason)).toEqual([
      ...['', 'why', 'why', 'why', 'why'],
    ])
    const resolutions = (await tx.select().from(credits).orderBy(credits.id)).map((row) => row.resolution)
    expect(resolutions).toEqual([null, 'why', 'why'])
    const approvals = await tx.select().from(refundApprovals).orderBy(refundApprovals.id)
    expect(approvals.map(({ reason }) => reason)).toEqual(['', 'why', 'why'])
    const manual = await tx.select().from(manualPayments).orderBy(manualPayments.id)
    expect(manual.map(({ reason, protocol }) => [reason, protocol])).toEqual([
      ['', ''],
      ['why', '1'],
      ['why', '1'],
      ['', ''],
      ['', null],
    ])
    const sent = await tx.select().from(manualRefunds).orderBy(manualRefunds.key)
    expect(sent.map(({ protocol }) => protocol)).toEqual(['', '7'])
  }),
)

test(
  'exports a person’s data only to them; erasure removes who paid',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const payer = { firstName: 'A', lastName: 'B', document: '1' }
    const raw = (providerId: string) =>
      keepRaw(tx, {
        ...{ cipher: deps.cipher, provider: 'bank', now: at(1) },
        listed: [{ ...reported({ providerId }), raw: `{"p":${providerId}}` } as PaymentReport],
      })
    const own = { userId: me }
    const instalment = await rows.instalment(own)
    const chargeId = await rows.charge({ ...own, payer })
    await rows.payment({ chargeId, providerId: '1' })
    await rows.credit({ ...own, paymentId: await rows.payment({ providerId: '2' }) })
    const elsewhere = await rows.charge({ userId: other, payer })
    await rows.payment({ chargeId: elsewhere, providerId: '3' })
    await rows.instalment({ userId: other })
    for (const providerId of ['1', '2', '3']) await raw(providerId)
    const link = { tokenHash: 'a'.repeat(64), createdAt: at(1), expiresAt: at(2), revokedAt: null }
    await tx.insert(payerLinks).values({ ...link, id: id(70), instalmentId: instalment, userId: me })
    for (const [number, userId] of [
      [71, me],
      [72, other],
    ] as const)
      await tx.insert(postponements).values({
        ...{ id: id(number), instalmentId: id(number), orderId: id(number), userId, from: '2026-11-21' },
        ...{ to: '2026-11-26', requestedAt: at(1), statement: 'x', ip: '', userAgent: '' },
      })
    expect(await sources(tx, undefined)).toEqual([[], [], [], [], []])
    const [instalmentsOf, chargesOf, postponed, links, said] = await sources(tx, me)
    expect([instalmentsOf, chargesOf, postponed, links]).toEqual([
      [instalment],
      [chargeId],
      [id(71)],
      [id(70)],
    ])
    expect(said).toHaveLength(2)
    const [, , , , words] = paymentsPersonal
    const [first] = words ? await recordsOf(words, tx, { userId: me } as never) : []
    expect(first?.fields).toEqual({ provider: 'bank', createdAt: at(1) })

    for (const source of paymentsPersonal) await source.erase?.(tx, { userId: undefined } as never, at(9))
    expect(await tx.select().from(rawPayments)).toHaveLength(3)
    for (const source of paymentsPersonal) await source.erase?.(tx, { userId: me } as never, at(9))
    const payers = new Map((await tx.select().from(charges)).map((row) => [row.id, row.payer]))
    expect([payers.get(chargeId), payers.get(elsewhere)]).toEqual([null, payer])
    expect((await tx.select().from(rawPayments)).map(({ providerId }) => providerId)).toEqual(['3'])
    expect((await tx.select().from(payerLinks))[0]?.revokedAt).toEqual(at(9))
    const beside = await rows.charge({ ...sold, purposeId: id(61), payer })
    await rows.payment({ chargeId: beside, providerId: '4' })
    await raw('4')
    await tx.update(charges).set(sold).where(eq(charges.id, elsewhere))
    await erasePayer(tx, { consultationId: id(60) })
    expect((await tx.select().from(rawPayments)).map(({ providerId }) => providerId)).toEqual(['4'])
    const named = (await tx.select().from(charges)).filter((row) => row.payer !== null)
    expect(named.map((row) => row.id)).toEqual([beside])
  }),
)

test(
  'money owed in either direction and open disputes keep a person’s data',
  inside(async (tx) => {
    const blocks = (userId?: string) => moneyBlocks(tx, { userId } as never)
    const within = async (
      make: (rows: ReturnType<typeof rowsIn>, inner: Transaction) => Promise<unknown>,
    ) => {
      let found: unknown
      await tx
        .transaction(async (inner) => {
          await make(rowsIn(inner), inner)
          found = await moneyBlocks(inner, { userId: me } as never)
          throw new Error('undone')
        })
        .catch((error: Error) => expect(error.message).toBe('undone'))
      return found
    }
    expect([await blocks(me), await blocks()]).toEqual([[], []])
    const approval = {
      kind: 'charge',
      subjectId: id(50),
      amount: 1,
      reason: 'x',
      requestedBy: id(51),
    } as const
    const asked = { ...approval, id: id(52), userId: me, ask: {} as never, requestedAt: at(1) }
    const table: [kind: string[], make: Parameters<typeof within>[0]][] = [
      [['money'], (rows) => rows.instalment({ userId: me })],
      [[], (rows) => rows.instalment({ userId: other })],
      [[], (rows) => rows.instalment({ userId: me, status: 'cancelled' })],
      [['money'], (rows) => rows.charge({ userId: me })],
      [['money'], (rows) => rows.charge({ userId: me, status: 'created' })],
      [[], (rows) => rows.charge({ userId: me, status: 'expired' })],
      [[], (rows) => rows.charge({ userId: other })],
      [['money'], async (rows) => rows.credit({ userId: me, paymentId: await rows.payment() })],
      [[], async (rows) => rows.credit({ userId: me, status: 'refunded', paymentId: await rows.payment() })],
      [[], async (rows) => rows.credit({ userId: other, paymentId: await rows.payment() })],
      [['money'], (rows) => rows.manual({ userId: me })],
      [[], (rows) => rows.manual({ userId: me, status: 'declined' })],
      [[], (rows) => rows.manual({ userId: other })],
      [['money'], (_, inner) => insertApproval(inner, asked)],
      [[], (_, inner) => insertApproval(inner, { ...asked, userId: other })],
      [
        [],
        async (_, inner) => {
          await insertApproval(inner, asked)
          await inner.update(refundApprovals).set({ decidedBy: id(51), decidedAt: at(2), isApproved: false })
        },
      ],
    ]
    for (const [index, [kinds, make]] of table.entries())
      expect(await within(make), `${index}`).toEqual(kinds)
  }),
)

test(
  'money that came without a charge is of the customer whose instalment it paid: exported, erased, and a block while it is open',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const blocks = (userId: string) => moneyBlocks(tx, { userId } as never)
    const paymentId = await rows.payment({ providerId: '1' })
    const paidBy = (userId: string) =>
      rows.instalment({ userId, status: 'paid', paidWith: paymentId, amount: 5_000 })
    const [own, elsewhere] = [await paidBy(me), await paidBy(other)]
    const refundOf = async (instalmentId: string) => {
      const refundId = await rows.refund({ paymentId, amount: 5_000 })
      await rows.refunded(refundId, instalmentId)
      return refundId
    }
    const [back] = [await refundOf(own), await refundOf(elsewhere)]
    const part = await rows.refund({ paymentId, amount: 100, status: 'done' })
    await tx.insert(refundAttributions).values({ refundId: part, instalmentId: own, amount: 100 })
    expect([await blocks(me), await blocks(other), await blocks(id(9))]).toEqual([['money'], ['money'], []])
    await tx.update(refunds).set({ status: 'done' })
    expect(await blocks(me)).toEqual([])
    await tx.update(payments).set({ state: 'in_mediation' }).where(eq(payments.id, paymentId))
    expect(await blocks(me)).toEqual(['dispute'])

    const [, , refunded] = moneyPersonal
    const found = refunded ? await recordsOf(refunded, tx, { userId: me } as never) : []
    expect(found.map((record) => record.id).toSorted()).toEqual([back, part].toSorted())
    const listed = [{ ...reported({ providerId: '1' }), raw: '{}' } as PaymentReport]
    await keepRaw(tx, { cipher: deps.cipher, provider: 'bank', now: at(1), listed })
    for (const source of paymentsPersonal) await source.erase?.(tx, { userId: me } as never, at(9))
    expect(await tx.select().from(rawPayments)).toEqual([])
  }),
)

type Rows = ReturnType<typeof rowsIn>
const openApproval = (subjectId: string) => ({
  ...{ id: id(52), kind: 'charge' as const, subjectId, userId: null, ask: {} as never },
  ...{ amount: 1, reason: 'x', requestedBy: id(51), requestedAt: at(1) },
})

test.each<[blocks: string[], make: (chargeId: string, rows: Rows, tx: Transaction) => Promise<unknown>]>([
  [[], async () => undefined],
  [['money'], (chargeId, _, tx) => tx.update(charges).set({ status: 'in_process' }).where(isRow(chargeId))],
  [['money'], async (chargeId, rows) => rows.credit({ chargeId, paymentId: await rows.payment() })],
  [
    [],
    async (chargeId, rows) => rows.credit({ chargeId, status: 'refunded', paymentId: await rows.payment() }),
  ],
  ...(
    [
      ['requested', ['money']],
      ['held', ['money']],
      ['failed', ['money']],
      ['done', []],
      ['given_up', []],
      ['reversed', []],
    ] as const
  ).map(([status, blocks]): [string[], (chargeId: string, rows: Rows) => Promise<unknown>] => [
    [...blocks],
    async (chargeId, rows) => rows.refund({ status, chargeId, paymentId: await rows.payment() }),
  ]),
  [
    ['money'],
    async (chargeId, rows) =>
      rows.refund({ status: 'done', unattributed: 1, chargeId, paymentId: await rows.payment() }),
  ],
  [
    [],
    async (chargeId, rows) =>
      rows.refund({ status: 'reversed', unattributed: 1, chargeId, paymentId: await rows.payment() }),
  ],
  [['money'], (chargeId, _, tx) => insertApproval(tx, openApproval(chargeId))],
  [
    ['money'],
    async (chargeId, rows, tx) => {
      const paymentId = await rows.payment()
      const creditId = await rows.credit({ chargeId, status: 'dismissed', paymentId })
      await insertApproval(tx, openApproval(creditId))
    },
  ],
  [
    [],
    async (chargeId, _, tx) => {
      await insertApproval(tx, openApproval(chargeId))
      await tx.update(refundApprovals).set({ decidedBy: id(50), decidedAt: at(2), isApproved: false })
    },
  ],
  ...(
    [
      ['in_mediation', null, ['dispute']],
      ['charged_back', 'charged_back', ['dispute']],
      ['charged_back', null, []],
      ['approved', 'charged_back_in_part', ['dispute']],
      ['approved', 'chargeback_reversed', []],
      ['approved', 'unknown_status', []],
    ] as const
  ).map(([state, reviewReason, blocks]): [string[], (chargeId: string, rows: Rows) => Promise<unknown>] => [
    [...blocks],
    (chargeId, rows) => rows.payment({ chargeId, state, reviewReason }),
  ]),
  [
    ['money', 'dispute'],
    async (chargeId, rows) => {
      const paymentId = await rows.payment({ chargeId, state: 'in_mediation' })
      await rows.refund({ chargeId, paymentId })
    },
  ],
])('%j: an open matter of a charge keeps the data of its customer, or of a guest’s look-up', (blocks, make) =>
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const settled = { status: 'approved' } as const
    await make(await rows.charge({ ...settled, userId: me }), rows, tx)
    expect(await moneyBlocks(tx, { userId: me } as never)).toEqual(blocks)
    expect(await moneyBlocks(tx, { userId: other } as never)).toEqual([])

    await tx.delete(refundApprovals)
    await rows.charge({ ...settled, ...sold })
    await make(await rows.charge({ ...settled, ...sold }), rows, tx)
    const of = (...consultationIds: string[]) => lookupMoneyBlocks(tx, { consultationIds })
    expect([await of(id(61), id(60)), await of(id(60))]).toEqual([blocks, blocks])
    expect([await of(id(61)), await of()]).toEqual([[], []])
  })(),
)

test(
  'a person decides about a set-aside payment, and can read its raw payload',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const one = await rows.setAside({ providerId: '1' })
    const two = await rows.setAside({ providerId: '2', reason: 'perhaps_ours' })
    const decide = { by: me, reason: 'why' }
    await keepRaw(tx, {
      ...{ cipher: deps.cipher, provider: 'bank', now: at(1) },
      listed: [{ ...reported({ providerId: '1' }), raw: 'words' } as PaymentReport],
    })
    expect(await rawOfSetAside(tx, { setAsideId: one }, deps)).toMatchObject({
      value: [{ seenAt: at(1), text: 'words' }],
    })
    expect(await rawOfSetAside(tx, { setAsideId: id(99) }, deps)).toEqual({ ok: false, code: 'not_found' })
    expect(await resolveSetAside(tx, { setAsideId: one, ...decide }, deps)).toEqual({ ok: true, value: '1' })
    expect(await resolveSetAside(tx, { setAsideId: one, ...decide }, deps)).toMatchObject({
      code: 'not_open',
    })
    expect(await confirmSetAside(tx, { setAsideId: one, ...decide }, deps)).toMatchObject({
      code: 'not_open',
    })
    expect(await confirmSetAside(tx, { setAsideId: two, ...decide }, deps)).toEqual({ ok: true, value: '2' })
    const rowsNow = new Map((await tx.select().from(setAsidePayments)).map((row) => [row.providerId, row]))
    expect(rowsNow.get('1')).toMatchObject({ resolvedAt: at(5), resolvedBy: me })
    expect(rowsNow.get('2')).toMatchObject({ confirmedBy: me, resolvedAt: null })
  }),
)

test(
  'a notice is stored once, waits, and is deleted half a year after it was processed',
  inside(async (tx) => {
    const read = (...keys: string[]) =>
      keys.map((deliveryKey) => ({ deliveryKey, providerId: '1', kind: 'payment', action: 'updated' }))
    let said: ReturnType<typeof read> | undefined = read('a', 'b')
    const { bank } = scriptedBank([], {
      readNotice: () => (said ? { ok: true, value: said } : { ok: false, code: 'forged' }),
    })
    const { deps } = depsIn(tx, [bank])
    const notice = { provider: 'bank', query: new URLSearchParams(), headers: new Headers(), body: '' }
    expect(await receiveWebhook(deps, notice)).toEqual({ ok: true, value: 'stored' })
    expect(await receiveWebhook(deps, notice)).toEqual({ ok: true, value: 'repeated' })
    said = read('b', 'c')
    expect(await receiveWebhook(deps, notice)).toEqual({ ok: true, value: 'stored' })
    said = []
    expect(await receiveWebhook(deps, notice)).toEqual({ ok: true, value: 'ignored' })
    said = undefined
    expect(await receiveWebhook(deps, notice)).toMatchObject({ code: 'forged' })
    const stored = await tx.select().from(providerEvents).orderBy(providerEvents.deliveryKey)
    expect(stored).toMatchObject([
      {
        deliveryKey: 'a',
        provider: 'bank',
        providerId: '1',
        kind: 'payment',
        action: 'updated',
        receivedAt: at(5),
      },
      { deliveryKey: 'b' },
      { deliveryKey: 'c' },
    ])
    expect(stored.every(({ waitingSince }) => waitingSince?.getTime() === at(5).getTime())).toBe(true)
    const received = (key: string, receivedAt: Date, processedAt: Date | null = at(1)) =>
      tx.update(providerEvents).set({ receivedAt, processedAt }).where(eq(providerEvents.deliveryKey, key))
    const half = 180 * 86_400_000
    await received('a', new Date(at(5).getTime() - half - 1))
    await received('b', new Date(at(5).getTime() - half + 1))
    await received('c', at(-365 * 24 * 60), null)
    expect(await deleteOldNotices(deps)).toBe(1)
    expect((await tx.select().from(providerEvents)).map(({ deliveryKey }) => deliveryKey).toSorted()).toEqual(
      [...['b', 'c']],
    )
  }),
)

const ours = 'https://loja.example/webhooks'
const theirs = 'https://outra.example/webhooks?x=1'
const reference = 'MULT_0123abcd-0000'
test.each<[name: string, payment: Partial<PaymentReport>, found: string | undefined, known?: object]>([
  ['another host with a reference like ours', { noticesTo: theirs, reference }, 'https://outra.example'],
  ['our own host', { noticesTo: ours, reference }, undefined],
  ['a former host', { noticesTo: 'https://antes.example/w', reference }, undefined],
  ['no address', { reference }, undefined],
  ['another program', { noticesTo: theirs, reference: 'ABC' }, undefined],
  ['one whose payment is known by id', { noticesTo: theirs, reference }, undefined, { providerId: '1' }],
  ['one whose payment is known by reference', { noticesTo: theirs, reference }, undefined, { reference }],
  [
    'one more than seven days ago',
    { noticesTo: theirs, reference, updatedAt: new Date(at(5 - 7 * 24 * 60).getTime() - 1) },
    undefined,
  ],
  [
    'seven days ago',
    { noticesTo: theirs, reference, updatedAt: at(5 - 7 * 24 * 60) },
    'https://outra.example',
  ],
])('detects another installation on the account: %s', (_, payment, found, known) =>
  inside(async (tx) => {
    if (known) await rowsIn(tx).charge(known)
    const listed = [
      reported({ providerId: '0', updatedAt: at(2) }),
      reported({ updatedAt: at(3), ...payment }),
    ]
    const { bank } = scriptedBank(listed, { noticesTo: ours })
    const ask = (more: object) =>
      otherInstallation(depsIn(tx, [{ ...bank, ...more }]).deps, {
        formerAddresses: ['https://antes.example'],
      })
    expect(await ask({})).toBe(found)
    expect(await ask({ noticesTo: undefined })).toBeUndefined()
    expect(await ask({ isRecordedHere: true })).toBeUndefined()
    expect(await ask({ list: async () => ({ ok: false, code: 'unavailable' }) })).toBeUndefined()
  })(),
)

test.each([
  ['on the tenth page', 10, 'https://outra.example', 10],
  ['on no page before the eleventh', 11, undefined, 10],
  ['nowhere', Number.POSITIVE_INFINITY, undefined, 10],
])('searches ten pages for another installation on the account: it is %s', (_, onPage, found, pages) =>
  inside(async (tx) => {
    const asked: number[] = []
    const { bank } = scriptedBank([], {
      ...{ noticesTo: ours, pageSize: 20 },
      async list({ offset }) {
        asked.push(offset)
        const isThere = asked.length === onPage
        const page = Array.from({ length: 20 }, (_, place) => reported({ providerId: `${offset + place}` }))
        return {
          ok: true,
          value: [
            ...page.slice(0, 19),
            {
              ...reported({ providerId: `${offset + 19}` }),
              ...(isThere && { noticesTo: theirs, reference }),
            },
          ],
        }
      },
    })
    expect(await otherInstallation(depsIn(tx, [bank]).deps)).toBe(found)
    expect(asked).toHaveLength(pages)
  })(),
)

test(
  'a refund that is listed again under its own id changes nothing',
  inside(async (tx) => {
    const started = await report(tx, [{ refunded: 400, refunds: [{ id: 'a', amount: 400 }] }])
    await again(started, [{ refunded: 400, refunds: [{ id: 'a', amount: 400 }] }])
    expect(await tx.select().from(refunds)).toMatchObject([{ providerRefundId: 'a', chargeId: charge }])
    expect(await tx.select().from(chargeHistory)).toHaveLength(1)
  }),
)
