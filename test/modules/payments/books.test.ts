// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recentBreaches } from '../../../src/modules/payments/books/check-recent-books.ts'
import { dueFigures } from '../../../src/modules/payments/instalments/due-figures.ts'
import { ledgerFigures } from '../../../src/modules/payments/ledger/ledger-figures.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { refreshFigures } from '../../../src/platform/figures/figures.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
let day: string
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())
/** Each test has a separate day and an empty simulator. */
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute)
  await harness.simulator.faults({ dropWebhooks: true })
  harness.queue.length = 0
  harness.outbox.length = 0
  day = harness.clock.now().toISOString().slice(0, 10)
})

const by = newId()
const decision = { by, reason: 'conferido' }
const inTransaction = <T>(decide: (tx: Transaction) => Promise<T>) => harness.database.transaction(decide)
const close = async () => {
  const closed = await harness.closeDay(day)
  if (!closed.ok) throw new Error(closed.code)
  return closed.value[0]
}
const emailsOf = (kind: string) => harness.outbox.filter((email) => email.kind === kind)

/** Creates a customer who paid a charge for the first `of` instalments; `amount` in reais; `twice` pays it a second time. */
async function paid({
  of = 2,
  instalments = 2,
  amount = undefined as number | undefined,
  twice = false,
} = {}) {
  const customer = await harness.customer({ instalments })
  const instalmentIds = customer.instalmentIds.slice(0, of)
  const started = await harness.payments.startCharge({ viewer: customer.viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  harness.clock.advance(second)
  const { id } = await harness.simulator.act(reference, 'approve', amount === undefined ? {} : { amount })
  if (twice) await harness.simulator.act(reference, 'pay-again')
  await harness.payments.settleCharge({ chargeId })
  const [row] = await harness.query<{ id: string }>(
    'select id from provider_payments where provider_id = $1',
    [String(id)],
  )
  return { ...customer, chargeId, reference, providerId: String(id), paymentId: row?.id ?? '' }
}

async function creditOf({ chargeId }: { chargeId: string }): Promise<string> {
  return harness.openItem('credit', chargeId)
}

async function stray(amount: number): Promise<string> {
  const { id } = await harness.simulator.stray({ amount })
  await harness.payments.reconcile()
  const [row] = await harness.query<{ id: string }>(
    'select c.id from credits c join provider_payments p on p.id = c.provider_payment_id where p.provider_id = $1',
    [String(id)],
  )
  return row?.id ?? ''
}

const expectBalanced = async () => {
  expect(await harness.payments.checkBooks()).toEqual([])
  expect(await harness.payments.checkRecentBooks()).toEqual([])
}

// Guarantees of the database.

/** Inserts a movement directly; entries in centavos. */
const insertMovement = (entries: readonly number[]) =>
  inTransaction(async (tx) => {
    const id = newId()
    const { $client } = harness.database
    expect($client).toBeDefined()
    await tx.execute(
      `insert into ledger_transactions (id, key, kind, day, created_at) values ('${id}', '${id}', 'payout', '2026-11-21', now())`,
    )
    for (const [line, amount] of entries.entries()) {
      await tx.execute(
        `insert into ledger_entries (transaction_id, line, account, amount) values ('${id}', ${line}, 'test', ${amount})`,
      )
    }
  })

test('the database accepts entries that add up to zero and refuses any others', async () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((value) => value !== 0)
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 6 }), async (entries) => {
      const off = entries.reduce((total, entry) => total + entry, 0)
      if (off !== 0) {
        await expect(insertMovement(entries)).rejects.toThrow()
        await insertMovement([...entries, -off])
      } else await insertMovement(entries)
    }),
    { numRuns: 30 },
  )
})

test.each(['ledger_transactions', 'ledger_entries'])('%s is append-only', async (table) => {
  await paid()
  const column = table === 'ledger_entries' ? 'amount = amount + 1' : "memo = 'outro'"
  await expect(harness.query(`update ${table} set ${column}`)).rejects.toThrow()
  await expect(harness.query(`delete from ${table}`)).rejects.toThrow()
})

// Daily close.

test('a day with every kind of movement agrees', async () => {
  await harness.simulator.faults({ dropWebhooks: true, feePercent: 0.99 })
  const { chargeId } = await paid({ twice: true })
  await stray(12.34)
  await paid({ amount: 199.99 })
  await inTransaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, amount: 700, origin: 'team', reason: 'acordo' }),
  )
  await harness.work('refunds.issue')
  expect(await close()).toMatchObject({ status: 'agrees', theirs: 61_233, ours: 61_233, differences: [] })
  expect(emailsOf('books.day-differs')).toEqual([])
  await expectBalanced()
})

const differing: Record<string, () => Promise<{ theirs: object | null; ours: object | null }>> = {
  'a payment missing at the provider': async () => {
    await paid()
    await harness.simulator.reset()
    return { theirs: null, ours: { amount: 20_000, refunded: 0, fee: 0 } }
  },
  'another amount': async () => {
    const { providerId } = await paid()
    await harness.query('update provider_payments set amount = amount - 1 where provider_id = $1', [
      providerId,
    ])
    return { theirs: { amount: 20_000 }, ours: { amount: 19_999 } }
  },
  'another fee': async () => {
    const { providerId } = await paid()
    await harness.query('update provider_payments set fee = 99 where provider_id = $1', [providerId])
    return { theirs: { fee: 0 }, ours: { fee: 99 } }
  },
  'a reported refund that is not recorded': async () => {
    const { providerId, paymentId } = await paid()
    await harness.simulator.act(providerId, 'refund', { amount: 5 })
    await harness.payments.reconcile()
    await harness.query('delete from refunds where provider_payment_id = $1', [paymentId])
    return { theirs: { refunded: 500 }, ours: { refunded: 0 } }
  },
}

test.each(Object.entries(differing))(
  'a day with %s differs: notified once, saved, and corrected only once the team accepts it',
  async (_, plant) => {
    const difference = await plant()
    expect(await close()).toMatchObject({ status: 'differs', differences: [difference] })
    expect(await close()).toMatchObject({ status: 'differs', differences: [difference] })
    expect(emailsOf('books.day-differs')).toHaveLength(1)
    expect(emailsOf('books.day-differs')[0]).toMatchObject({ to: 'equipe@exemplo.com.br' })
    const [item] = (await harness.payments.openItems()).filter(({ id }) => id === `mercado-pago ${day}`)
    expect(item).toMatchObject({ kind: 'close', reason: 'day_differs' })

    const accept = () =>
      inTransaction((tx) =>
        harness.payments.acceptClose(tx, { provider: 'mercado-pago', day, by, reason: 'visto' }),
      )
    expect(await accept()).toEqual({ ok: true, value: null })
    expect(await accept()).toEqual({ ok: false, code: 'not_open' })
    expect(await close()).toMatchObject({ status: 'accepted', acceptedBy: by, note: 'visto' })
    expect(emailsOf('books.day-differs')).toHaveLength(1)
    await undoPlanted()
  },
)

test('what the provider listed too late for the sweep is settled by the close: money, a refund and a chargeback', async () => {
  await harness.simulator.stray({ amount: 10 })
  const [refunded, taken] = [await paid(), await paid()]
  await harness.simulator.act(refunded.providerId, 'refund', { amount: 5 })
  await harness.simulator.act(taken.providerId, 'chargeback')
  expect(await close()).toMatchObject({ status: 'agrees', theirs: 41_000, ours: 41_000, differences: [] })
  expect(emailsOf('books.day-differs')).toEqual([])
  expect(
    await harness.query("select status from credits where reason = 'unmatched' and amount = 1000"),
  ).toEqual([{ status: 'open' }])
  const returned = (paymentId: string) =>
    harness.query('select origin, amount::int from refunds where provider_payment_id = $1', [paymentId])
  expect(await returned(refunded.paymentId)).toEqual([{ origin: 'panel', amount: 500 }])
  expect(await returned(taken.paymentId)).toEqual([{ origin: 'chargeback', amount: 20_000 }])
  await expectBalanced()
})

test('a day that is not over is compared without saving or notifying', async () => {
  const { providerId } = await paid()
  const plant = (cents: number) =>
    harness.query(
      `update provider_payments set amount = amount + ${cents} where provider_id = '${providerId}'`,
    )
  await plant(-1)
  const compared = await harness.payments.closeDay({ day })
  expect(compared).toMatchObject({
    ok: true,
    value: [{ status: 'differs', differences: [{ ours: { amount: 19_999 } }] }],
  })
  expect(await harness.query('select 1 from daily_closes where day = $1', [day])).toEqual([])
  expect(emailsOf('books.day-differs')).toEqual([])
  await plant(1)
  await expectBalanced()
})

test('a day cannot be closed while the provider is unavailable', async () => {
  await harness.simulator.faults({ failRead: true })
  expect(await harness.payments.closeDay({ day })).toMatchObject({ ok: false, code: 'unavailable' })
})

/** Removes the difference that a test inserted. */
async function undoPlanted(): Promise<void> {
  await harness.query(
    `update provider_payments p set fee = 0, amount = coalesce((select sum(e.amount) from ledger_transactions t
       join ledger_entries e on e.transaction_id = t.id
       where t.key = 'receipt:' || p.id and e.account = 'provider:' || p.provider), p.amount)
     where exists (select 1 from daily_closes c where c.day = '${day}') and p.approved_at >= '${day}'`,
  )
  await harness.query(
    `insert into refunds (id, provider_payment_id, amount, origin, reason, status, idempotency_key, created_at)
     select gen_random_uuid(), p.id, p.refunded, 'panel', 'panel', 'done', gen_random_uuid(), now()
     from provider_payments p where p.refunded > 0 and p.approved_at >= '${day}'
       and not exists (select 1 from refunds r where r.provider_payment_id = p.id)`,
  )
  await expectBalanced()
}

// Invariants.

interface Corruption {
  corrupt: string
  repair: string
  description: string
  /** Not found by the hourly check: a difference only in the balances at the providers, or a payment without a day. */
  atNight?: true
}

const corruptions: Record<string, Corruption> = {
  'an instalment marked as pending': {
    corrupt: `update payments set status = 'pending', payment_date = null, paid_with = null, paid_amount = null where id = $1`,
    repair: `update payments p set status = 'paid', payment_date = now(), paid_amount = p.amount,
      paid_with = (select id from provider_payments where charge_id = p.paid_by limit 1) where id = $1`,
    description: 'o que os clientes devem',
  },
  'an instalment that is owed less': {
    corrupt: `update payments set amount = amount - 1, status = 'pending', payment_date = null, paid_with = null, paid_amount = null
      where id = $1`,
    repair: `update payments p set amount = amount + 1, status = 'paid', payment_date = now(), paid_amount = p.amount + 1,
      paid_with = (select id from provider_payments where charge_id = p.paid_by limit 1) where id = $1`,
    description: 'o que os clientes devem',
  },
  'a credit that grew': {
    corrupt: 'update credits set amount = amount + 1 where payment_id is not distinct from $1 or true',
    repair: 'update credits set amount = amount - 1 where payment_id is not distinct from $1 or true',
    description: 'o crédito dos clientes',
  },
  'a payment that shrank': {
    corrupt:
      'update provider_payments set amount = amount - 1 where id = (select paid_with from payments where id = $1)',
    repair:
      'update provider_payments set amount = amount + 1 where id = (select paid_with from payments where id = $1)',
    description: 'todo dinheiro que chegou',
  },
  'a payment without its receipt': {
    corrupt:
      'update provider_payments set received_at = null where id = (select paid_with from payments where id = $1)',
    repair:
      'update provider_payments set received_at = now() where id = (select paid_with from payments where id = $1)',
    description: 'o saldo em cada provedor',
    atNight: true,
  },
  'a fee that is not posted': {
    corrupt:
      'update provider_payments set fee = fee + 1 where id = (select paid_with from payments where id = $1)',
    repair:
      'update provider_payments set fee = fee - 1 where id = (select paid_with from payments where id = $1)',
    description: 'o saldo em cada provedor',
    atNight: true,
  },
  'an approval missing in the books': {
    corrupt: `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee, created_at, updated_at)
      select $1::uuid, 'mercado-pago', 'planted', 'pix', 'approved', 'approved', 700, 0, 0, now(), now()`,
    repair: `delete from provider_payments where id = $1`,
    description: 'todo dinheiro que chegou',
    atNight: true,
  },
  'a movement off by a centavo': {
    corrupt: `with t as (insert into ledger_transactions (id, key, kind, day, created_at)
      select $1, 'planted', 'payout', max(day), now() from ledger_transactions returning id)
      insert into ledger_entries (transaction_id, line, account, amount) select id, 0, 'cash', 1 from t`,
    repair: `with e as (delete from ledger_entries where transaction_id = $1)
      delete from ledger_transactions where id = $1`,
    description: 'cada lançamento soma zero',
  },
}

test.each(Object.entries(corruptions))(
  '%s is detected, reported to the team, and not corrected',
  async (_, planted) => {
    const { first } = await paid({ amount: 250 })
    const triggers = async (state: 'disable' | 'enable') => {
      for (const table of ['ledger_transactions', 'ledger_entries'])
        await harness.query(`alter table ${table} ${state} trigger user`)
    }
    await expectBalanced()
    await triggers('disable')
    await harness.query(planted.corrupt, [first])
    await triggers('enable')
    const breaches = await harness.payments.checkBooks()
    expect(breaches.join('\n')).toContain(planted.description)
    expect(emailsOf('books.breach')).toHaveLength(1)
    expect(emailsOf('books.breach')[0]).toMatchObject({ to: 'equipe@exemplo.com.br' })
    expect(emailsOf('books.breach')[0]?.text).toContain(planted.description)
    expect(await harness.payments.checkBooks()).toEqual(breaches)
    expect(await harness.payments.checkRecentBooks()).toEqual(planted.atNight ? [] : breaches)
    await triggers('disable')
    await harness.query(planted.repair, [first])
    await triggers('enable')
    await expectBalanced()
  },
)

test('wrong figures of days are logged, and not reported as broken books', async () => {
  await paid({ of: 1 })
  const sources = [ledgerFigures, dueFigures]
  for (const source of sources)
    await refreshFigures({ database: harness.database, clock: harness.clock }, source)
  await expectBalanced()
  const before = emailsOf('books.breach').length
  await harness.query("update daily_figures set amount = amount + 1 where figure = 'due.open'")
  expect(
    await recentBreaches(harness.database, { clock: harness.clock, providers: { all: [] } }),
  ).not.toEqual([])
  expect(await harness.payments.checkRecentBooks()).toEqual([])
  expect(emailsOf('books.breach')).toHaveLength(before)
  await harness.query("update daily_figures set amount = amount - 1 where figure = 'due.open'")
  await expectBalanced()
})

// Decisions of the team: each takes effect once, and the books balance.

test('a full refund marks the instalments as refunded, once', async () => {
  const { chargeId, instalmentIds } = await paid()
  const refund = () =>
    inTransaction((tx) =>
      harness.payments.refundCharge(tx, { chargeId, by, origin: 'team', reason: 'acordo' }),
    )
  expect(await refund()).toEqual({ ok: true, value: 20_000 })
  expect(await refund()).toMatchObject({ ok: false, code: 'too_much' })
  await harness.work('refunds.issue')
  expect(await refund()).toMatchObject({ ok: false, code: 'too_much' })
  expect(await harness.statuses(instalmentIds)).toEqual(['refunded', 'refunded'])
  const refunds = await harness.query(
    'select requested_by, reason, status from refunds where charge_id = $1',
    [chargeId],
  )
  expect(refunds).toEqual([{ requested_by: by, reason: 'acordo', status: 'done' }])
  await expectBalanced()
  expect(await close()).toMatchObject({ status: 'agrees' })
})

test('a partial refund leaves the instalments paid; partial refunds never exceed the charge', async () => {
  const { chargeId, instalmentIds } = await paid()
  const refund = (amount: number) =>
    inTransaction((tx) =>
      harness.payments.refundCharge(tx, { chargeId, amount, by, origin: 'team', reason: 'acordo' }),
    )
  expect(await refund(5_000)).toEqual({ ok: true, value: 5_000 })
  expect(await refund(15_001)).toMatchObject({ ok: false, code: 'too_much' })
  expect(await refund(0)).toMatchObject({ ok: false, code: 'too_much' })
  expect(await refund(-1)).toMatchObject({ ok: false, code: 'too_much' })
  await harness.work('refunds.issue')
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await expectBalanced()
  expect(await close()).toMatchObject({ status: 'agrees' })
})

test('an unpaid charge is not refunded', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const refund = (chargeId: string) =>
    inTransaction((tx) => harness.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'acordo' }))
  expect(await refund(started.value.chargeId)).toEqual({ ok: false, code: 'not_paid' })
  expect(await refund(newId())).toEqual({ ok: false, code: 'not_found' })
})

test('a credit is refunded once', async () => {
  const paidCharge = await paid({ amount: 250 })
  const creditId = await creditOf(paidCharge)
  const refund = () => inTransaction((tx) => harness.payments.refundCredit(tx, { creditId, ...decision }))
  expect(await refund()).toEqual({ ok: true, value: 5_000 })
  expect(await refund()).toEqual({ ok: false, code: 'not_open' })
  await harness.work('refunds.issue')
  expect(await refund()).toEqual({ ok: false, code: 'not_open' })
  expect(await harness.credits(paidCharge.chargeId)).toEqual([
    { reason: 'excess', amount: 5_000, status: 'refunded' },
  ])
  await expectBalanced()
})

const apply = (creditId: string, instalmentIds: string[], forgive = false) =>
  inTransaction((tx) => harness.payments.applyCredit(tx, { creditId, instalmentIds, forgive, ...decision }))

test('a credit of the exact amount pays the instalment, once', async () => {
  const paidCharge = await paid({ of: 1, amount: 200 })
  const [creditId, rest] = [await creditOf(paidCharge), paidCharge.instalmentIds.slice(1)]
  expect(await apply(creditId, rest)).toMatchObject({ ok: true, value: { forgiven: 0 } })
  expect(await apply(creditId, rest)).toEqual({ ok: false, code: 'not_open' })
  expect(await harness.statuses(paidCharge.instalmentIds)).toEqual(['paid', 'paid'])
  expect(await harness.events('instalment.paid', 'instalmentId', rest[0] ?? '')).toHaveLength(1)
  await expectBalanced()
})

test('the rest of a partly applied credit stays a credit', async () => {
  const paidCharge = await paid({ of: 1, amount: 250 })
  expect(await apply(await creditOf(paidCharge), paidCharge.instalmentIds.slice(1))).toMatchObject({
    ok: true,
  })
  const credits = await harness.credits(paidCharge.chargeId)
  expect(credits.map(({ amount, status }) => `${amount} ${status}`).sort()).toEqual([
    '10000 applied',
    '5000 open',
  ])
  expect(await apply(await creditOf(paidCharge), [paidCharge.first])).toEqual({
    ok: false,
    code: 'not_pending',
  })
  await expectBalanced()
})

test('a shortfall of a credit is forgiven only explicitly', async () => {
  const paidCharge = await paid({ of: 1, instalments: 3, amount: 160 })
  const [creditId, rest] = [await creditOf(paidCharge), paidCharge.instalmentIds.slice(1)]
  expect(await apply(creditId, rest)).toEqual({ ok: false, code: 'insufficient_credit' })
  expect(await apply(creditId, rest, true)).toMatchObject({ ok: true, value: { forgiven: 14_000 } })
  expect(await harness.statuses(paidCharge.instalmentIds)).toEqual(['paid', 'paid', 'paid'])
  await expectBalanced()
})

test('a credit pays only pending instalments of its own customer', async () => {
  const [paidCharge, other] = [await paid({ of: 1, amount: 200 }), await harness.customer()]
  const creditId = await creditOf(paidCharge)
  expect(await apply(creditId, [other.first])).toEqual({ ok: false, code: 'wrong_customer' })
  expect(await apply(creditId, [paidCharge.first])).toEqual({ ok: false, code: 'not_pending' })
  expect(await apply(creditId, [newId()])).toEqual({ ok: false, code: 'not_pending' })
  expect(await apply(creditId, [])).toEqual({ ok: false, code: 'not_pending' })
  const unmatched = await stray(200)
  const both = [other.first, paidCharge.instalmentIds[1] ?? '']
  expect(await apply(unmatched, both)).toEqual({ ok: false, code: 'wrong_customer' })
  expect(await apply(unmatched, [other.first])).toMatchObject({ ok: true })
  await expectBalanced()
})

test('applying a credit cancels the open charge for the instalments', async () => {
  const paidCharge = await paid({ of: 1, amount: 200 })
  const started = await harness.payments.startCharge({
    viewer: paidCharge.viewer,
    instalmentIds: paidCharge.instalmentIds.slice(1),
  })
  if (!started.ok) throw new Error(started.code)
  await apply(await creditOf(paidCharge), paidCharge.instalmentIds.slice(1))
  await harness.work('charges.cancel')
  expect((await harness.charge(started.value.chargeId)).status).toBe('cancelled')
})

test('a credit without a customer is dismissed once, to unclaimed money', async () => {
  const creditId = await stray(9.99)
  const dismiss = () => inTransaction((tx) => harness.payments.dismissCredit(tx, { creditId, ...decision }))
  expect(await dismiss()).toEqual({ ok: true, value: 999 })
  expect(await dismiss()).toEqual({ ok: false, code: 'not_open' })
  expect(
    await inTransaction((tx) => harness.payments.refundCredit(tx, { creditId, ...decision })),
  ).toMatchObject({
    ok: false,
  })
  await expectBalanced()
})

test('a refused refund is retried under its key, or given up', async () => {
  const paidCharge = await paid({ amount: 250 })
  const refuse = async () => {
    await harness.simulator.faults({ dropWebhooks: true, failRefund: '400' })
    await harness.work('refunds.issue')
    await harness.simulator.faults({ dropWebhooks: true })
    return harness.openItem('refund', paidCharge.chargeId)
  }
  const decide = (refundId: string, retry: boolean) =>
    inTransaction((tx) => harness.payments.decideRefund(tx, { refundId, retry }))
  const creditId = await creditOf(paidCharge)
  await inTransaction((tx) => harness.payments.refundCredit(tx, { creditId, ...decision }))
  const refundId = await refuse()
  // The queue has this money once: as the refund, until that is decided.
  expect(await creditOf(paidCharge)).toBe('')
  expect(await decide(refundId, true)).toEqual({ ok: true, value: 5_000 })
  expect(await harness.credits(paidCharge.chargeId)).toMatchObject([{ status: 'refunding' }])
  expect(await decide(refundId, true)).toEqual({ ok: false, code: 'not_failed' })
  expect(await refuse()).toBe(refundId)
  expect(await decide(refundId, false)).toEqual({ ok: true, value: 5_000 })
  expect(await decide(refundId, false)).toEqual({ ok: false, code: 'not_failed' })
  expect(await decide(newId(), true)).toEqual({ ok: false, code: 'not_failed' })
  expect(await creditOf(paidCharge)).toBe(creditId)
  expect(await harness.credits(paidCharge.chargeId)).toEqual([
    { reason: 'excess', amount: 5_000, status: 'open' },
  ])
  await expectBalanced()
})

test('a refused refund is not retried while a return is unattributed, nor when too little money is left', async () => {
  const { chargeId, reference } = await paid()
  const fail = async () => {
    await harness.simulator.faults({ dropWebhooks: true, failRefund: '400' })
    await harness.work('refunds.issue')
    await harness.simulator.faults({ dropWebhooks: true })
  }
  const returnAtPanel = async (amount: number) => {
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'refund', { amount })
    await harness.payments.settleCharge({ chargeId })
  }
  await inTransaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, amount: 4_000, origin: 'team', ...decision }),
  )
  await fail()
  const refundId = await harness.openItem('refund', chargeId)
  const retry = () => inTransaction((tx) => harness.payments.decideRefund(tx, { refundId, retry: true }))
  expect(await retry()).toEqual({ ok: true, value: 4_000 })
  await fail()
  await returnAtPanel(30)
  expect(await retry()).toEqual({ ok: false, code: 'unattributed_return' })
  await returnAtPanel(170)
  expect(await retry()).toEqual({ ok: false, code: 'too_much' })
  await expectBalanced()
})

test('a refund whose credit was applied meanwhile is not retried', async () => {
  const paidCharge = await paid({ of: 1, amount: 200 })
  const creditId = await creditOf(paidCharge)
  await inTransaction((tx) => harness.payments.refundCredit(tx, { creditId, ...decision }))
  await harness.simulator.faults({ dropWebhooks: true, failRefund: '400' })
  await harness.work('refunds.issue')
  await harness.simulator.faults({ dropWebhooks: true })
  const refundId = await harness.openItem('refund', paidCharge.chargeId)
  await apply(creditId, paidCharge.instalmentIds.slice(1))
  const again = await inTransaction((tx) => harness.payments.decideRefund(tx, { refundId, retry: true }))
  expect(again).toEqual({ ok: false, code: 'too_much' })
  await expectBalanced()
})

async function chargedBack() {
  const paidCharge = await paid()
  harness.clock.advance(second)
  await harness.simulator.act(paidCharge.reference, 'chargeback')
  await harness.payments.settleCharge(paidCharge)
  const review = (reinstateDebt: boolean, cancelledOrders: readonly string[] = []) =>
    inTransaction((tx) =>
      harness.payments.reviewPayment(tx, { ...paidCharge, reinstateDebt, cancelledOrders, ...decision }),
    )
  return { ...paidCharge, review }
}

test('a debt reinstated after a chargeback is pending once, and payable', async () => {
  const { review, viewer, instalmentIds } = await chargedBack()
  expect(await review(true)).toEqual({ ok: true, value: 20_000 })
  expect(await review(true)).toEqual({ ok: false, code: 'nothing_to_review' })
  expect(await harness.statuses(instalmentIds)).toEqual(['pending', 'pending'])
  await expectBalanced()
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  await harness.simulator.act((await harness.charge(started.value.chargeId)).reference, 'approve')
  await harness.payments.settleCharge(started.value)
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await expectBalanced()
})

test('a dispute that is won after its debt was reinstated says so to its payer and to the team', async () => {
  const { review, reference, chargeId, viewer } = await chargedBack()
  expect(await review(true)).toEqual({ ok: true, value: 20_000 })
  harness.outbox.length = 0
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
  await harness.payments.settleCharge({ chargeId })

  expect(await harness.payments.creditsOf({ userId: viewer.id })).toMatchObject([
    { amount: 20_000, reason: 'regained' },
  ])
  const [sent, ...more] = emailsOf('credit.kept').filter(({ userId }) => userId === viewer.id)
  expect(more).toEqual([])
  expect(sent?.text.replaceAll('\u00a0', ' ')).toContain(
    'O banco nos devolveu R$ 200,00 de um pagamento seu que ele tinha desfeito.',
  )
  const waiting = (await harness.payments.openItems()).filter(({ detail }) => detail === viewer.id)
  expect(waiting.map(({ reason }) => reason)).toEqual(['regained'])
  await expectBalanced()
})

test('the debt of a cancelled order is not reinstated after a chargeback', async () => {
  const { review, paymentId, instalmentIds } = await chargedBack()
  const orders = await inTransaction((tx) => harness.payments.ordersPaidWith(tx, { paymentId }))
  expect(orders.length).toBeGreaterThan(0)
  expect(await review(true, orders)).toEqual({ ok: false, code: 'order_cancelled' })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await expectBalanced()
  // It still waits for the team, which writes off the debt.
  expect(await review(false, orders)).toEqual({ ok: true, value: 0 })
})

test('a chargeback of two orders reinstates only the debt of the order that continues', async () => {
  const { review, paymentId, instalmentIds } = await chargedBack()
  const [cancelled] = instalmentIds
  const other = await harness.customer()
  const [row] = await harness.query<{ order_id: string }>('select order_id from payments where id = $1', [
    other.instalmentIds[0],
  ])
  const cancelledOrder = row?.order_id ?? ''
  await harness.query('update payments set order_id = $2, number = 99 where id = $1', [
    cancelled,
    cancelledOrder,
  ])
  const orders = await inTransaction((tx) => harness.payments.ordersPaidWith(tx, { paymentId }))
  expect(orders).toHaveLength(2)
  expect(await review(true, [cancelledOrder])).toEqual({ ok: true, value: 10_000 })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'pending'])
  await expectBalanced()
})

test('a chargeback without a reinstated debt is a loss', async () => {
  const { review, instalmentIds } = await chargedBack()
  expect(await review(false)).toEqual({ ok: true, value: 0 })
  expect(await review(false)).toEqual({ ok: false, code: 'nothing_to_review' })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await expectBalanced()
})

test('after a won dispute no debt can be reinstated', async () => {
  const { review, reference, chargeId, instalmentIds } = await chargedBack()
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
  await harness.payments.settleCharge({ chargeId })
  expect(await review(true)).toEqual({ ok: false, code: 'not_charged_back' })
  expect(await review(false)).toEqual({ ok: true, value: 0 })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await expectBalanced()
})

test('a charge that the provider refused is reviewed once', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  await harness.simulator.faults({ dropWebhooks: true, failCreate: { status: 400, code: 13253 } })
  await harness.payments.startCharge({ viewer, instalmentIds })
  const [row] = await harness.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const chargeId = row?.id ?? ''
  const item = async () => (await harness.payments.openItems()).find(({ id }) => id === chargeId)
  expect(await item()).toMatchObject({ kind: 'charge', reason: 'charge_refused', detail: 'no_pix_key' })
  const review = () => inTransaction((tx) => harness.payments.reviewCharge(tx, { chargeId }))
  expect(await review()).toEqual({ ok: true, value: null })
  expect(await review()).toEqual({ ok: false, code: 'not_failed' })
  expect(await item()).toBeUndefined()
})

test('a payout is recorded once, and never exceeds the balance', async () => {
  await paid()
  const [{ held } = { held: '0' }] = await harness.query<{ held: string }>(
    `select sum(amount) as held from ledger_entries where account = 'provider:mercado-pago'`,
  )
  const recordPayout = (amount: number, reference: string) =>
    inTransaction((tx) =>
      harness.payments.recordPayout(tx, { provider: 'mercado-pago', amount, reference, by }),
    )
  const left = Number(held) - 5_000
  expect(await recordPayout(5_000, `extrato ${day}`)).toEqual({ ok: true, value: left })
  expect(await recordPayout(5_000, `extrato ${day}`)).toEqual({ ok: false, code: 'repeated' })
  expect(await recordPayout(left + 1, 'demais')).toEqual({ ok: false, code: 'insufficient_balance' })
  expect(await recordPayout(0, 'nada')).toEqual({ ok: false, code: 'insufficient_balance' })
  await expectBalanced()
})

// Reconciliation under difficulties.

test('a fee that changes back and forth is posted each time', async () => {
  const { chargeId, providerId, reference } = await paid()
  for (const fee of [7, 0, 7, 3, 7]) {
    harness.clock.advance(second)
    const updatedAt = harness.clock.now()
    const report = { reference, providerId, state: 'approved' as const, status: 'approved' }
    await harness.reporting({ ...report, amount: 20_000, fee, updatedAt }).settleCharge({ chargeId })
    await expectBalanced()
  }
})

test('an approval of zero centavos pays nothing and needs a review', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id } = await harness.charge(chargeId)
  const report = { reference, providerId: provider_id ?? '', state: 'approved' as const, status: 'approved' }
  await harness.reporting({ ...report, amount: 0 }).settleCharge({ chargeId })
  expect((await harness.charge(chargeId)).status).toBe('pending')
  expect(await harness.openItem('payment', chargeId)).not.toBe('')
  await expectBalanced()
})

test('a payment that cannot be recorded blocks no other, and is retried', async () => {
  const [one, two] = [await harness.customer(), await harness.customer()]
  const charges = []
  for (const { viewer, instalmentIds } of [one, two]) {
    const started = await harness.payments.startCharge({ viewer, instalmentIds })
    if (!started.ok) throw new Error(started.code)
    const { reference } = await harness.charge(started.value.chargeId)
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'approve')
    charges.push(started.value.chargeId)
  }
  // A second try finds the constraint of the first.
  await harness.query(
    `alter table charge_history drop constraint if exists planted,
       add constraint planted check (charge_id <> '${charges[0]}') not valid`,
  )
  await harness.payments.reconcile()
  expect(await harness.statuses([one.first, two.first])).toEqual(['pending', 'paid'])
  await harness.query('alter table charge_history drop constraint planted')
  harness.clock.advance(30 * second)
  await harness.payments.reconcile()
  expect(await harness.statuses([one.first, two.first])).toEqual(['paid', 'paid'])
  await expectBalanced()
})

test('more changes than a page holds are all found, also at the same instant', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  for (let count = 0; count < 120; count++) {
    if (count % 40 === 0) harness.clock.advance(second)
    await harness.simulator.stray({ amount: (100 + count) / 100 })
  }
  const credits = async () =>
    Number((await harness.query<{ n: string }>('select count(*) as n from credits'))[0]?.n ?? 0)
  const before = await credits()
  await harness.payments.reconcile()
  expect((await credits()) - before).toBe(120)
  expect(await harness.payments.reconcile()).toMatchObject({ found: 0 })
  expect(await close()).toMatchObject({ status: 'agrees' })
  expect((await harness.payments.startCharge({ viewer, instalmentIds })).ok).toBe(true)
})

test('reconciliation retries a refund whose job has given up', async () => {
  const { chargeId, instalmentIds } = await paid()
  await inTransaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, by, origin: 'team', reason: 'acordo' }),
  )
  harness.queue.length = 0
  harness.clock.advance(3 * 60 * minute)
  await harness.payments.reconcile()
  expect(await harness.statuses(instalmentIds)).toEqual(['refunded', 'refunded'])
  await expectBalanced()
})

test('a refund made at the provider’s panel is recorded before ours is sent, however often the provider fails', async () => {
  const { chargeId, providerId } = await paid()
  harness.clock.advance(second)
  await harness.simulator.act(providerId, 'refund', { amount: 50 })
  await inTransaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, by, origin: 'team', reason: 'acordo' }),
  )
  await harness.payments.reconcile()
  await harness.simulator.faults({ dropWebhooks: true, failRead: true })
  await harness.work('refunds.issue')
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.work('refunds.issue')
  const refunds = await harness.query(
    'select origin, amount, status from refunds where charge_id = $1 order by 1',
    [chargeId],
  )
  expect(refunds).toEqual([
    { origin: 'panel', amount: 5_000, status: 'done' },
    { origin: 'team', amount: 15_000, status: 'done' },
  ])
  await expectBalanced()
  expect(await close()).toMatchObject({ status: 'agrees' })
})
