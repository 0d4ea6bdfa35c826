// Databases: one. A quarantined payment waits until its money is booked or a person has dealt with it, regardless of other
// responses in the meantime.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCharge } from '../../../src/modules/payments/charges/store.server.ts'
import { cancelCharge } from '../../../src/modules/payments/checkout/cancel-charge.ts'
import { chargesInDoubt } from '../../../src/modules/payments/credits/store.server.ts'
import { moneyItem } from '../../../src/modules/payments/desk/money-items.ts'
import { createPayments } from '../../../src/modules/payments/index.server.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import {
  type ListedPayment,
  type PaymentProvider,
  type PaymentReport,
  textIdPrefix,
} from '../../../src/modules/payments/ports.ts'
import { findRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import { resolveSetAside } from '../../../src/modules/payments/set-aside/resolve-set-aside.ts'
import {
  closeSetAside,
  releaseCharge,
  setAsideAmong,
} from '../../../src/modules/payments/set-aside/store.server.ts'
import { setAsidePayments } from '../../../src/modules/payments/set-aside/tables.server.ts'
import { reconcile } from '../../../src/modules/payments/settlement/reconcile.ts'
import { refundAndSettle } from '../../../src/modules/payments/settlement/refund-and-settle.ts'
import { settleCharge, settlePayment } from '../../../src/modules/payments/settlement/settle.ts'
import { sweep } from '../../../src/modules/payments/settlement/sweep.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, garbled, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, team] = [id(1), id(2)]

/** Creates a bank whose next response a test can set. */
function bankThat(tx: Transaction, first: ListedPayment, said: Partial<PaymentProvider> = {}) {
  const payments = [first]
  const started = depsIn(tx, [scriptedBank(payments, said).bank])
  return { ...started, rows: rowsIn(tx), says: (next: ListedPayment) => void payments.splice(0, 1, next) }
}

const waiting = async (tx: Transaction) =>
  (await tx.select().from(setAsidePayments)).filter(({ resolvedAt }) => resolvedAt === null)
const unpaid = (state: 'pending' | 'in_process', updatedAt: Date | undefined = at(0)): PaymentReport =>
  reported({ state, status: state, approvedAt: undefined, updatedAt })
const asked = { provider: 'bank', providerId: '1', cause: 'webhook' } as const

test.each([
  ['pending', at(0)],
  ['pending', at(2)],
  ['in_process', at(0)],
] as const)(
  'an answer of %s, of whatever time, does not resolve a payment that cannot be booked yet',
  (state, said) =>
    inside(async (tx) => {
      const { deps, says, time } = bankThat(tx, garbled())
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toMatchObject([{ providerId: '1', amount: 12_34, tries: 1 }])
      says(unpaid(state, said))
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toHaveLength(1)
      // The wait ends neither automatically nor when the payment is listed among the changes, and it lets others go first.
      time.now = at(30)
      await reconcile(deps)
      expect(await waiting(tx)).toMatchObject([{ tries: 2, nextTryAt: at(31) }])
      says(reported({ updatedAt: at(1) }))
      time.now = at(40)
      await reconcile(deps)
      expect(await waiting(tx)).toEqual([])
    })(),
)

test.each(['cancelled', 'rejected', 'expired', 'approved'] as const)(
  'a set-aside payment that turns out to be %s is resolved',
  (state) =>
    inside(async (tx) => {
      const { deps, says } = bankThat(tx, garbled())
      await settlePayment(deps, asked)
      says(reported({ state, status: state }))
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toEqual([])
    })(),
)

test.each(['cancelled', 'rejected', 'expired', 'approved', 'refunded'] as const)(
  'an answer of %s older than the set-aside one resolves nothing; one of the same time does',
  (state) =>
    inside(async (tx) => {
      const { deps, says, time } = bankThat(tx, garbled({ updatedAt: at(4) }))
      await settlePayment(deps, asked)
      const old = reported({ state, status: state, updatedAt: at(3) })
      says(state === 'refunded' ? { ...old, refunded: old.amount } : old)
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toHaveLength(1)
      // Nor does the wait end when the payment is listed among the changes, in the state that the books have by now.
      time.now = at(30)
      await reconcile(deps)
      time.now = at(60)
      await reconcile(deps)
      expect(await waiting(tx)).toMatchObject([{ amount: 12_34 }])
      says(reported({ state: 'approved', updatedAt: at(4) }))
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toEqual([])
    })(),
)

test(
  'compares with the booked report when the set-aside one has an earlier or no date',
  inside(async (tx) => {
    const { deps, says } = bankThat(tx, reported({ updatedAt: at(4), refunded: 1_000 }))
    await settlePayment(deps, asked)
    for (const updatedAt of [undefined, at(2)]) {
      says(garbled({ updatedAt }))
      await settlePayment(deps, asked)
      says(reported({ updatedAt: at(3) }))
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toHaveLength(1)
      says(reported({ updatedAt: at(4), refunded: 1_000 }))
      await settlePayment(deps, asked)
      expect(await waiting(tx)).toEqual([])
    }
  }),
)

test(
  'the latest of two set-aside reports counts, and a future date is ignored',
  inside(async (tx) => {
    const { deps, says } = bankThat(tx, garbled({ updatedAt: at(4) }))
    await settlePayment(deps, asked)
    says(garbled({ updatedAt: at(2), raw: '{"older":1}' }))
    await settlePayment(deps, asked)
    says(garbled({ updatedAt: at(600), raw: '{"future":1}' }))
    await settlePayment(deps, asked)
    says(reported({ updatedAt: at(3) }))
    await settlePayment(deps, asked)
    expect(await waiting(tx)).toHaveLength(1)
    says(reported({ updatedAt: at(4) }))
    await settlePayment(deps, asked)
    expect(await waiting(tx)).toEqual([])
  }),
)

const refused = async () => ({ ok: false, code: 'refused' }) as const

test(
  'a decision about a set-aside payment is refused once its provider has reported something else than the person saw',
  inside(async (tx) => {
    const { deps, says } = bankThat(tx, garbled({ amount: 3_000 }))
    const seen = async (setAsideId: string) => {
      const item = await moneyItem(deps, { kind: 'set-aside', id: setAsideId })
      return item?.kind === 'set-aside' ? item.seen : ''
    }
    await settlePayment(deps, asked)
    const [{ id: setAsideId = '' } = {}] = await waiting(tx)
    const decision = { setAsideId, by: team, reason: 'devolvido', seen: await seen(setAsideId) }
    says(garbled({ amount: 30_000, raw: '{"more":1}' }))
    await settlePayment(deps, asked)
    expect(await resolveSetAside(tx, decision, deps)).toEqual({ ok: false, code: 'changed_meanwhile' })
    expect(await waiting(tx)).toMatchObject([{ amount: 30_000 }])
    const again = { ...decision, seen: await seen(setAsideId) }
    expect(await resolveSetAside(tx, again, deps)).toMatchObject({ ok: true })
    expect(await waiting(tx)).toEqual([])
  }),
)

test(
  'any change of a payment that cannot be booked writes its charge, so that its payer’s pages are rendered again',
  inside(async (tx) => {
    const { deps, rows, says } = bankThat(tx, garbled({ reference: 'r' }))
    const chargeId = await rows.charge({ reference: 'r', nextCheckAt: null })
    const place = async () =>
      (await tx.execute(sql`select ctid::text as place from charges where id = ${chargeId}`)).rows[0]?.place
    const isWrittenBy = async (work: () => Promise<unknown>) => {
      const before = await place()
      await work()
      return (await place()) !== before
    }
    expect(await isWrittenBy(() => settlePayment(deps, asked))).toBe(true)
    const [{ id: setAsideId = '' } = {}] = await waiting(tx)
    const decision = { setAsideId, by: team, reason: 'visto' }
    const unknown = { ...decision, setAsideId: id(99) }
    expect(await resolveSetAside(tx, unknown, deps)).toEqual({ ok: false, code: 'not_open' })
    expect(await isWrittenBy(() => resolveSetAside(tx, decision, deps))).toBe(true)
    says(garbled({ reference: 'r', raw: '{"again":1}' }))
    await settlePayment(deps, asked)
    const booked = { provider: 'bank', providerIds: ['1'], now: at(9) }
    expect(await isWrittenBy(() => closeSetAside(tx, booked))).toBe(true)
    expect(await isWrittenBy(() => closeSetAside(tx, booked))).toBe(false)

    // Items without an id of their own: of this charge, of another one, and one that a person has dealt with.
    const [own, ofAnother, dealtWith] = await Promise.all([
      rows.setAside({ chargeId, providerId: `${textIdPrefix}1` }),
      rows.setAside({ chargeId: id(77), providerId: `${textIdPrefix}2` }),
      rows.setAside({ chargeId, providerId: `${textIdPrefix}3`, resolvedAt: at(1), resolvedBy: team }),
    ])
    const release = { chargeId, listedBefore: at(9), now: at(9) }
    expect(await isWrittenBy(() => releaseCharge(tx, release))).toBe(true)
    expect(await isWrittenBy(() => releaseCharge(tx, release))).toBe(false)
    const now = new Map((await tx.select().from(setAsidePayments)).map((row) => [row.id, row.chargeId]))
    expect([own, ofAnother, dealtWith].map((one) => now.get(one))).toEqual([null, id(77), chargeId])

    const among = await setAsideAmong(tx, { provider: 'bank', providerIds: [`${textIdPrefix}3`] })
    expect([...among.keys()]).toEqual([`${textIdPrefix}3`])
  }),
)

test(
  'cancelling a charge paid in another currency ends its job, and succeeds once a person resolved the money',
  inside(async (tx) => {
    const foreign = reported({ reference: 'r', currency: 'USD' })
    const { deps, rows, says } = bankThat(tx, foreign, { cancel: refused })
    const chargeId = await rows.charge({ userId: me, reference: 'r' })
    await rows.line(chargeId, await rows.instalment({ userId: me }))
    const job = createPayments({ ...deps, reconcileSeconds: 60 }).jobs['charges.cancel']
    const status = async () => (await findCharge(tx, chargeId))?.status
    await job.run({ chargeId })
    expect(await status()).toBe('pending')
    const [item] = await waiting(tx)
    expect(item).toMatchObject({ reason: 'foreign_currency', amount: 10_000, currency: 'USD' })

    await resolveSetAside(tx, { setAsideId: item?.id ?? '', by: team, reason: 'devolvido' }, deps)
    await job.run({ chargeId })
    expect(await status()).toBe('cancelled')
    expect(await waiting(tx)).toEqual([])

    // A payment that the provider reports again waits again, and a charge with it is left unchanged.
    says({ ...foreign, amount: 20_000 })
    expect(await cancelCharge(deps, { chargeId })).toEqual({ ok: false, code: 'undecided' })
    expect(await waiting(tx)).toHaveLength(1)
  }),
)

test(
  'cancelling a charge with a payment of unknown status ends its job: a person sees it, the charge stays',
  inside(async (tx) => {
    const unknown = reported({ reference: 'r', state: undefined, status: 'new' })
    const unreadable = async () => ({ ok: false, code: 'unreadable' }) as const
    const { deps, rows } = bankThat(tx, unknown, { cancel: unreadable })
    const chargeId = await rows.charge({ userId: me, reference: 'r' })
    await rows.line(chargeId, await rows.instalment({ userId: me }))
    expect(await cancelCharge(deps, { chargeId })).toEqual({ ok: false, code: 'undecided' })
    await createPayments({ ...deps, reconcileSeconds: 60 }).jobs['charges.cancel'].run({ chargeId })
    expect((await findCharge(tx, chargeId))?.status).toBe('pending')
    expect(await tx.select().from(payments)).toMatchObject([{ reviewReason: 'unknown_status' }])
  }),
)

/** What the bank says of a charge when it is asked for its payments, and whether that proves that nobody has paid it. */
test.each<[name: string, PaymentReport[], isProof: boolean]>([
  ['no payment', [], true],
  ['an attempt that can still be paid', [unpaid('pending')], true],
  ['a refused attempt', [reported({ state: 'rejected', status: 'rejected', approvedAt: undefined })], true],
  ['a payment in process', [unpaid('in_process')], false],
  ['a payment in an unknown status', [reported({ state: undefined, status: 'new' })], false],
])(
  'a charge that a contradicted list named as paid, and of which the bank states %s later',
  (_, said, isProof) =>
    inside(async (tx) => {
      const listed = reported({ providerId: '7', reference: 'r', amount: 9_999 })
      const really = reported({ providerId: '7', reference: 'other' })
      let isContradicted = true
      const payments = said.map((one) => ({ ...one, reference: 'r' }))
      const { bank } = scriptedBank([], {
        list: async () => ({ ok: true, value: isContradicted ? [listed] : [] }),
        get: async (asked) => ({ ok: true, value: asked === '7' ? really : (payments[0] ?? really) }),
        paymentsOf: async () => ({ ok: true, value: payments }),
      })
      const { deps, time } = depsIn(tx, [bank])
      const chargeId = await rowsIn(tx).charge({ reference: 'r', nextCheckAt: null })
      const isInDoubt = async (minutes: number) => {
        time.now = at(minutes)
        await sweep(deps, bank)
        await settleCharge(deps, { chargeId })
        return (await chargesInDoubt(tx, [chargeId])).has(chargeId)
      }
      expect(await isInDoubt(5)).toBe(true)
      isContradicted = false
      // A list that lags behind may have it later.
      expect(await isInDoubt(19)).toBe(true)
      expect(await isInDoubt(21)).toBe(!isProof)
      // Its money stays with the team.
      const item = { amount: 9_999, detail: 'id', chargeId: isProof ? null : chargeId }
      expect(await waiting(tx)).toMatchObject([item])
    })(),
)

test(
  'a charge stays in doubt while the list that named it as paid is contradicted again and again',
  inside(async (tx) => {
    const listed = reported({ providerId: '7', reference: 'r', amount: 9_999 })
    const really = reported({ providerId: '7', reference: 'other' })
    const { bank } = scriptedBank([really], {
      list: async () => ({ ok: true, value: [listed] }),
      paymentsOf: async () => ({ ok: true, value: [] }),
    })
    const { deps, time } = depsIn(tx, [bank])
    const chargeId = await rowsIn(tx).charge({ reference: 'r', nextCheckAt: null })
    for (let minutes = 5; minutes <= 30; minutes++) {
      time.now = at(minutes)
      await sweep(deps, bank)
      await settleCharge(deps, { chargeId })
      expect((await chargesInDoubt(tx, [chargeId])).has(chargeId)).toBe(true)
    }
  }),
)

test(
  'a charge stays in doubt while a payment of its own waits, also when the bank lists nothing for it any more',
  inside(async (tx) => {
    const waits = garbled({ providerId: '7', reference: 'r', approvedAt: at(1) })
    const { bank } = scriptedBank([waits], { paymentsOf: async () => ({ ok: true, value: [] }) })
    const { deps, time } = depsIn(tx, [bank])
    const chargeId = await rowsIn(tx).charge({ reference: 'r', nextCheckAt: null })
    await settlePayment(deps, { ...asked, providerId: '7' })
    time.now = at(60)
    await settleCharge(deps, { chargeId })
    expect(await waiting(tx)).toMatchObject([{ providerId: '7', chargeId }])
    expect((await chargesInDoubt(tx, [chargeId])).has(chargeId)).toBe(true)
  }),
)

test(
  'does not refund a payment whose latest answer cannot be booked, even once a person has resolved it',
  inside(async (tx) => {
    const { deps, rows } = bankThat(tx, garbled())
    const refundId = await rows.refund({ paymentId: await rows.payment({ providerId: '1' }) })
    await expect(refundAndSettle(deps, { refundId })).rejects.toThrow('set_aside')
    const [item] = await waiting(tx)
    await resolveSetAside(tx, { setAsideId: item?.id ?? '', by: team, reason: 'visto' }, deps)
    await expect(refundAndSettle(deps, { refundId })).rejects.toThrow('dealt_with')
    expect(await findRefund(tx, refundId)).toMatchObject({ status: 'requested', lastError: 'dealt_with' })
  }),
)
