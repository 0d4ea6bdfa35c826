// Databases: both
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type Rig, second, startRig } from './rig.ts'

let rig: Rig
let day: string
beforeAll(async () => {
  rig = await startRig({ testDatabase })
})
afterAll(() => rig.close())
/** Every test has a day and a provider of its own. */
beforeEach(async () => {
  await rig.simulator.reset()
  await rig.query('update charges set next_check_at = null')
  rig.clock.advance(24 * 60 * minute)
  await rig.simulator.faults({ dropWebhooks: true })
  rig.queue.length = 0
  rig.outbox.length = 0
  day = rig.clock.now().toISOString().slice(0, 10)
})

const by = newId()
const why = { by, reason: 'conferido' }
const inTx = <T>(decide: (tx: Transaction) => Promise<T>) => rig.database.transaction(decide)
const close = async () => {
  const closed = await rig.closeDay(day)
  if (!closed.ok) throw new Error(closed.code)
  return closed.value[0]
}
const lettersOf = (kind: string) => rig.outbox.filter((letter) => letter.kind === kind)

/** A customer whose charge over these of their instalments was paid so much, twice where said so. */
async function paid({
  of = 2,
  instalments = 2,
  amount = undefined as number | undefined,
  again = false,
} = {}) {
  const customer = await rig.customer({ instalments })
  const instalmentIds = customer.instalmentIds.slice(0, of)
  const started = await rig.payments.startCharge({ viewer: customer.viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await rig.charge(chargeId)
  rig.clock.advance(second)
  const { id } = await rig.simulator.act(reference, 'approve', amount === undefined ? {} : { amount })
  if (again) await rig.simulator.act(reference, 'pay-again')
  await rig.payments.settleCharge({ chargeId })
  const [row] = await rig.query<{ id: string }>('select id from provider_payments where provider_id = $1', [
    String(id),
  ])
  return { ...customer, chargeId, reference, providerId: String(id), paymentId: row?.id ?? '' }
}

async function creditOf({ chargeId }: { chargeId: string }): Promise<string> {
  return rig.openItem('credit', chargeId)
}

async function stray(amount: number): Promise<string> {
  const { id } = await rig.simulator.stray({ amount })
  await rig.payments.reconcile()
  const [row] = await rig.query<{ id: string }>(
    'select c.id from credits c join provider_payments p on p.id = c.provider_payment_id where p.provider_id = $1',
    [String(id)],
  )
  return row?.id ?? ''
}

const bookClosed = async () => expect(await rig.payments.checkBooks()).toEqual([])

// The database keeps the books.

/** A movement written by hand; entries in centavos. */
const insertMovement = (entries: readonly number[]) =>
  inTx(async (tx) => {
    const id = newId()
    const { $client } = rig.database
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

test('entries that add up to zero are entered, any others are refused by the database', async () => {
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

test.each(['ledger_transactions', 'ledger_entries'])(
  'nothing in %s is changed or taken out',
  async (table) => {
    await paid()
    const column = table === 'ledger_entries' ? 'amount = amount + 1' : "memo = 'outro'"
    await expect(rig.query(`update ${table} set ${column}`)).rejects.toThrow()
    await expect(rig.query(`delete from ${table}`)).rejects.toThrow()
  },
)

// The day's close.

test('a day of every kind of movement agrees', async () => {
  await rig.simulator.faults({ dropWebhooks: true, feePercent: 0.99 })
  const { chargeId } = await paid({ again: true })
  await stray(12.34)
  await paid({ amount: 199.99 })
  await inTx((tx) =>
    rig.payments.refundCharge(tx, { chargeId, amount: 700, origin: 'team', reason: 'acordo' }),
  )
  await rig.work('refunds.issue')
  expect(await close()).toMatchObject({ status: 'agrees', theirs: 61_233, ours: 61_233, differences: [] })
  expect(lettersOf('books.day-differs')).toEqual([])
  await bookClosed()
})

const differing: Record<string, () => Promise<{ theirs: object | null; ours: object | null }>> = {
  'a payment missing here': async () => {
    await rig.simulator.stray({ amount: 10 })
    return { theirs: { amount: 1_000, refunded: 0, fee: 0 }, ours: null }
  },
  'a payment missing there': async () => {
    await paid()
    await rig.simulator.reset()
    return { theirs: null, ours: { amount: 20_000, refunded: 0, fee: 0 } }
  },
  'another amount': async () => {
    const { providerId } = await paid()
    await rig.query('update provider_payments set amount = amount - 1 where provider_id = $1', [providerId])
    return { theirs: { amount: 20_000 }, ours: { amount: 19_999 } }
  },
  'another fee': async () => {
    const { providerId } = await paid()
    await rig.query('update provider_payments set fee = 99 where provider_id = $1', [providerId])
    return { theirs: { fee: 0 }, ours: { fee: 99 } }
  },
  'a refund at the panel that was not heard of': async () => {
    const { providerId } = await paid()
    await rig.simulator.act(providerId, 'refund', { amount: 5 })
    return { theirs: { refunded: 500 }, ours: { refunded: 0 } }
  },
  'a refund that was heard of, and not booked': async () => {
    const { providerId, paymentId } = await paid()
    await rig.simulator.act(providerId, 'refund', { amount: 5 })
    await rig.payments.reconcile()
    await rig.query('delete from refunds where provider_payment_id = $1', [paymentId])
    return { theirs: { refunded: 500 }, ours: { refunded: 0 } }
  },
}

test.each(Object.entries(differing))(
  'a day with %s differs: said once, kept, and mended by nobody until a person accepts it',
  async (_, plant) => {
    const difference = await plant()
    expect(await close()).toMatchObject({ status: 'differs', differences: [difference] })
    expect(await close()).toMatchObject({ status: 'differs', differences: [difference] })
    expect(lettersOf('books.day-differs')).toHaveLength(1)
    expect(lettersOf('books.day-differs')[0]).toMatchObject({ to: 'equipe@exemplo.com.br' })
    const [item] = (await rig.payments.openItems()).filter(({ id }) => id === `mercado-pago ${day}`)
    expect(item).toMatchObject({ kind: 'close', why: 'day_differs' })

    const accept = () =>
      inTx((tx) => rig.payments.acceptClose(tx, { provider: 'mercado-pago', day, by, reason: 'visto' }))
    expect(await accept()).toEqual({ ok: true, value: null })
    expect(await accept()).toEqual({ ok: false, code: 'not_open' })
    expect(await close()).toMatchObject({ status: 'accepted', acceptedBy: by, note: 'visto' })
    expect(lettersOf('books.day-differs')).toHaveLength(1)
    await mendPlanted()
  },
)

test('a day that is not over is compared, and nothing is written down or said', async () => {
  await rig.simulator.stray({ amount: 10 })
  const compared = await rig.payments.closeDay({ day })
  expect(compared).toMatchObject({ ok: true, value: [{ status: 'differs', theirs: 1_000, ours: 0 }] })
  expect(await rig.query('select 1 from daily_closes where day = $1', [day])).toEqual([])
  expect(lettersOf('books.day-differs')).toEqual([])
  await mendPlanted()
})

test('a day cannot be closed while the provider does not answer', async () => {
  await rig.simulator.faults({ failRead: true })
  expect(await rig.payments.closeDay({ day })).toMatchObject({ ok: false, code: 'unavailable' })
})

/** Undoes what a test planted, for the next. */
async function mendPlanted(): Promise<void> {
  await rig.query(
    `update provider_payments p set fee = 0, amount = coalesce((select sum(e.amount) from ledger_transactions t
       join ledger_entries e on e.transaction_id = t.id
       where t.key = 'receipt:' || p.id and e.account = 'provider:' || p.provider), p.amount)
     where exists (select 1 from daily_closes c where c.day = '${day}') and p.approved_at >= '${day}'`,
  )
  await rig.query(
    `insert into refunds (id, provider_payment_id, amount, origin, reason, status, idempotency_key, created_at)
     select gen_random_uuid(), p.id, p.refunded, 'panel', 'panel', 'done', gen_random_uuid(), now()
     from provider_payments p where p.refunded > 0 and p.approved_at >= '${day}'
       and not exists (select 1 from refunds r where r.provider_payment_id = p.id)`,
  )
  await bookClosed()
}

// What must always be true.

const corruptions: Record<string, { of: string; back: string; says: string }> = {
  'an instalment marked as pending': {
    of: `update payments set status = 'pending', payment_date = null, paid_with = null, paid_amount = null where id = $1`,
    back: `update payments p set status = 'paid', payment_date = now(), paid_amount = p.amount,
      paid_with = (select id from provider_payments where charge_id = p.paid_by limit 1) where id = $1`,
    says: 'o que os clientes devem',
  },
  'an instalment that is owed less': {
    of: `update payments set amount = amount - 1, status = 'pending', payment_date = null, paid_with = null, paid_amount = null
      where id = $1`,
    back: `update payments p set amount = amount + 1, status = 'paid', payment_date = now(), paid_amount = p.amount + 1,
      paid_with = (select id from provider_payments where charge_id = p.paid_by limit 1) where id = $1`,
    says: 'o que os clientes devem',
  },
  'a credit that grew': {
    of: 'update credits set amount = amount + 1 where payment_id is not distinct from $1 or true',
    back: 'update credits set amount = amount - 1 where payment_id is not distinct from $1 or true',
    says: 'o crédito dos clientes',
  },
  'a payment that shrank': {
    of: 'update provider_payments set amount = amount - 1 where id = (select paid_with from payments where id = $1)',
    back: 'update provider_payments set amount = amount + 1 where id = (select paid_with from payments where id = $1)',
    says: 'todo dinheiro que chegou',
  },
  'a payment whose receipt is forgotten': {
    of: 'update provider_payments set received_at = null where id = (select paid_with from payments where id = $1)',
    back: 'update provider_payments set received_at = now() where id = (select paid_with from payments where id = $1)',
    says: 'o saldo em cada provedor',
  },
  'a fee nobody booked': {
    of: 'update provider_payments set fee = fee + 1 where id = (select paid_with from payments where id = $1)',
    back: 'update provider_payments set fee = fee - 1 where id = (select paid_with from payments where id = $1)',
    says: 'o saldo em cada provedor',
  },
  'an approval that never entered the books': {
    of: `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee, created_at, updated_at)
      select $1::uuid, 'mercado-pago', 'planted', 'pix', 'approved', 'approved', 700, 0, 0, now(), now()`,
    back: `delete from provider_payments where id = $1`,
    says: 'todo dinheiro que chegou',
  },
  'a movement off by a centavo': {
    of: `with t as (insert into ledger_transactions (id, key, kind, day, created_at)
      values ($1, 'planted', 'payout', '2026-11-21', now()) returning id)
      insert into ledger_entries (transaction_id, line, account, amount) select id, 0, 'cash', 1 from t`,
    back: `with e as (delete from ledger_entries where transaction_id = $1)
      delete from ledger_transactions where id = $1`,
    says: 'cada lançamento soma zero',
  },
}

test.each(Object.entries(corruptions))(
  '%s is found, told to the team, and left as it is',
  async (_, planted) => {
    const { first } = await paid({ amount: 250 })
    const triggers = async (state: 'disable' | 'enable') => {
      for (const table of ['ledger_transactions', 'ledger_entries'])
        await rig.query(`alter table ${table} ${state} trigger user`)
    }
    await bookClosed()
    await triggers('disable')
    await rig.query(planted.of, [first])
    await triggers('enable')
    const breaches = await rig.payments.checkBooks()
    expect(breaches.join('\n')).toContain(planted.says)
    expect(lettersOf('books.breach')).toHaveLength(1)
    expect(lettersOf('books.breach')[0]).toMatchObject({ to: 'equipe@exemplo.com.br' })
    expect(lettersOf('books.breach')[0]?.text).toContain(planted.says)
    expect(await rig.payments.checkBooks()).toEqual(breaches)
    await triggers('disable')
    await rig.query(planted.back, [first])
    await triggers('enable')
    await bookClosed()
  },
)

// What a person decides: once, as its name says, and the books close.

test('a charge refunded whole frees its instalments, and is not refunded twice', async () => {
  const { chargeId, instalmentIds } = await paid()
  const refund = () =>
    inTx((tx) => rig.payments.refundCharge(tx, { chargeId, by, origin: 'team', reason: 'acordo' }))
  expect(await refund()).toEqual({ ok: true, value: 20_000 })
  expect(await refund()).toMatchObject({ ok: false, code: 'too_much' })
  await rig.work('refunds.issue')
  expect(await refund()).toMatchObject({ ok: false, code: 'too_much' })
  expect(await rig.statuses(instalmentIds)).toEqual(['refunded', 'refunded'])
  const refunds = await rig.query('select requested_by, reason, status from refunds where charge_id = $1', [
    chargeId,
  ])
  expect(refunds).toEqual([{ requested_by: by, reason: 'acordo', status: 'done' }])
  await bookClosed()
  expect(await close()).toMatchObject({ status: 'agrees' })
})

test('a part refunded leaves the instalments paid; the parts never exceed the whole', async () => {
  const { chargeId, instalmentIds } = await paid()
  const refund = (amount: number) =>
    inTx((tx) => rig.payments.refundCharge(tx, { chargeId, amount, by, origin: 'team', reason: 'acordo' }))
  expect(await refund(5_000)).toEqual({ ok: true, value: 5_000 })
  expect(await refund(15_001)).toMatchObject({ ok: false, code: 'too_much' })
  expect(await refund(0)).toMatchObject({ ok: false, code: 'too_much' })
  expect(await refund(-1)).toMatchObject({ ok: false, code: 'too_much' })
  await rig.work('refunds.issue')
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await bookClosed()
  expect(await close()).toMatchObject({ status: 'agrees' })
})

test('a charge nobody has paid is not refunded', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  const started = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const refund = (chargeId: string) =>
    inTx((tx) => rig.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'acordo' }))
  expect(await refund(started.value.chargeId)).toEqual({ ok: false, code: 'not_paid' })
  expect(await refund(newId())).toEqual({ ok: false, code: 'not_found' })
})

test('a credit given back is given back once', async () => {
  const about = await paid({ amount: 250 })
  const creditId = await creditOf(about)
  const refund = () => inTx((tx) => rig.payments.refundCredit(tx, { creditId, ...why }))
  expect(await refund()).toEqual({ ok: true, value: 5_000 })
  expect(await refund()).toEqual({ ok: false, code: 'not_open' })
  await rig.work('refunds.issue')
  expect(await refund()).toEqual({ ok: false, code: 'not_open' })
  expect(await rig.credits(about.chargeId)).toEqual([{ reason: 'excess', amount: 5_000, status: 'refunded' }])
  await bookClosed()
})

const apply = (creditId: string, instalmentIds: string[], forgive = false) =>
  inTx((tx) => rig.payments.applyCredit(tx, { creditId, instalmentIds, forgive, ...why }))

test('a credit that is exactly what is owed pays it, once', async () => {
  const about = await paid({ of: 1, amount: 200 })
  const [creditId, rest] = [await creditOf(about), about.instalmentIds.slice(1)]
  expect(await apply(creditId, rest)).toEqual({ ok: true, value: { forgiven: 0 } })
  expect(await apply(creditId, rest)).toEqual({ ok: false, code: 'not_open' })
  expect(await rig.statuses(about.instalmentIds)).toEqual(['paid', 'paid'])
  expect(await rig.events('instalment.paid', 'instalmentId', rest[0] ?? '')).toHaveLength(1)
  await bookClosed()
})

test('what is left of a credit stays a credit', async () => {
  const about = await paid({ of: 1, amount: 250 })
  expect(await apply(await creditOf(about), about.instalmentIds.slice(1))).toMatchObject({ ok: true })
  const credits = await rig.credits(about.chargeId)
  expect(credits.map(({ amount, status }) => `${amount} ${status}`).sort()).toEqual([
    '10000 applied',
    '5000 open',
  ])
  expect(await apply(await creditOf(about), [about.first])).toEqual({ ok: false, code: 'not_owed' })
  await bookClosed()
})

test('what a credit lacks is forgiven only in so many words', async () => {
  const about = await paid({ of: 1, instalments: 3, amount: 160 })
  const [creditId, rest] = [await creditOf(about), about.instalmentIds.slice(1)]
  expect(await apply(creditId, rest)).toEqual({ ok: false, code: 'not_enough' })
  expect(await apply(creditId, rest, true)).toEqual({ ok: true, value: { forgiven: 14_000 } })
  expect(await rig.statuses(about.instalmentIds)).toEqual(['paid', 'paid', 'paid'])
  await bookClosed()
})

test('a credit pays only what is owed, and by whom it belongs to', async () => {
  const [about, other] = [await paid({ of: 1, amount: 200 }), await rig.customer()]
  const creditId = await creditOf(about)
  expect(await apply(creditId, [other.first])).toEqual({ ok: false, code: 'not_theirs' })
  expect(await apply(creditId, [about.first])).toEqual({ ok: false, code: 'not_owed' })
  expect(await apply(creditId, [newId()])).toEqual({ ok: false, code: 'not_owed' })
  expect(await apply(creditId, [])).toEqual({ ok: false, code: 'not_owed' })
  const nobodys = await stray(200)
  const both = [other.first, about.instalmentIds[1] ?? '']
  expect(await apply(nobodys, both)).toEqual({ ok: false, code: 'not_theirs' })
  expect(await apply(nobodys, [other.first])).toMatchObject({ ok: true })
  await bookClosed()
})

test('a credit used for a charge’s instalments withdraws that charge', async () => {
  const about = await paid({ of: 1, amount: 200 })
  const started = await rig.payments.startCharge({
    viewer: about.viewer,
    instalmentIds: about.instalmentIds.slice(1),
  })
  if (!started.ok) throw new Error(started.code)
  await apply(await creditOf(about), about.instalmentIds.slice(1))
  await rig.work('charges.cancel')
  expect((await rig.charge(started.value.chargeId)).status).toBe('cancelled')
})

test('a credit that is nobody’s is dismissed once, and is unclaimed', async () => {
  const creditId = await stray(9.99)
  const dismiss = () => inTx((tx) => rig.payments.dismissCredit(tx, { creditId, ...why }))
  expect(await dismiss()).toEqual({ ok: true, value: 999 })
  expect(await dismiss()).toEqual({ ok: false, code: 'not_open' })
  expect(await inTx((tx) => rig.payments.refundCredit(tx, { creditId, ...why }))).toMatchObject({ ok: false })
  await bookClosed()
})

test('a refund that was refused is asked again under its key, or given up', async () => {
  const about = await paid({ amount: 250 })
  const refuse = async () => {
    await rig.simulator.faults({ dropWebhooks: true, failRefund: '400' })
    await rig.work('refunds.issue')
    await rig.simulator.faults({ dropWebhooks: true })
    return rig.openItem('refund', about.chargeId)
  }
  const decide = (refundId: string, again: boolean) =>
    inTx((tx) => rig.payments.decideRefund(tx, { refundId, again }))
  const creditId = await creditOf(about)
  await inTx((tx) => rig.payments.refundCredit(tx, { creditId, ...why }))
  const refundId = await refuse()
  expect(await creditOf(about)).toBe(creditId)
  expect(await decide(refundId, true)).toEqual({ ok: true, value: 5_000 })
  expect(await decide(refundId, true)).toEqual({ ok: false, code: 'not_failed' })
  expect(await refuse()).toBe(refundId)
  expect(await decide(refundId, false)).toEqual({ ok: true, value: 5_000 })
  expect(await decide(refundId, false)).toEqual({ ok: false, code: 'not_failed' })
  expect(await decide(newId(), true)).toEqual({ ok: false, code: 'not_failed' })
  expect(await rig.credits(about.chargeId)).toEqual([{ reason: 'excess', amount: 5_000, status: 'open' }])
  await bookClosed()
})

test('a refund whose credit was used meanwhile is not asked again', async () => {
  const about = await paid({ of: 1, amount: 200 })
  const creditId = await creditOf(about)
  await inTx((tx) => rig.payments.refundCredit(tx, { creditId, ...why }))
  await rig.simulator.faults({ dropWebhooks: true, failRefund: '400' })
  await rig.work('refunds.issue')
  await rig.simulator.faults({ dropWebhooks: true })
  const refundId = await rig.openItem('refund', about.chargeId)
  await apply(creditId, about.instalmentIds.slice(1))
  const again = await inTx((tx) => rig.payments.decideRefund(tx, { refundId, again: true }))
  expect(again).toEqual({ ok: false, code: 'too_much' })
  await bookClosed()
})

async function chargedBack() {
  const about = await paid()
  rig.clock.advance(second)
  await rig.simulator.act(about.reference, 'chargeback')
  await rig.payments.settleCharge(about)
  const review = (owed: boolean) => inTx((tx) => rig.payments.reviewPayment(tx, { ...about, owed, ...why }))
  return { ...about, review }
}

test('what a bank took is owed again where a person says so, once, and can be paid again', async () => {
  const { review, viewer, instalmentIds } = await chargedBack()
  expect(await review(true)).toEqual({ ok: true, value: 20_000 })
  expect(await review(true)).toEqual({ ok: false, code: 'nothing_to_review' })
  expect(await rig.statuses(instalmentIds)).toEqual(['pending', 'pending'])
  await bookClosed()
  const started = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  await rig.simulator.act((await rig.charge(started.value.chargeId)).reference, 'approve')
  await rig.payments.settleCharge(started.value)
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await bookClosed()
})

test('what a bank took is lost where a person says so', async () => {
  const { review, instalmentIds } = await chargedBack()
  expect(await review(false)).toEqual({ ok: true, value: 0 })
  expect(await review(false)).toEqual({ ok: false, code: 'nothing_to_review' })
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await bookClosed()
})

test('a dispute won meanwhile leaves nothing to be owed again', async () => {
  const { review, reference, chargeId, instalmentIds } = await chargedBack()
  rig.clock.advance(second)
  await rig.simulator.act(reference, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
  await rig.payments.settleCharge({ chargeId })
  expect(await review(true)).toEqual({ ok: false, code: 'not_charged_back' })
  expect(await review(false)).toEqual({ ok: true, value: 0 })
  expect(await rig.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  await bookClosed()
})

test('a charge the provider refused waits for a person, once', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  await rig.simulator.faults({ dropWebhooks: true, failCreate: { status: 400, code: 13253 } })
  await rig.payments.startCharge({ viewer, instalmentIds })
  const [row] = await rig.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const chargeId = row?.id ?? ''
  const item = async () => (await rig.payments.openItems()).find(({ id }) => id === chargeId)
  expect(await item()).toMatchObject({ kind: 'charge', why: 'charge_refused', detail: 'no_pix_key' })
  const review = () => inTx((tx) => rig.payments.reviewCharge(tx, { chargeId }))
  expect(await review()).toEqual({ ok: true, value: null })
  expect(await review()).toEqual({ ok: false, code: 'not_failed' })
  expect(await item()).toBeUndefined()
})

test('a draw is written down once, and never more than is there', async () => {
  await paid()
  const [{ held } = { held: '0' }] = await rig.query<{ held: string }>(
    `select sum(amount) as held from ledger_entries where account = 'provider:mercado-pago'`,
  )
  const draw = (amount: number, reference: string) =>
    inTx((tx) => rig.payments.recordPayout(tx, { provider: 'mercado-pago', amount, reference, by }))
  const left = Number(held) - 5_000
  expect(await draw(5_000, `extrato ${day}`)).toEqual({ ok: true, value: left })
  expect(await draw(5_000, `extrato ${day}`)).toEqual({ ok: false, code: 'repeated' })
  expect(await draw(left + 1, 'demais')).toEqual({ ok: false, code: 'not_there' })
  expect(await draw(0, 'nada')).toEqual({ ok: false, code: 'not_there' })
  await bookClosed()
})

// What keeps nothing else waiting.

test('a fee that changes back and forth is booked each time', async () => {
  const { chargeId, providerId, reference } = await paid()
  for (const fee of [7, 0, 7, 3, 7]) {
    rig.clock.advance(second)
    const updatedAt = rig.clock.now()
    const word = { reference, providerId, state: 'approved' as const, status: 'approved' }
    await rig.saying({ ...word, amount: 20_000, fee, updatedAt }).settleCharge({ chargeId })
    await bookClosed()
  }
})

test('an approval of nothing pays nothing, and waits for a person', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  const started = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id } = await rig.charge(chargeId)
  const word = { reference, providerId: provider_id ?? '', state: 'approved' as const, status: 'approved' }
  await rig.saying({ ...word, amount: 0 }).settleCharge({ chargeId })
  expect((await rig.charge(chargeId)).status).toBe('pending')
  expect(await rig.openItem('payment', chargeId)).not.toBe('')
  await bookClosed()
})

test('what cannot be booked keeps nothing else waiting, and is tried again', async () => {
  const [one, two] = [await rig.customer(), await rig.customer()]
  const charges = []
  for (const { viewer, instalmentIds } of [one, two]) {
    const started = await rig.payments.startCharge({ viewer, instalmentIds })
    if (!started.ok) throw new Error(started.code)
    const { reference } = await rig.charge(started.value.chargeId)
    rig.clock.advance(second)
    await rig.simulator.act(reference, 'approve')
    charges.push(started.value.chargeId)
  }
  await rig.query(
    `alter table charge_history add constraint planted check (charge_id <> '${charges[0]}') not valid`,
  )
  await rig.payments.reconcile()
  expect(await rig.statuses([one.first, two.first])).toEqual(['pending', 'paid'])
  await rig.query('alter table charge_history drop constraint planted')
  rig.clock.advance(30 * second)
  await rig.payments.reconcile()
  expect(await rig.statuses([one.first, two.first])).toEqual(['paid', 'paid'])
  await bookClosed()
})

test('more changes than fit on a page are all found, also those of one moment', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  for (let count = 0; count < 120; count++) {
    if (count % 40 === 0) rig.clock.advance(second)
    await rig.simulator.stray({ amount: (100 + count) / 100 })
  }
  const credits = async () =>
    Number((await rig.query<{ n: string }>('select count(*) as n from credits'))[0]?.n ?? 0)
  const before = await credits()
  await rig.payments.reconcile()
  expect((await credits()) - before).toBe(120)
  expect(await rig.payments.reconcile()).toMatchObject({ found: 0 })
  expect(await close()).toMatchObject({ status: 'agrees' })
  expect((await rig.payments.startCharge({ viewer, instalmentIds })).ok).toBe(true)
})

test('a refund whose job has given up is asked again by reconciliation', async () => {
  const { chargeId, instalmentIds } = await paid()
  await inTx((tx) => rig.payments.refundCharge(tx, { chargeId, by, origin: 'team', reason: 'acordo' }))
  rig.queue.length = 0
  rig.clock.advance(3 * 60 * minute)
  await rig.payments.reconcile()
  expect(await rig.statuses(instalmentIds)).toEqual(['refunded', 'refunded'])
  await bookClosed()
})

test('what went back at the panel is booked even where our refund was refused and nobody answered after', async () => {
  const { chargeId, providerId } = await paid()
  rig.clock.advance(second)
  await rig.simulator.act(providerId, 'refund', { amount: 50 })
  await inTx((tx) => rig.payments.refundCharge(tx, { chargeId, by, origin: 'team', reason: 'acordo' }))
  await rig.payments.reconcile()
  await rig.simulator.faults({ dropWebhooks: true, failRead: true })
  await rig.work('refunds.issue')
  await rig.simulator.faults({ dropWebhooks: true })
  await rig.work('refunds.issue')
  const refunds = await rig.query(
    'select origin, amount, status from refunds where charge_id = $1 order by 1',
    [chargeId],
  )
  expect(refunds).toEqual([
    { origin: 'panel', amount: 5_000, status: 'done' },
    { origin: 'team', amount: 20_000, status: 'failed' },
  ])
  await bookClosed()
  expect(await close()).toMatchObject({ status: 'agrees' })
})
