// Databases: one. Each step of a settlement on its own rows, with a bank that returns what the test gives it.
import { eq, TransactionRollbackError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatDate, formatInstant, type IsoDate, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { findCharge } from '../../../src/modules/payments/charges/store.server.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { type PaymentsDeps, providerNamed } from '../../../src/modules/payments/deps.ts'
import { nextCheckOf } from '../../../src/modules/payments/domain/check-times.ts'
import { receiptsOn } from '../../../src/modules/payments/ledger/post.server.ts'
import { payments as paymentRows } from '../../../src/modules/payments/payments/tables.server.ts'
import type { ListedPayment, PaymentProvider } from '../../../src/modules/payments/ports.ts'
import { findRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import { rawPayments, setAsidePayments } from '../../../src/modules/payments/set-aside/tables.server.ts'
import { closeDay } from '../../../src/modules/payments/settlement/close-day.ts'
import {
  closeChangedDays,
  closeMissedDays,
} from '../../../src/modules/payments/settlement/close-missed-days.ts'
import {
  cursorOf,
  moveCursor,
  updateCursor,
} from '../../../src/modules/payments/settlement/cursors-store.server.ts'
import { reconciliationLag } from '../../../src/modules/payments/settlement/lag.ts'
import { processEvent } from '../../../src/modules/payments/settlement/receive-webhook.ts'
import { reconcile } from '../../../src/modules/payments/settlement/reconcile.ts'
import { refundAndSettle } from '../../../src/modules/payments/settlement/refund-and-settle.ts'
import { notifySetAside } from '../../../src/modules/payments/settlement/set-aside.ts'
import { settleCharge, settlePayment } from '../../../src/modules/payments/settlement/settle.ts'
import { settleListed } from '../../../src/modules/payments/settlement/settle-listed.ts'
import { sweep } from '../../../src/modules/payments/settlement/sweep.ts'
import { dailyCloses, providerEvents } from '../../../src/modules/payments/settlement/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, garbled, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const unavailable = async () => ({ ok: false, code: 'unavailable', detail: '500' }) as const
const unreadable = async () => ({ ok: false, code: 'unavailable', detail: 'unreadable: x' }) as const

function start(
  tx: Transaction,
  payments: readonly ListedPayment[],
  said: Partial<PaymentProvider> = {},
  now = at(5),
) {
  const { bank, asked } = scriptedBank(payments, said)
  return { ...depsIn(tx, [bank], now), bank, asked, rows: rowsIn(tx) }
}

/** Creates a charge for one instalment of R$ 100,00. */
async function charged(tx: Transaction, row: Parameters<ReturnType<typeof rowsIn>['charge']>[0] = {}) {
  const rows = rowsIn(tx)
  const chargeId = await rows.charge({ reference: 'r', ...row })
  const instalmentId = await rows.instalment({})
  await rows.line(chargeId, instalmentId)
  return { chargeId, instalmentId }
}

/** Returns what a function finds in a transaction of its own, of which nothing remains. */
async function undone<T>(tx: Transaction, run: (inside: Transaction) => Promise<T>): Promise<T> {
  const found: T[] = []
  const isUndone = await tx
    .transaction(async (inside) => {
      found.push(await run(inside as Transaction))
      return inside.rollback()
    })
    .catch((error: unknown) => error instanceof TransactionRollbackError)
  const [one] = found
  if (!isUndone || one === undefined) throw new Error('the transaction was not undone')
  return one
}

/** The same dependencies, with which another process is faster: it acts just before the first transaction. */
function outrun(deps: PaymentsDeps, byOther: () => Promise<unknown>): PaymentsDeps {
  let isFirst = true
  const transaction = async (run: Parameters<PaymentsDeps['database']['transaction']>[0]) => {
    if (isFirst) {
      isFirst = false
      await byOther()
    }
    return deps.database.transaction(run)
  }
  return { ...deps, database: Object.assign(Object.create(deps.database), { transaction }) }
}

const waiting = (tx: Transaction) => tx.select().from(setAsidePayments).orderBy(setAsidePayments.providerId)
const eventOf = (row: Partial<typeof providerEvents.$inferInsert> = {}) => ({
  ...{ id: newId(), provider: 'bank', deliveryKey: newId(), kind: 'payment', providerId: '1' },
  ...{ receivedAt: at(0), ...row },
})

test('an unconfigured provider is an error, never replaced by another one', () => {
  const { bank } = scriptedBank([])
  expect(providerNamed({ current: bank, all: [bank] }, 'bank')).toBe(bank)
  expect(() => providerNamed({ current: bank, all: [bank] }, 'other')).toThrow('other')
})

test(
  'settles a payment by its provider’s report and resolves its set-aside row',
  inside(async (tx) => {
    const { deps, rows } = start(tx, [reported({ reference: 'r' })])
    const { chargeId } = await charged(tx)
    await rows.setAside({ providerId: '1' })
    await rows.setAside({ providerId: '2' })
    const ask = (providerId: string) =>
      settlePayment(deps, { provider: 'bank', providerId, cause: 'webhook' })
    expect(await ask('1')).toEqual({ kind: 'settled', chargeId, status: 'approved' })
    expect((await waiting(tx)).map(({ resolvedAt }) => resolvedAt !== null)).toEqual([true, false])
    expect(await ask('9')).toEqual({ kind: 'unknown' })
    const silent = start(tx, [], { get: unavailable })
    expect(await settlePayment(silent.deps, { provider: 'bank', providerId: '1', cause: 'webhook' })).toEqual(
      {
        kind: 'unavailable',
      },
    )
  }),
)

test(
  'money without a charge is a credit without an owner',
  inside(async (tx) => {
    const { deps } = start(tx, [reported()])
    const asked = { provider: 'bank', providerId: '1', cause: 'webhook' as const }
    expect(await settlePayment(deps, asked)).toEqual({ kind: 'unmatched' })
    expect(await tx.select().from(credits)).toMatchObject([
      { reason: 'unmatched', amount: 10_000, chargeId: null },
    ])
    expect(await tx.select().from(rawPayments)).toMatchObject([{ provider: 'bank', providerId: '1' }])
  }),
)

test(
  'fetches new money of a charge by its own id, but not booked or unpaid payments',
  inside(async (tx) => {
    const payments = [
      reported({ providerId: 'new', reference: 'r' }),
      reported({ providerId: 'pending', reference: 'r', state: 'approved' }),
      reported({ providerId: 'booked', reference: 'r' }),
      reported({ providerId: 'own', reference: 'r' }),
      reported({ providerId: 'open', reference: 'r', state: 'pending', status: 'pending' }),
      garbled({ providerId: 'garbled', reference: 'r' }),
    ]
    // The search returns one centavo more for each payment than the payment itself.
    const searched = payments.map((one) => ('unreadable' in one ? one : { ...one, amount: one.amount + 1 }))
    const { deps, asked, rows } = start(tx, payments, {
      async paymentsOf() {
        asked.push('payments')
        return { ok: true, value: searched }
      },
    })
    const { chargeId } = await charged(tx, { providerId: 'own' })
    await rows.payment({ providerId: 'pending', state: 'pending', status: 'pending' })
    await rows.payment({
      providerId: 'booked',
      chargeId,
      receivedAt: at(1),
      approvedAt: at(1),
      amount: 10_000,
    })
    await settleCharge(deps, { chargeId })
    expect(asked).toEqual(['payments', 'own', 'pending', 'new'])
    const recorded = await tx.select().from(paymentRows).orderBy(paymentRows.providerId)
    expect(recorded.map(({ providerId, state, amount }) => `${providerId} ${state} ${amount}`)).toEqual([
      'booked approved 10000',
      'new approved 10000',
      'open pending 10001',
      'own approved 10000',
      'pending approved 10000',
    ])
    expect((await waiting(tx)).map(({ providerId }) => providerId)).toEqual(['garbled'])
  }),
)

test.each([
  ['knows nothing of', { ok: false, code: 'not_found' }, 'listed, and unknown by its id'],
  ['does not answer for', { ok: false, code: 'unavailable' }, 'listed, and not answered for'],
] as const)(
  'new money that a bank lists and %s is set aside, with a delayed notification',
  (_, answer, detail) =>
    inside(async (tx) => {
      const { deps } = start(tx, [reported({ reference: 'r' })], { get: async () => answer })
      const { chargeId, instalmentId } = await charged(tx)
      expect(await settleCharge(deps, { chargeId })).toEqual({ kind: 'set_aside' })
      expect(await waiting(tx)).toMatchObject([
        { reason: 'unreadable', detail, amount: 10_000, notifyAfter: 3, tries: 1 },
      ])
      const { rows } = await tx.execute(`select status from payments where id = '${instalmentId}'`)
      expect(rows).toEqual([{ status: 'pending' }])
    })(),
)

test(
  'the oldest money pays the charge, and the next is a duplicate',
  inside(async (tx) => {
    const { deps } = start(tx, [
      reported({ providerId: 'later', reference: 'r', amount: 10_001 }),
      reported({ providerId: 'first', reference: 'r' }),
    ])
    const { chargeId } = await charged(tx)
    await settleCharge(deps, { chargeId })
    expect(await findCharge(tx, chargeId)).toMatchObject({ status: 'approved', providerId: 'first' })
    expect(await tx.select().from(credits)).toMatchObject([{ reason: 'duplicate', amount: 10_001 }])
  }),
)

test(
  'checks a charge again when its provider did not answer; a charge ends at its expiry',
  inside(async (tx) => {
    const silent = start(tx, [], { paymentsOf: unavailable })
    const open = await charged(tx, { expiresAt: at(30) })
    expect(await settleCharge(silent.deps, { chargeId: open.chargeId })).toEqual({ kind: 'unavailable' })
    const row = await findCharge(tx, open.chargeId)
    expect(row).toMatchObject({ status: 'pending', checkedAt: null })
    expect(row?.nextCheckAt).toEqual(row && nextCheckOf(row, at(5)))
    expect(row?.nextCheckAt).not.toBeNull()
    expect(await settleCharge(silent.deps, { chargeId: newId() })).toEqual({ kind: 'unknown' })

    const unknown = start(tx, [], { paymentsOf: async () => ({ ok: false, code: 'not_found' }) })
    const statusAt = async (expiresAt: Date | null, state: 'pending' | 'failed' = 'pending') => {
      const { chargeId } = await charged(tx, { reference: newId(), expiresAt, status: state })
      const settled = await settleCharge(unknown.deps, { chargeId })
      const after = await findCharge(tx, chargeId)
      expect(after?.checkedAt).toEqual(at(5))
      return [settled.kind === 'settled' && settled.status, after?.status, after?.nextCheckAt === null]
    }
    expect(await statusAt(at(5))).toEqual(['expired', 'expired', false])
    expect(await statusAt(at(6))).toEqual(['pending', 'pending', false])
    expect(await statusAt(null)).toEqual(['pending', 'pending', false])
    expect(await statusAt(at(4), 'failed')).toEqual(['failed', 'failed', true])

    const paying = start(tx, [reported({ reference: 'z', state: 'pending', status: 'pending' })])
    const over = await charged(tx, { reference: 'z', expiresAt: at(1) })
    expect(await settleCharge(paying.deps, { chargeId: over.chargeId })).toMatchObject({ status: 'pending' })
  }),
)

test(
  'payments that are not ours are listed or wait for a person; unpaid ones do neither',
  inside(async (tx) => {
    const ours = 'PARC_0123abcd_9'
    const payments = [
      reported({ providerId: '1', reference: 'loja-ao-lado' }),
      reported({ providerId: '2', reference: ours }),
      reported({ providerId: '3', reference: 'loja-ao-lado', state: 'pending', status: 'pending' }),
      reported({ providerId: '4', reference: ours, state: 'rejected', status: 'rejected' }),
    ]
    const { deps } = start(tx, payments)
    const settle = (isOfCharge: boolean) =>
      settleListed(deps, { provider: 'bank', listed: payments, cause: 'reconcile', now: at(5), isOfCharge })
    expect((await settle(false)).map(({ kind }) => kind)).toEqual([
      ...['other_shop', 'set_aside', 'other_shop', 'other_shop'],
    ])
    expect(await waiting(tx)).toMatchObject([
      {
        providerId: '1',
        reason: 'other_shop',
        detail: 'loja-ao-lado',
        resolution: 'other_shop',
        notifyAfter: 1,
      },
      { providerId: '2', reason: 'perhaps_ours', detail: ours, resolvedAt: null, notifyAfter: 1 },
    ])
    // A payment listed for one of our charges may be ours after all.
    await tx.delete(setAsidePayments)
    expect((await settle(true)).map(({ kind }) => kind)).toEqual([
      ...['set_aside', 'set_aside', 'other_shop', 'other_shop'],
    ])
  }),
)

test(
  'a person’s decision on money that may be ours applies; decisions on other doubts do not',
  inside(async (tx) => {
    const one = reported({ reference: 'PARC_0123abcd_9' })
    const { deps, rows } = start(tx, [one])
    const settle = () =>
      settleListed(deps, { provider: 'bank', listed: [one], cause: 'reconcile', now: at(5) })
    const after = async (row: Parameters<typeof rows.setAside>[0]) => {
      await tx.delete(setAsidePayments)
      await rows.setAside({ providerId: '1', ...row })
      return (await settle()).map(({ kind }) => kind)
    }
    const [confirmed, refused] = [{ confirmedBy: id(1) }, { resolvedBy: id(1), resolvedAt: at(1) }]
    expect(await after({ reason: 'unreadable', ...refused })).toEqual(['set_aside'])
    expect(await after({ reason: 'unreadable', ...confirmed })).toEqual(['set_aside'])
    expect(await after({ reason: 'perhaps_ours', ...refused })).toEqual(['other_shop'])
    expect(await after({ reason: 'perhaps_ours', ...confirmed })).toEqual(['unmatched'])
  }),
)

test(
  'money that another account received is not booked by itself, because what our own account paid is listed too',
  inside(async (tx) => {
    const paidTo = (providerId: string, collectorId: string | undefined) =>
      reported({ providerId, collectorId, reference: undefined })
    const listed = [paidTo('1', '900'), paidTo('2', '7'), paidTo('3', undefined)]
    const settle = async (collectorId: string | undefined) => {
      const { deps } = start(tx, listed, { collectorId })
      const input = { provider: 'bank', listed, cause: 'reconcile', now: at(5) } as const
      return (await settleListed(deps, input)).map(({ kind }) => kind)
    }
    expect(await settle('7')).toEqual(['set_aside', 'unmatched', 'unmatched'])
    expect(await waiting(tx)).toMatchObject([{ providerId: '1', reason: 'perhaps_ours' }])
    // The account is not known from every token.
    expect(await settle(undefined)).toEqual(['unmatched', 'unmatched', 'unmatched'])
  }),
)

test(
  'a payment listed for our charge but with another shop’s reference waits for a person',
  inside(async (tx) => {
    const { deps } = start(tx, [reported({ reference: 'loja-ao-lado' })])
    const { chargeId } = await charged(tx)
    expect(await settleCharge(deps, { chargeId })).toEqual({ kind: 'set_aside' })
    expect(await waiting(tx)).toMatchObject([{ reason: 'perhaps_ours', detail: 'loja-ao-lado' }])
  }),
)

test.each([
  ['money that is perhaps ours, with another shop’s reference,', 'approved', 'perhaps_ours'],
  ['an unreadable payment of another shop that was never paid', 'cancelled', 'unreadable'],
] as const)('retries %s at growing intervals until a person decides, not in every run', (_, state, reason) =>
  inside(async (tx) => {
    const listed = reported({ reference: 'loja-ao-lado', state, status: state, updatedAt: undefined })
    const { deps, rows } = start(tx, [listed])
    await rows.setAside({ providerId: '1', reason, tries: 2 })
    await reconcile(deps)
    const nextTryAt = new Date(at(5).getTime() + 120_000)
    expect(await waiting(tx)).toMatchObject([{ reason, resolvedAt: null, tries: 3, nextTryAt }])
  })(),
)

test(
  'logs set-aside payments and those of other shops, in at most three hundred characters',
  inside(async (tx) => {
    const name = 'x'.repeat(400)
    const payments = [
      garbled({ providerId: '1', unreadable: ['id', 'valor'] }),
      garbled({ providerId: '2', unreadable: [name] }),
      reported({ providerId: '3', reference: name }),
    ]
    const { deps, logged } = start(tx, payments)
    await settleListed(deps, { provider: 'bank', listed: payments, cause: 'reconcile', now: at(5) })
    expect((await waiting(tx)).map(({ detail }) => detail)).toEqual([
      ...['id valor', name.slice(0, 300), name.slice(0, 300)],
    ])
    const lines = logged.map((line) => JSON.parse(line))
    expect(lines.map(({ msg, providerId, reason }) => [msg, providerId, reason])).toEqual([
      ['a payment cannot be booked and is set aside', '1', 'unreadable'],
      ['a payment cannot be booked and is set aside', '2', 'unreadable'],
      ['a payment is of another shop on the account', '3', undefined],
    ])
    expect(lines.some(({ err }) => err)).toBe(false)
    logged.length = 0
    const broken = () => {
      throw new TypeError('x')
    }
    let ids = 0
    const failing = { ...deps, newId: () => (++ids > 1 ? newId() : broken()) }
    const listed = [reported({ providerId: '4' })]
    await settleListed(failing, { provider: 'bank', listed, cause: 'check', now: at(5) })
    expect(JSON.parse(logged[0] ?? '{}').err).toMatchObject({ type: 'TypeError' })
  }),
)

test(
  'sets aside what cannot be booked; temporary failures only in a sweep',
  inside(async (tx) => {
    const foreign = reported({ currency: 'USD' })
    const { deps } = start(tx, [foreign])
    const settle = (over: typeof deps, cause: 'check' | 'reconcile', listed: ListedPayment = reported()) =>
      settleListed(over, { provider: 'bank', listed: [listed], cause, now: at(5) })
    expect(await settle(deps, 'check', foreign)).toEqual([{ kind: 'set_aside' }])
    expect(await waiting(tx)).toMatchObject([{ reason: 'foreign_currency', detail: 'USD', currency: 'USD' }])
    const failing = (error: Error) => {
      let calls = 0
      const once = () => {
        if (++calls > 1) return newId()
        throw error
      }
      return { ...deps, newId: once }
    }
    const lost = () => Object.assign(new Error('x'), { code: '08006' })
    expect(await settle(failing(new TypeError('x')), 'check')).toEqual([{ kind: 'set_aside' }])
    expect(await waiting(tx)).toMatchObject([
      { reason: 'not_recordable', detail: 'TypeError', notifyAfter: 1 },
    ])
    await expect(settle(failing(lost()), 'check')).rejects.toThrow('x')
    expect(await settle(failing(lost()), 'reconcile')).toEqual([{ kind: 'set_aside' }])
    expect(await waiting(tx)).toMatchObject([{ reason: 'not_recordable', detail: '08006', notifyAfter: 3 }])
  }),
)

test(
  'notifies the team once of what waits, with each known amount',
  inside(async (tx) => {
    const { deps, sent, rows } = start(tx, [])
    await notifySetAside(deps)
    expect(sent).toEqual([])
    const [providerId, reason] = ['1', 'unreadable' as const]
    await rows.setAside({ providerId, reason, amount: 1_234, currency: 'BRL' })
    await notifySetAside(deps)
    await notifySetAside(deps)
    expect(sent.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['books.set-aside', 'Um pagamento espera por você'],
    ])
    expect(sent[0]?.text.replaceAll('\u00a0', ' ')).toContain('Pagamento 1 (bank): R$ 12,34, ')
    await rows.setAside({ providerId: '2', amount: null, currency: null })
    await rows.setAside({ providerId: '3', amount: 500, currency: 'USD' })
    await rows.setAside({ providerId: '4', amount: 600, currency: null })
    await rows.setAside({ providerId: '5', amount: 700, tries: 1, notifyAfter: 3 })
    await rows.setAside({ providerId: '6', amount: 800, resolvedAt: at(1) })
    await notifySetAside(deps)
    expect(sent[1]?.subject).toBe('Pagamentos esperam por você')
    const text = sent[1]?.text.replaceAll('\u00a0', ' ')
    for (const words of ['2 (bank): valor ilegível', '3 (bank): USD 5,00', '4 (bank): R$ 6,00'])
      expect(text).toContain(words)
    expect(text).not.toMatch(/Pagamento [156] /)
  }),
)

test(
  'a notice is processed once, and stays while its provider does not answer',
  inside(async (tx) => {
    const { deps, asked, time } = start(tx, [reported()])
    const event = eventOf({ waitingSince: at(0), takenAt: at(1) })
    await tx
      .insert(providerEvents)
      .values([event, eventOf({ processedAt: at(1), id: id(7) }), eventOf({ id: id(8) })])
    const stored = async (eventId: string) =>
      (await tx.select().from(providerEvents).where(eq(providerEvents.id, eventId)))[0]
    const processedAt = async (eventId: string) => (await stored(eventId))?.processedAt
    const silent = start(tx, [], { get: unavailable })
    await expect(processEvent(silent.deps, { eventId: event.id })).rejects.toThrow('unavailable')
    expect(await processedAt(event.id)).toBeNull()
    expect(await stored(event.id)).toMatchObject({ waitingSince: at(0), takenAt: at(1) })
    await processEvent(deps, { eventId: event.id })
    expect(await stored(event.id)).toMatchObject({ waitingSince: null, takenAt: null })
    time.now = at(6)
    await processEvent(deps, { eventId: event.id })
    await processEvent(deps, { eventId: id(7) })
    await processEvent(deps, { eventId: newId() })
    expect([await processedAt(event.id), await processedAt(id(7)), await processedAt(id(8))]).toEqual([
      ...[at(5), at(1), null],
    ])
    expect(asked).toEqual(['1'])
  }),
)

const hours = (count: number) => at(count * 60)
/** Returns what reconciliation could not settle, with its error. */
const failuresIn = (logged: readonly string[]) =>
  logged
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'reconciliation failed to settle this')
    .map(({ provider, providerId, err }) => [provider, providerId, err.message])

test(
  'after three charges in a row without an answer, reconciliation asks the provider for no more of them, and for the rest first in the next run',
  inside(async (tx) => {
    const asked: string[] = []
    const { deps, time } = start(tx, [], {
      paymentsOf: async ({ reference }) => {
        asked.push(reference)
        return Number(reference) < 5 ? { ok: false, code: 'unavailable' } : { ok: true, value: [] }
      },
    })
    const due: string[] = []
    for (let index = 0; index < 8; index++)
      due.push((await charged(tx, { reference: String(index), nextCheckAt: at(index / 10) })).chargeId)
    const nextOf = async (index: number) => (await findCharge(tx, due[index] ?? ''))?.nextCheckAt
    expect(await reconcile(deps)).toEqual({ found: 0, checked: 0, events: 0 })
    expect(asked.splice(0)).toEqual(['0', '1', '2'])
    expect([await nextOf(2), await nextOf(3)]).toEqual([at(10), at(6)])
    time.now = at(6)
    expect(await reconcile(deps)).toMatchObject({ checked: 3 })
    expect(asked).toEqual(expect.arrayContaining(['3', '4', '5', '6', '7']))
    expect(asked).toHaveLength(5)
  }),
)

test(
  'a charge that its provider never answers for is no longer checked two days after its code is over',
  inside(async (tx) => {
    const { deps } = start(tx, [], { paymentsOf: unavailable }, hours(72))
    const { chargeId } = await charged(tx, { nextCheckAt: at(1), expiresAt: at(60) })
    await reconcile(deps)
    expect((await findCharge(tx, chargeId))?.nextCheckAt).toBeNull()
  }),
)

test(
  'a notice that its provider never answers for does not keep the others from being processed',
  inside(async (tx) => {
    const asked: string[] = []
    const { deps, time } = start(tx, [], {
      get: async (providerId) => {
        asked.push(providerId)
        return Number(providerId) < 4 ? unavailable() : { ok: false, code: 'not_found' }
      },
    })
    const notices = [0, 1, 2, 3, 4].map((number) =>
      eventOf({ providerId: String(number), receivedAt: at(number / 10) }),
    )
    await tx.insert(providerEvents).values(notices)
    await reconcile(deps)
    expect(asked.splice(0)).toEqual(['0', '1', '2'])
    time.now = at(6)
    await reconcile(deps)
    expect(asked).toEqual(['3', '4'])
  }),
)

test(
  'a bug in one payment or provider does not stop the others, and fails the job after them',
  inside(async (tx) => {
    const payments = [
      reported({ providerId: '1', updatedAt: at(3) }),
      reported({ providerId: '2', updatedAt: at(4) }),
    ]
    const bug = (): never => {
      throw new TypeError('bug')
    }
    const { deps, bank, logged } = start(tx, payments)
    const { get } = bank
    bank.get = async (id) => (id === '1' ? bug() : get(id))
    const broken = ['broken', 'torn'].map((name) => scriptedBank([], { name, list: async () => bug() }).bank)
    const sent = { ...deps, providers: { ...deps.providers, all: [...broken, bank] } }
    await expect(reconcile(sent)).rejects.toThrow('the changes of broken, torn could not be read')
    expect(failuresIn(logged)).toEqual([
      ['broken', undefined, 'bug'],
      ['torn', undefined, 'bug'],
    ])
    expect(await waiting(tx)).toMatchObject([{ providerId: '1', reason: 'not_recordable' }])
    expect((await tx.select().from(paymentRows)).map(({ providerId }) => providerId)).toEqual(['2'])
    const one = { ...deps, providers: { ...deps.providers, all: broken.slice(0, 1) } }
    await expect(reconcile(one)).rejects.toThrow('the changes of broken could not be read')
  }),
)

test(
  'reconciliation checks, processes and books, and returns the counts',
  inside(async (tx) => {
    const { deps, logged } = start(tx, [reported({ updatedAt: at(4) })])
    await charged(tx, { nextCheckAt: at(5), expiresAt: at(90) })
    await tx
      .insert(providerEvents)
      .values([
        eventOf({ providerId: '1', receivedAt: at(4) }),
        eventOf({ providerId: '9', receivedAt: at(3) }),
        eventOf({ receivedAt: new Date(at(4).getTime() + 1) }),
        eventOf({ receivedAt: at(0), tries: 2, nextTryAt: at(6) }),
        eventOf({ receivedAt: at(0), processedAt: at(1) }),
      ])
    expect(await reconcile(deps)).toEqual({ found: 1, checked: 1, events: 2 })
    expect(logged.join('')).toContain('reconciliation recorded')
    const again = start(tx, [reported({ updatedAt: at(4) })])
    expect(await reconcile(again.deps)).toEqual({ found: 0, checked: 0, events: 0 })
    expect(again.logged.join('')).not.toContain('reconciliation recorded')
  }),
)

test(
  'reconciliation checks every charge that is due, and notifies the team of what waits',
  inside(async (tx) => {
    const { deps, sent } = start(tx, [garbled({ updatedAt: at(4) })])
    for (const reference of ['r', 's'])
      await charged(tx, { reference, nextCheckAt: at(5), expiresAt: at(90) })
    expect(await reconcile(deps)).toEqual({ found: 0, checked: 2, events: 0 })
    expect(sent.map(({ kind }) => kind)).toEqual(['books.set-aside'])
    await reconcile(deps)
    expect(sent).toHaveLength(1)
  }),
)

test(
  'a failed notice waits longer each time, except when its provider is silent',
  inside(async (tx) => {
    const { bank: silent } = scriptedBank([], { name: 'silent', get: unavailable })
    const { deps } = start(tx, [], {
      get: async () => {
        throw new Error('poison')
      },
    })
    const all = [...deps.providers.all, silent]
    await tx
      .insert(providerEvents)
      .values([
        eventOf({ id: id(1), tries: 3, receivedAt: at(0), nextTryAt: at(5) }),
        eventOf({ id: id(2), provider: 'silent', tries: 0 }),
        eventOf({ id: id(3), provider: 'silent', tries: 4, receivedAt: at(1) }),
      ])
    await reconcile({ ...deps, providers: { ...deps.providers, all } })
    const events = await tx.select().from(providerEvents).orderBy(providerEvents.id)
    expect(events.map(({ tries, nextTryAt, processedAt }) => [tries, nextTryAt, processedAt])).toEqual([
      [4, new Date(at(5).getTime() + 240_000), null],
      [0, at(10), null],
      [4, at(10), null],
    ])
  }),
)

test(
  'fetches a set-aside payment when it is due and its provider answers',
  inside(async (tx) => {
    const { deps, asked, rows } = start(tx, [reported({ providerId: '1', updatedAt: undefined })])
    const { bank: silent, asked: askedSilent } = scriptedBank([], { name: 'silent', list: unavailable })
    await rows.setAside({ providerId: '1', tries: 2, nextTryAt: at(5) })
    await rows.setAside({ providerId: '2', tries: 2, nextTryAt: at(4) })
    await rows.setAside({ providerId: '3', tries: 2, nextTryAt: at(6) })
    await rows.setAside({ providerId: '4', tries: 2, provider: 'silent' })
    await rows.setAside({ providerId: 'sha256:5', tries: 2 })
    await rows.setAside({ providerId: '6', tries: 2, resolvedAt: at(1) })
    await reconcile({ ...deps, providers: { ...deps.providers, all: [...deps.providers.all, silent] } })
    expect(asked.filter((what) => /^\d$/.test(what))).toEqual(['2', '1'])
    expect(askedSilent).toEqual([])
    const found = await waiting(tx)
    const next = new Date(at(5).getTime() + 120_000)
    expect(found.map((row) => [row.providerId, row.tries, row.nextTryAt, row.resolvedAt])).toEqual([
      ['1', 2, at(5), at(5)],
      ['2', 3, next, null],
      ['3', 2, at(6), null],
      ['4', 3, next, null],
      ['6', 2, at(0), at(1)],
      ['sha256:5', 2, at(0), null],
    ])
  }),
)

test(
  'logs by name what is set aside and unknown or unanswered; booked and waiting ones are not logged',
  inside(async (tx) => {
    const payments = [
      reported({ providerId: 'booked', updatedAt: undefined }),
      garbled({ providerId: 'waits', updatedAt: undefined }),
    ]
    const { deps, bank, logged, rows } = start(tx, payments)
    const { get } = bank
    bank.get = (one) => (one === 'silent' ? unavailable() : get(one))
    for (const providerId of ['booked', 'waits', 'gone', 'silent']) await rows.setAside({ providerId })
    await reconcile(deps)
    expect(failuresIn(logged).toSorted()).toEqual([
      ['bank', 'gone', 'the payment is unknown'],
      ['bank', 'silent', 'the payment is unavailable'],
    ])
  }),
)

test(
  'asks about a sent refund again after ten minutes',
  inside(async (tx) => {
    const { deps, asked, rows } = start(tx, [], { isRecordedHere: true }, hours(3))
    for (const [providerId, sentAt] of [
      ['ten minutes', hours(3).getTime() - 600_000],
      ['longer', hours(3).getTime() - 600_001],
    ] as const) {
      const paymentId = await rows.payment({ providerId })
      await rows.refund({ paymentId, createdAt: at(0), sentAt: new Date(sentAt) })
    }
    await reconcile(deps)
    expect(asked).toEqual(['longer'])
  }),
)

test(
  'retries a refund after two hours, except for a provider that we record ourselves',
  inside(async (tx) => {
    const { deps, asked, rows, bank } = start(tx, [], { isRecordedHere: true }, hours(3))
    const paymentId = await rows.payment({ providerId: '77', state: 'approved' })
    await rows.refund({ paymentId, createdAt: new Date(hours(1).getTime() - 1) })
    const fresh = await rows.refund({ paymentId, createdAt: hours(1) })
    await reconcile(deps)
    expect(asked).toEqual(['77'])
    expect((await findRefund(tx, fresh))?.lastError).toBeNull()
    expect(await cursorOf(tx, bank.name)).toBeUndefined()
  }),
)

test(
  'after three refunds, or three set-aside payments, in a row without an answer, asks the provider for no more of them',
  inside(async (tx) => {
    const asked: string[] = []
    const { deps, rows } = start(tx, [], {}, hours(3))
    const silent = scriptedBank([], {
      get(providerId) {
        asked.push(providerId)
        return unavailable()
      },
    })
    const other = scriptedBank([], { name: 'other' })
    for (let index = 0; index < 5; index++) {
      const paymentId = await rows.payment({ providerId: `refunded ${index}` })
      await rows.refund({ paymentId, createdAt: at(0) })
      await rows.setAside({ providerId: `waiting ${index}` })
    }
    const elsewhere = await rows.payment({ provider: 'other', providerId: 'elsewhere' })
    await rows.refund({ paymentId: elsewhere, createdAt: at(0) })
    await reconcile({ ...deps, providers: { current: silent.bank, all: [silent.bank, other.bank] } })
    expect(asked.filter((one) => one.startsWith('refunded'))).toHaveLength(3)
    expect(asked.filter((one) => one.startsWith('waiting'))).toHaveLength(3)
    expect(other.asked).toContain('elsewhere')
    expect((await waiting(tx)).map(({ tries }) => tries)).toEqual([2, 2, 2, 2, 2])
  }),
)

test(
  'after a refund that fails by a bug of ours, three without an answer are enough as well',
  inside(async (tx) => {
    const asked: string[] = []
    const { deps, rows } = start(tx, [], {}, hours(3))
    const { bank } = scriptedBank([], {
      get(providerId) {
        asked.push(providerId)
        if (asked.length === 1) throw new TypeError('bug')
        return unavailable()
      },
    })
    for (let index = 0; index < 6; index++) {
      const paymentId = await rows.payment({ providerId: `refunded ${index}` })
      await rows.refund({ paymentId, createdAt: at(0) })
    }
    await reconcile({ ...deps, providers: { current: bank, all: [bank] } })
    expect(asked).toHaveLength(4)
  }),
)

test(
  'asks a provider that answers for some refunds and set-aside payments for all of them',
  inside(async (tx) => {
    const asked: string[] = []
    const { deps, rows } = start(
      tx,
      [],
      {
        get: async (providerId) => {
          asked.push(providerId)
          return asked.length % 3 === 0 ? { ok: false, code: 'not_found' } : unavailable()
        },
      },
      hours(3),
    )
    for (let index = 0; index < 6; index++) {
      const paymentId = await rows.payment({ providerId: `refunded ${index}` })
      await rows.refund({ paymentId, createdAt: at(0) })
      await rows.setAside({ providerId: `waiting ${index}` })
    }
    await reconcile(deps)
    expect(asked).toHaveLength(12)
  }),
)

test.each([
  ['is unavailable', { get: unavailable }, 'unavailable'],
  ['gives an unreadable answer', {}, 'set_aside'],
] as const)('a refund waits while the provider %s, and stores why while it is requested', (_, said, error) =>
  inside(async (tx) => {
    const { deps, rows } = start(tx, [garbled({ providerId: '5' })], said)
    const paymentId = await rows.payment({ providerId: '5' })
    const [requested, done] = [
      await rows.refund({ paymentId }),
      await rows.refund({ paymentId, status: 'done' }),
    ]
    for (const refundId of [requested, done])
      await expect(refundAndSettle(deps, { refundId })).rejects.toThrow(error)
    expect([(await findRefund(tx, requested))?.lastError, (await findRefund(tx, done))?.lastError]).toEqual([
      ...[error, null],
    ])
  })(),
)

test(
  'a requested refund is sent once, and a completed one is only checked',
  inside(async (tx) => {
    const returned: number[] = []
    const paid = reported({ providerId: '5' })
    const { deps, rows } = start(tx, [], {
      get: async () => ({ ok: true, value: { ...paid, refunded: returned.length > 0 ? 10_000 : 0 } }),
      refund: async ({ amount }) => {
        returned.push(amount)
        return { ok: true, value: { providerRefundId: 'r1', amount } }
      },
    })
    const paymentId = await rows.payment({ providerId: '5', receivedAt: at(1), approvedAt: at(1) })
    const refundId = await rows.refund({ paymentId })
    await rows.refunded(refundId, await rows.instalment({ status: 'paid', paidWith: paymentId }))
    await refundAndSettle(deps, { refundId })
    await refundAndSettle(deps, { refundId })
    expect(returned).toEqual([10_000])
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'done', providerRefundId: 'r1' })
    const silent = start(tx, [])
    await refundAndSettle(silent.deps, { refundId })
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'done', lastError: null })
  }),
)

test(
  'a refused refund keeps its reason when its provider cannot be asked about the payment afterwards',
  inside(async (tx) => {
    let isAnswering = true
    const paid = reported({ providerId: '5' })
    const { deps, rows } = start(tx, [], {
      get: async () => (isAnswering ? { ok: true, value: paid } : unavailable()),
      refund: async () => {
        isAnswering = false
        return { ok: false, code: 'refused' }
      },
    })
    const paymentId = await rows.payment({ providerId: '5', receivedAt: at(1), approvedAt: at(1) })
    const refundId = await rows.refund({ paymentId })
    await rows.refunded(refundId, await rows.instalment({ status: 'paid', paidWith: paymentId }))
    await expect(refundAndSettle(deps, { refundId })).rejects.toThrow('unavailable')
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'failed', lastError: 'refused' })
  }),
)

test(
  'does not send a refund while the provider carries out another one of its payment',
  inside(async (tx) => {
    const sent: number[] = []
    const paid = reported({ providerId: '5', refunding: 10_000 })
    const { deps, rows } = start(tx, [paid], {
      refund: async ({ amount }) => {
        sent.push(amount)
        return { ok: true, value: { providerRefundId: 'r1', amount } }
      },
    })
    const paymentId = await rows.payment({ providerId: '5', receivedAt: at(1), approvedAt: at(1) })
    const refundId = await rows.refund({ paymentId })
    await rows.refunded(refundId, await rows.instalment({ status: 'paid', paidWith: paymentId }))
    await expect(refundAndSettle(deps, { refundId })).rejects.toThrow('an earlier answer is awaited')
    expect(sent).toEqual([])
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'requested', lastError: 'waiting' })
  }),
)

test(
  'retries a payment that its provider does not know, and finally accepts that',
  inside(async (tx) => {
    const { deps, rows, time } = start(tx, [])
    const refundId = await rows.refund({ paymentId: await rows.payment({ providerId: '5' }) })
    await expect(refundAndSettle(deps, { refundId })).rejects.toThrow('does not know')
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'requested', lastError: 'not_found' })
    time.now = hours(24 * 30)
    await refundAndSettle(deps, { refundId })
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'failed', lastError: 'not_found' })
    await expect(refundAndSettle(deps, { refundId: newId() })).rejects.toThrow('no payment')
  }),
)

test(
  'a cursor only moves forward, and a sweep reports its lag',
  inside(async (tx) => {
    const { deps } = start(tx, [], {}, at(10))
    const move = (until: number, now: number, complete?: number) =>
      moveCursor(tx, {
        ...{ provider: 'bank', sweptUntil: at(until), now: at(now) },
        completeAt: complete === undefined ? null : at(complete),
      })
    const cursor = async () => {
      const row = await cursorOf(tx, 'bank')
      return row && [row.sweptUntil, row.movedAt, row.completeAt, row.failingSince]
    }
    expect(await cursor()).toBeUndefined()
    await move(3, 4)
    expect(await cursor()).toEqual([at(3), at(4), null, null])
    expect(await reconciliationLag(deps)).toEqual(new Map([['bank', 7 * 60]]))
    await updateCursor(tx, 'bank', { failingSince: at(4) })
    await move(2, 5, 6)
    expect(await cursor()).toEqual([at(3), at(5), at(6), null])
    expect(await reconciliationLag(deps)).toEqual(new Map([['bank', 4 * 60]]))
    await move(9, 8, 5)
    expect(await cursor()).toEqual([at(9), at(8), at(6), null])
    expect(await reconciliationLag(deps)).toEqual(new Map([['bank', 60]]))
    await moveCursor(tx, { provider: 'other', sweptUntil: at(20), completeAt: null, now: at(4) })
    await updateCursor(tx, 'other', { notifiedAt: at(1) })
    expect((await cursorOf(tx, 'bank'))?.notifiedAt).toBeNull()
    expect((await reconciliationLag(deps)).get('other')).toBe(0)
  }),
)

test(
  'a sweep books new payments, closes settled charges, and keeps to the schedule of what waits',
  inside(async (tx) => {
    const recorded = reported({ providerId: 'recorded', updatedAt: at(2) })
    const listed = [
      recorded,
      reported({ providerId: 'new', updatedAt: at(3) }),
      garbled({ providerId: 'waits', updatedAt: at(3), raw: 'x' }),
      reported({ providerId: 'gone', updatedAt: at(4) }),
    ]
    const first = start(tx, [recorded])
    expect(await sweep(first.deps, first.bank)).toEqual({ found: 1, isAvailable: true })
    expect((await cursorOf(tx, 'bank'))?.completeAt).toEqual(at(5))
    await first.rows.setAside({ providerId: 'recorded' })
    const { deps, bank, asked } = start(tx, listed)
    const get: PaymentProvider['get'] = (one) =>
      one === 'gone' ? Promise.resolve({ ok: false, code: 'not_found' }) : bank.get(one)
    const swept = () => sweep(deps, { ...bank, get })
    deps.providers = { current: bank, all: [{ ...bank, get }] }
    expect(await swept()).toEqual({ found: 1, isAvailable: true })
    expect(asked.filter((what) => what !== 'change')).toEqual(['new', 'waits'])
    const rows = new Map((await waiting(tx)).map((row) => [row.providerId, row]))
    expect(rows.get('recorded')).toMatchObject({ resolvedAt: at(5), resolution: 'booked' })
    expect(rows.get('waits')).toMatchObject({
      reason: 'unreadable',
      detail: 'transaction_amount',
      notifyAfter: 1,
    })
    expect(rows.get('gone')).toMatchObject({ detail: 'listed, and unknown by its id', notifyAfter: 1 })
    asked.length = 0
    expect(await swept()).toEqual({ found: 0, isAvailable: true })
    expect(asked).toEqual(['change'])
    const open = (await waiting(tx)).filter(({ resolvedAt }) => resolvedAt === null)
    expect(open.map(({ providerId }) => providerId)).toEqual(['gone', 'waits'])
    // The second of four change dates: one date alone can be wrong.
    expect((await cursorOf(tx, 'bank'))?.sweptUntil).toEqual(at(3))
  }),
)

test(
  'booked money that is later listed in another currency waits for a person',
  inside(async (tx) => {
    const paid = reported({ updatedAt: at(2) })
    const before = start(tx, [paid])
    await sweep(before.deps, before.bank)
    const { deps, bank } = start(tx, [{ ...paid, currency: 'USD', updatedAt: at(3) }])
    expect(await sweep(deps, bank)).toEqual({ found: 0, isAvailable: true })
    expect(await waiting(tx)).toMatchObject([{ providerId: '1', reason: 'foreign_currency' }])
  }),
)

test(
  'a waiting payment is not resolved by a list that shows it unpaid, as recorded',
  inside(async (tx) => {
    const unpaid = { state: 'pending', status: 'pending', approvedAt: undefined } as const
    const { deps, bank, rows } = start(tx, [reported({ ...unpaid, updatedAt: at(2) })])
    await rows.payment({ ...unpaid, providerId: '1' })
    await rows.setAside({ providerId: '1' })
    await sweep(deps, bank)
    expect(await waiting(tx)).toMatchObject([{ providerId: '1', resolvedAt: null }])
  }),
)

test(
  'stores what a list says of a payment, even when the provider does not know it by id',
  inside(async (tx) => {
    const listed = [reported({ providerId: 'gone', updatedAt: at(2) })]
    const { deps, bank } = start(tx, listed, { get: async () => ({ ok: false, code: 'not_found' }) })
    await sweep(deps, bank)
    expect(await tx.select().from(rawPayments)).toMatchObject([{ provider: 'bank', providerId: 'gone' }])
  }),
)

const unknownToBank = { get: async () => ({ ok: false, code: 'not_found' }) as const }

test(
  'two payments that a list states under one id, which the provider does not know, wait with their own amounts',
  inside(async (tx) => {
    const two = [10_000, 7_000].map((amount) => reported({ providerId: 'gone', amount, updatedAt: at(2) }))
    const { deps, bank } = start(tx, two, unknownToBank)
    await sweep(deps, bank)
    const items = await waiting(tx)
    expect(new Set(items.map(({ amount }) => amount))).toEqual(new Set([10_000, 7_000]))
    const raw = new Set((await tx.select().from(rawPayments)).map(({ providerId }) => providerId))
    expect(items.filter(({ providerId }) => !raw.has(providerId))).toEqual([])
    await sweep(deps, bank)
    expect(await waiting(tx)).toHaveLength(2)
  }),
)

test.each([
  ['another amount is another item', reported({ amount: 7_000 }), [10_000, 7_000]],
  ['no amount is the same item', garbled({ amount: null }), [null]],
  ['the same amount is the same item', reported({ amount: 10_000, fee: 5 }), [10_000]],
])('of a payment that waits and is listed again, %s', (_, again, amounts) =>
  inside(async (tx) => {
    const gone = { providerId: 'gone', updatedAt: at(2) }
    const first = start(tx, [reported({ ...gone, amount: 10_000 })], unknownToBank)
    await sweep(first.deps, first.bank)
    const { deps, bank } = start(tx, [{ ...again, ...gone, updatedAt: at(3) }], unknownToBank)
    await sweep(deps, bank)
    expect(new Set((await waiting(tx)).map(({ amount }) => amount))).toEqual(new Set(amounts))
  })(),
)

test(
  'after three payments in a row without an answer a provider is silent: notified once a day while it lasts',
  inside(async (tx) => {
    const listed = Array.from({ length: 5 }, (_, index) =>
      reported({ providerId: String(index), updatedAt: at(2) }),
    )
    const asked: string[] = []
    const { deps, bank, sent, time } = start(tx, listed, {
      get: async (one) => {
        asked.push(one)
        return one === '1' && asked.length === 2
          ? { ok: true, value: listed[1] as ReturnType<typeof reported> }
          : { ok: false, code: 'unavailable', detail: '500' }
      },
    })
    expect(await sweep(deps, bank)).toEqual({ found: 1, isAvailable: false })
    expect(asked).toEqual(['0', '1', '2', '3', '4'])
    const failing = async () => (await cursorOf(tx, 'bank'))?.failingSince
    expect([await failing(), sent]).toEqual([at(5), []])
    const silent = { ...bank, list: unavailable }
    const sweepAt = async (minutes: number) => {
      time.now = at(minutes)
      expect(await sweep(deps, silent)).toEqual({ found: 0, isAvailable: false })
      return sent.length
    }
    const counts = []
    const nextDay = 20 + 24 * 60
    const millisecond = 1 / 60_000
    for (const minutes of [20 - millisecond, 20, 21, nextDay - millisecond, nextDay])
      counts.push(await sweepAt(minutes))
    expect(counts).toEqual([0, 1, 1, 1, 2])
    expect(sent[0]).toMatchObject({ kind: 'books.sweep-failing', subject: 'Conciliação parada: bank' })
    expect(sent[0]?.text).toContain('O provedor bank não pôde ser lido: unavailable 500.')
    expect(sent[0]?.text).toContain('Nenhum pagamento foi dado por lido.')
    expect(await failing()).toEqual(at(5))
    time.now = at(20 + 24 * 60 + 1)
    expect((await sweep(deps, { ...bank, list: async () => ({ ok: true, value: [] }) })).isAvailable).toBe(
      true,
    )
    expect(await failing()).toBeNull()
    expect(sent.slice(2)).toMatchObject([
      { kind: 'books.sweep-resumed', subject: 'Conciliação retomada: bank' },
    ])
    expect(sent[2]?.text).toContain('Não é preciso fazer nada.')
    await sweep(deps, { ...bank, list: async () => ({ ok: true, value: [] }) })
    await updateCursor(tx, 'bank', { failingSince: at(20 + 24 * 60 + 1), notifiedAt: at(20 + 24 * 60) })
    await sweep(deps, { ...bank, list: async () => ({ ok: true, value: [] }) })
    await updateCursor(tx, 'bank', { failingSince: at(5), notifiedAt: null })
    await sweep(deps, { ...bank, list: async () => ({ ok: true, value: [] }) })
    expect([await failing(), sent.length]).toEqual([null, 3])
    await updateCursor(tx, 'bank', { notifiedAt: null })
    await sweep(deps, { ...bank, list: unreadable })
    expect(sent).toHaveLength(4)
  }),
)

test(
  'an unreadable answer is notified at once, and not again when it has lasted a quarter of an hour',
  inside(async (tx) => {
    const { deps, bank, sent, time } = start(tx, [])
    const counts = []
    for (const minutes of [5, 6, 20, 21, 5 + 24 * 60]) {
      time.now = at(minutes)
      await sweep(deps, { ...bank, list: unreadable })
      counts.push(sent.length)
    }
    expect(counts).toEqual([1, 1, 1, 1, 2])
  }),
)

test(
  'a second failure on one day is notified when it lasts, because the team was told that the provider answered again',
  inside(async (tx) => {
    const { deps, bank, sent, time } = start(tx, [])
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: null, now: at(0) })
    await updateCursor(tx, 'bank', { notifiedAt: at(4) })
    for (const minutes of [5, 20, 21]) {
      time.now = at(minutes)
      await sweep(deps, { ...bank, list: unavailable })
    }
    expect(sent.map(({ kind }) => kind)).toEqual(['books.sweep-failing'])
  }),
)

test(
  'a sweep that could not read everything does not move the cursor, nor the time at which it last moved',
  inside(async (tx) => {
    const { deps, bank } = start(tx, [])
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(1), completeAt: at(2), now: at(2) })
    await sweep(deps, { ...bank, list: unavailable })
    expect(await cursorOf(tx, 'bank')).toMatchObject({
      ...{ sweptUntil: at(1), movedAt: at(2), completeAt: at(2), failingSince: at(5) },
    })
  }),
)

test(
  'notifies once that a provider answers again, also when two processes notice at the same time',
  inside(async (tx) => {
    const { deps, bank, sent, logged } = start(tx, [])
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: null, now: at(0) })
    await updateCursor(tx, 'bank', { failingSince: at(1), notifiedAt: at(2) })
    await sweep(
      outrun(deps, () => sweep(deps, bank)),
      bank,
    )
    expect(sent.map(({ kind }) => kind)).toEqual(['books.sweep-resumed'])
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'reconciliation can read the changes of a provider again', provider: 'bank' },
    ])
  }),
)

test(
  'stops asking a provider that does not answer for any of the first three payments',
  inside(async (tx) => {
    const listed = ['1', '2', '3', '4'].map((providerId) => reported({ providerId, updatedAt: at(2) }))
    const { deps, bank, logged } = start(tx, listed)
    const asked: string[] = []
    const get: PaymentProvider['get'] = (one) => {
      asked.push(one)
      return unavailable()
    }
    expect(await sweep(deps, { ...bank, get })).toEqual({ found: 0, isAvailable: false })
    expect(asked).toEqual(['1', '2', '3'])
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({
      ...{ msg: 'reconciliation cannot read the changes of a provider', provider: 'bank' },
      ...{ code: 'unavailable', detail: '500' },
    })
  }),
)

test.each([
  [
    'for 45 seconds, when that is further than the next run begins',
    16.01,
    { from: 1, last: 60 },
    45,
    [5_039],
  ],
  ['on until it is further', 15.99, { from: 49, last: 60 }, 50, [5_041]],
  ['to the end, when it never is further', 15, { from: 0, last: 60 }, 60, []],
  ['to the end, when that is after 45 seconds', 16, { from: 0, last: 45 }, 45, []],
])('a run of the sweep reads %s', (_, minutes, { from, last }, read, behindSeconds) =>
  inside(async (tx) => {
    let pages = 0
    // Each page takes a second. It begins with the last payment of the previous one, and has a new one; the last page has no new
    // one. Nothing is paid.
    const unpaid = (number: number) =>
      reported({
        ...{ providerId: `unpaid-${number}`, state: 'pending', status: 'pending' },
        ...{ approvedAt: undefined, updatedAt: number >= from ? at(minutes) : at(number / 1_000) },
      })
    const list: PaymentProvider['list'] = async () => {
      const [before, next] = [unpaid(pages), unpaid(pages + 1)]
      time.now = new Date(time.now.getTime() + 1_000)
      return { ok: true, value: ++pages === last ? [before] : [before, next] }
    }
    const { deps, bank, logged, time } = start(tx, [], { pageSize: 2, list }, at(100))
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: null, now: at(0) })
    expect((await sweep(deps, bank)).isAvailable).toBe(true)
    expect(pages).toBe(read)
    expect((await cursorOf(tx, 'bank'))?.completeAt).toEqual(read === last ? at(100) : null)
    const behind = logged.filter((line) => line.includes('goes on in the next run'))
    expect(behind.map((line) => JSON.parse(line).behindSeconds)).toEqual(behindSeconds)
  })(),
)

test(
  'a cursor in the future is reset to a day before its last move, and the team is notified once',
  inside(async (tx) => {
    const { deps, bank, sent } = start(tx, [])
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(9_000), completeAt: null, now: at(2) })
    for (let run = 0; run < 2; run++) expect((await sweep(deps, bank)).isAvailable).toBe(true)
    expect((await cursorOf(tx, 'bank'))?.sweptUntil).toEqual(at(2 - 24 * 60))
    expect(sent.map(({ kind }) => kind)).toEqual(['books.cursor-mended'])
    for (const words of [
      `A conciliação com bank estava marcada até ${formatInstant(at(9_000))}`,
      `Ela foi retomada de ${formatInstant(at(2 - 24 * 60))}.`,
    ])
      expect(sent[0]?.text).toContain(words)
  }),
)

test(
  'a cursor in the future that another process resets at the same time is reset and notified once',
  inside(async (tx) => {
    const { deps, bank, sent } = start(tx, [])
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(9_000), completeAt: null, now: at(2) })
    await sweep(
      outrun(deps, () => sweep(deps, bank)),
      bank,
    )
    expect(sent.map(({ kind }) => kind)).toEqual(['books.cursor-mended'])
    expect((await cursorOf(tx, 'bank'))?.sweptUntil).toEqual(at(2 - 24 * 60))
  }),
)

const today = '2026-11-21'
const tomorrow = at(24 * 60)

test(
  'a day agrees when it matches what is booked to the centavo, and otherwise differs',
  inside(async (tx) => {
    const listed = [reported({ fee: 5 })]
    const booked = start(tx, listed)
    await sweep(booked.deps, booked.bank)
    /** Nothing of a close remains, so that each is the first of its day. */
    const close = (payments: readonly ListedPayment[], said: Partial<PaymentProvider> = {}) =>
      undone(tx, async (inside) => {
        const { deps, sent } = start(inside, payments, said, tomorrow)
        const closed = await closeDay(deps, { day: today })
        return { closed: closed.ok ? closed.value[0] : closed, notices: sent.map(({ kind }) => kind) }
      })
    expect(await close(listed)).toMatchObject({
      closed: { status: 'agrees', theirs: 10_000, ours: 10_000, differences: [] },
      notices: [],
    })
    const another = reported({ providerId: '2', amount: 70, updatedAt: at(2) })
    // Listed too late for the sweep.
    expect(await close([...listed, another])).toMatchObject({
      closed: { status: 'agrees', theirs: 10_070, ours: 10_070, differences: [] },
      notices: [],
    })
    for (const [payments, theirs, differences, ours = 10_000] of [
      [[], 0, [{ providerId: '1', theirs: null, ours: { amount: 10_000 } }]],
      [[reported({ fee: 6 })], 10_000, [{ providerId: '1', theirs: { fee: 6 }, ours: { fee: 5 } }]],
      [
        [...listed, { ...another, currency: 'USD' }],
        10_000,
        [{ providerId: '2', obstacle: 'foreign_currency' }],
      ],
      [
        [...listed, garbled({ providerId: '2' })],
        10_000,
        [{ providerId: '2', theirs: { amount: 1234 }, obstacle: 'unreadable' }],
      ],
      [
        [...listed, garbled({ providerId: '2', amount: null })],
        10_000,
        [{ providerId: '2', theirs: null, obstacle: 'unreadable' }],
      ],
      [
        [...listed, reported({ providerId: '2', state: undefined })],
        10_000,
        [{ providerId: '2', obstacle: 'in_doubt' }],
      ],
      [
        [...listed, reported({ ...another, doubts: ['fee_unreadable'] })],
        10_070,
        [{ providerId: '2', obstacle: 'in_doubt' }],
        10_070,
      ],
      [
        [...listed, reported({ providerId: '2', reference: 'PARC_0123abcd_1' })],
        20_000,
        [{ providerId: '2', obstacle: 'perhaps_ours' }],
      ],
    ] as const) {
      expect(await close(payments as readonly ListedPayment[])).toMatchObject({
        closed: { status: 'differs', theirs, ours, differences },
        notices: ['books.day-differs'],
      })
    }
    // A payment that is no money, or belongs to another shop, is not compared.
    const before = { approvedAt: at(-48 * 60), updatedAt: at(2) }
    const unpaid = { state: 'pending', approvedAt: undefined } as const
    for (const one of [
      unpaid,
      { ...unpaid, approvedAt: before.approvedAt },
      { ...unpaid, state: undefined },
      { reference: 'loja-ao-lado' },
      { ...before, reference: 'loja-ao-lado' },
    ])
      expect((await close([...listed, reported({ providerId: '2', ...one })])).closed).toMatchObject({
        status: 'agrees',
      })
    // A payment received that day counts on it, regardless of its last change; so does one changed that day, regardless of when
    // it was received.
    const later = reported({ fee: 5, updatedAt: at(20 * 60) })
    expect((await close([later])).closed).toMatchObject({ status: 'agrees', theirs: 10_000 })
    const unclear = reported({ providerId: '2', ...before, state: undefined })
    expect((await close([...listed, unclear])).closed).toMatchObject({
      differences: [{ providerId: '2', obstacle: 'in_doubt' }],
    })
    const earlier = { providerId: '7', amount: 70, approvedAt: before.approvedAt }
    await rowsIn(tx).payment({ ...earlier, receivedAt: before.approvedAt })
    expect((await close([...listed, reported({ ...earlier, ...before })])).closed).toMatchObject({
      ...{ status: 'agrees', theirs: 10_000, ours: 10_000 },
    })
    expect((await close([...listed, reported({ ...earlier, ...before, fee: 1 })])).closed).toMatchObject({
      differences: [{ providerId: '7', theirs: { amount: 70, fee: 1 }, ours: { amount: 70, fee: 0 } }],
    })
    await rowsIn(tx).setAside({ providerId: '9', since: at(60), amount: 40 })
    expect((await close(listed)).closed).toMatchObject({
      ...{ status: 'differs', theirs: 10_000, ours: 10_000 },
      differences: [{ providerId: '9', theirs: { amount: 40, refunded: 0, fee: 0 }, obstacle: 'unreadable' }],
    })
    await tx.delete(setAsidePayments)
    await rowsIn(tx).setAside({ providerId: '9', since: at(60), amount: null })
    expect((await close(listed)).closed).toMatchObject({ differences: [{ providerId: '9', theirs: null }] })
    expect((await close(listed, { list: unavailable })).closed).toEqual({
      ok: false,
      code: 'unavailable',
      detail: 'bank',
    })
    expect(await tx.select().from(dailyCloses)).toEqual([])
  }),
)

test(
  'unmatched money approved years before its payment was made is booked today and reviewed, and its day names it',
  inside(async (tx) => {
    const stray = reported({ createdAt: at(1), updatedAt: at(2), approvedAt: at(-10 * 365 * 24 * 60) })
    const { deps, bank } = start(tx, [stray])
    await sweep(deps, bank)
    expect(await receiptsOn(tx, { provider: 'bank', day: today })).toEqual(
      new Map([[expect.any(String), 10_000]]),
    )
    expect(await tx.select().from(paymentRows)).toMatchObject([{ reviewReason: 'doubtful_date' }])
    // The provider states the right day later, which is the one on which it was booked.
    const right = start(tx, [{ ...stray, approvedAt: at(1) }], {}, tomorrow)
    expect(await closeDay(right.deps, { day: today })).toMatchObject({ value: [{ status: 'agrees' }] })
  }),
)

test(
  'a payment booked on another day than its provider states is named on both days',
  inside(async (tx) => {
    const booked = start(tx, [reported()])
    await sweep(booked.deps, booked.bank)
    const close = async (payments: readonly ListedPayment[], day: IsoDate, minutes: number) => {
      const { deps } = start(tx, payments, {}, at(minutes))
      const closed = await closeDay(deps, { day })
      return closed.ok ? closed.value[0] : closed
    }
    const dayAfter = reported({ approvedAt: at(25 * 60), updatedAt: at(25 * 60) })
    const named = [
      { providerId: '1', theirs: { amount: 10_000 }, ours: { amount: 10_000 }, obstacle: 'another_day' },
    ]
    expect(await close([dayAfter], '2026-11-22', 48 * 60)).toMatchObject({
      ...{ status: 'differs', theirs: 10_000, ours: 0, differences: named },
    })
    expect(await close([dayAfter], today, 48 * 60)).toMatchObject({
      ...{ status: 'differs', theirs: 0, ours: 10_000, differences: [{ providerId: '1', theirs: null }] },
    })
    // If it changed on the day on which it is booked, it is still listed there.
    expect(await close([reported({ approvedAt: at(-24 * 60) })], today, 48 * 60)).toMatchObject({
      ...{ status: 'differs', theirs: 0, ours: 10_000, differences: named },
    })
    // Two payments of one amount on each other's day leave no difference in the sum.
    const second = reported({ providerId: '2', approvedAt: at(25 * 60), updatedAt: at(25 * 60) })
    const both = start(tx, [second], {}, at(26 * 60))
    await sweep(both.deps, both.bank)
    const swapped = [dayAfter, { ...second, approvedAt: at(1) }]
    expect(await close(swapped, '2026-11-22', 49 * 60)).toMatchObject({
      ...{ status: 'differs', theirs: 10_000, ours: 10_000 },
      differences: [named[0], { providerId: '2', obstacle: 'another_day' }],
    })
  }),
)

test(
  'does not save an unfinished day; compares a differing one three times; skips a provider without records',
  inside(async (tx) => {
    const { deps, bank, asked, sent, time, rows } = start(tx, [reported()])
    await rows.payment({ providerId: '1', receivedAt: null })
    const closes = async () => (await tx.select().from(dailyCloses)).map(({ day, status }) => [day, status])
    const byHand = scriptedBank([], { name: 'manual', isRecordedHere: true })
    const both = { ...deps, providers: { current: bank, all: [bank, byHand.bank] } }
    expect(await closeDay(both, { day: today })).toMatchObject({
      ok: true,
      value: [{ status: 'differs', provider: 'bank' }],
    })
    expect([await closes(), sent, byHand.asked]).toEqual([[], [], []])
    expect(asked.filter((what) => what === 'approval')).toHaveLength(3)
    time.now = tomorrow
    await closeDay(both, { day: today })
    expect(await closes()).toEqual([[today, 'differs']])
    expect(sent).toMatchObject([
      { subject: `O dia ${formatDate(today)} não fecha`, text: expect.stringContaining('Pagamento 1') },
    ])
    const sums = `bank, ${formatDate(today)}: R$ 100,00 no provedor, R$ 0,00 nos livros.`
    expect(sent[0]?.text.replaceAll('\u00a0', ' ')).toContain(sums)
    await sweep(deps, bank)
    await closeDay(both, { day: today })
    expect([await closes(), sent.length]).toEqual([[[today, 'differs']], 1])
    await rowsIn(tx).payment({ provider: 'manual', approvedAt: at(1) })
    await closeDay(both, { day: today })
    expect(byHand.asked).toEqual(['approval', 'change'])
  }),
)

test(
  'a day is compared again only once money of it is booked later',
  inside(async (tx) => {
    // The triggers mark the days whose books change.
    await tx.execute('set local session_replication_role = origin')
    const monthLater = at(30 * 24 * 60)
    const found = reported({ providerId: '2', amount: 70 })
    const closes = async () =>
      (await tx.select().from(dailyCloses)).map(({ day, status, theirs, ours }) => [
        day,
        status,
        theirs,
        ours,
      ])
    const booked = start(tx, [reported()])
    await sweep(booked.deps, booked.bank)
    await closeDay(start(tx, [reported()], {}, tomorrow).deps, { day: today })
    expect(await closes()).toEqual([[today, 'agrees', 10_000, 10_000]])
    const later = start(tx, [reported(), { ...found, updatedAt: monthLater }], {}, monthLater)
    expect(await closeChangedDays(later.deps)).toEqual({ ok: true, value: [] })
    await sweep(later.deps, later.bank)
    expect(await closeChangedDays(later.deps)).toEqual({
      ok: true,
      value: [{ provider: 'bank', day: today }],
    })
    expect(await closes()).toEqual([[today, 'agrees', 10_070, 10_070]])
    expect([await closeChangedDays(later.deps), later.sent]).toEqual([{ ok: true, value: [] }, []])

    // The provider no longer lists it, and more money of the day is found.
    const another = reported({ providerId: '3', amount: 5, updatedAt: monthLater })
    const last = start(tx, [another], {}, monthLater)
    await sweep(last.deps, last.bank)
    await closeChangedDays(last.deps)
    expect(await closes()).toEqual([[today, 'differs', 5, 10_075]])
    expect(last.sent).toMatchObject([
      { kind: 'books.day-differs', text: expect.stringContaining('já tinha sido fechado') },
    ])
    const silent = start(tx, [], { list: unavailable }, monthLater)
    await tx.update(dailyCloses).set({ ours: 1 })
    expect(await closeChangedDays(silent.deps)).toMatchObject({
      code: 'unavailable',
      detail: `bank ${today}`,
    })
  }),
)

test(
  'closes missed days newest first, at each provider with an account',
  inside(async (tx) => {
    const { deps, bank } = start(tx, [], {}, at(3 * 24 * 60))
    const { bank: other } = scriptedBank([], { name: 'other' })
    const { bank: byHand } = scriptedBank([], { name: 'manual', isRecordedHere: true })
    const rows = rowsIn(tx)
    await rows.payment({ provider: 'bank', approvedAt: at(24 * 60) })
    await rows.payment({ provider: 'other', approvedAt: at(0) })
    const providers = { current: bank, all: [bank, other, byHand] }
    const inBank = ['2026-11-23', '2026-11-22'].map((day) => ({ provider: 'bank', day }))
    const inOther = ['2026-11-23', '2026-11-22', '2026-11-21'].map((day) => ({ provider: 'other', day }))
    expect(await closeMissedDays({ ...deps, providers })).toEqual({
      ok: true,
      value: [...inBank, ...inOther],
    })
    // The account of manual payments begins with the first one.
    await rows.payment({ provider: 'manual', approvedAt: at(24 * 60) })
    await tx.delete(dailyCloses)
    const manual = inBank.map(({ day }) => ({ provider: 'manual', day }))
    expect(await closeMissedDays({ ...deps, providers: { current: byHand, all: [byHand] } })).toEqual({
      ...{ ok: true, value: manual },
    })
  }),
)

test(
  'an unreadable day or a silent provider delays the close of no other',
  inside(async (tx) => {
    const { deps, bank } = start(tx, [], {}, at(5 * 24 * 60))
    const rows = rowsIn(tx)
    await rows.payment({ provider: 'bank', approvedAt: at(0) })
    await rows.payment({ provider: 'other', approvedAt: at(0) })
    const asked: IsoDate[] = []
    const { bank: silent } = scriptedBank([], {
      name: 'other',
      list: async ({ from }) => {
        asked.push(todayInSaoPaulo(from))
        return { ok: false, code: 'unavailable' }
      },
    })
    // The page of 23 November never succeeds.
    const poisoned: typeof bank = {
      ...bank,
      list: (query) => (todayInSaoPaulo(query.from) === '2026-11-23' ? unavailable() : bank.list(query)),
    }
    const closing = { ...deps, providers: { current: poisoned, all: [silent, poisoned] } }
    expect(await closeMissedDays(closing)).toEqual({
      ok: false,
      code: 'unavailable',
      detail: 'other 2026-11-25, other 2026-11-24, other 2026-11-23, bank 2026-11-23',
    })
    // After three failures in a row it is not queried again in this run.
    expect(asked).toEqual(['2026-11-25', '2026-11-24', '2026-11-23'])
    const closed = await tx.select().from(dailyCloses).orderBy(dailyCloses.day)
    expect(closed.map(({ provider, day }) => `${provider} ${day}`)).toEqual(
      ['21', '22', '24', '25'].map((day) => `bank 2026-11-${day}`),
    )
    // A day that a person compares is saved for the providers that respond.
    await tx.delete(dailyCloses)
    expect(await closeDay(closing, { day: '2026-11-24' })).toMatchObject({
      code: 'unavailable',
      detail: 'other',
    })
    expect(await tx.select().from(dailyCloses)).toMatchObject([{ provider: 'bank', day: '2026-11-24' }])
  }),
)

test(
  'three failed days in a row end a provider’s run; each closed day resets the count',
  inside(async (tx) => {
    const asked: IsoDate[] = []
    const list: PaymentProvider['list'] = async ({ by, from }) => {
      const day = todayInSaoPaulo(from)
      if (by === 'approval') asked.push(day)
      return day === '2026-11-26' ? { ok: true, value: [] } : unavailable()
    }
    const { deps, rows } = start(tx, [], { list }, at(6 * 24 * 60))
    await rows.payment({ approvedAt: at(0) })
    expect(await closeMissedDays(deps)).toMatchObject({ code: 'unavailable' })
    expect(asked).toEqual(['2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23'])
  }),
)

test(
  'records listed payments of a charge that are no money, or known already, as listed',
  inside(async (tx) => {
    const listed = [
      reported({ providerId: 'known', reference: 'r', fee: 7, updatedAt: at(3) }),
      reported({ providerId: 'open', reference: 'r', state: 'pending', status: 'pending' }),
    ]
    const { deps, rows, asked } = start(tx, listed)
    const { chargeId } = await charged(tx)
    await rows.payment({ providerId: 'known', chargeId, receivedAt: at(1), approvedAt: at(1) })
    await settleCharge(deps, { chargeId })
    expect(asked).toEqual(['payments'])
    const { rows: found } = await tx.execute(
      'select provider_id, state, fee::int from provider_payments order by 1',
    )
    expect(found).toEqual([
      { provider_id: 'known', state: 'approved', fee: 7 },
      { provider_id: 'open', state: 'pending', fee: 0 },
    ])
  }),
)
