// Databases: one. Histories with partial refunds: no centavo is refunded twice, and none that is owed is kept.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { randomOf } from '../../../scripts/model/walk.ts'
import { applyCredit } from '../../../src/modules/payments/credits/decide-credit.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import type { PaymentProvider } from '../../../src/modules/payments/ports.ts'
import { attributeReturn } from '../../../src/modules/payments/refunds/attribute-return.ts'
import { decideRefund } from '../../../src/modules/payments/refunds/decide-refund.ts'
import { issueRefund } from '../../../src/modules/payments/refunds/issue-refund.ts'
import { refundCharge } from '../../../src/modules/payments/refunds/refund-charge.ts'
import { refundOrder } from '../../../src/modules/payments/refunds/refund-order.ts'
import { findRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { again, books, charge, first, me, order, report, type Start, second } from './reported-books.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [colleague, besides] = [id(92), id(93)]
const decided = { by: colleague, reason: 'why' }

/** Creates a bank that refunds what is requested, once for each key, and responds as the test sets. */
function returningBank() {
  const [returned, answers] = [new Map<string, number>(), [] as ('lost' | 'refused' | 'silent')[]]
  const refund: PaymentProvider['refund'] = async ({ amount, idempotencyKey }) => {
    const answer = answers.shift()
    if (answer === 'refused') return { ok: false, code: 'refused' }
    if (answer === 'silent') return { ok: false, code: 'unavailable' }
    returned.set(idempotencyKey, amount)
    if (answer === 'lost') return { ok: false, code: 'unavailable' }
    return { ok: true, value: { providerRefundId: idempotencyKey, amount } }
  }
  return {
    refund,
    answers,
    /** Records a refund at the bank's panel. */
    panel: (key: string, amount: number) => void returned.set(key, amount),
    total: () => [...returned.values()].reduce((sum, amount) => sum + amount, 0),
    /** Refunds that the bank lists. */
    refunds: () => [...returned].map(([key, amount]) => ({ id: key, amount })),
  }
}

type Bank = ReturnType<typeof returningBank>

/** Pays R$ 100,00 of one order and R$ 50,00 of another at once; any excess is a credit. */
async function paid(tx: Transaction, bank: Bank, amount = 15_000) {
  return report(tx, [{ amount }], { second: { orderId: besides, userId: me }, said: { refund: bank.refund } })
}

/** Issues a refund as the job does: the bank is queried before and afterwards, and its report is recorded. */
async function issue(started: Start, bank: Bank, refundId: string): Promise<string | undefined> {
  const ask = () => again(started, [{ refunded: bank.total(), refunds: bank.refunds() }])
  await ask()
  const error = await issueRefund(started.deps, { refundId }).then(
    () => undefined,
    ({ message }: Error) => message,
  )
  if (!error) await ask()
  return error
}

const listed = async (tx: Transaction) =>
  (await tx.select().from(refunds).orderBy(asc(refunds.createdAt), asc(refunds.amount))).map(
    ({ origin, amount, status, unattributed }) => `${origin} ${amount} ${status} ${unattributed}`,
  )
const idOf = async (tx: Transaction, amount: number, origin: 'team' | 'panel' | 'withdrawal' = 'team') => {
  const found = await tx.select().from(refunds).where(eq(refunds.amount, amount))
  const refund = found.find((one) => one.origin === origin)
  if (!refund) throw new Error(`no refund of ${amount}`)
  return refund.id
}
const requestBack = (tx: Transaction, { deps }: Start, amount: number, instalmentIds = [first]) =>
  refundCharge(tx, { chargeId: charge, amount, instalmentIds, origin: 'team', ...decided }, deps)
const withdraw = (tx: Transaction, { deps }: Start) =>
  refundOrder(tx, { orderId: order, origin: 'withdrawal', by: me, reason: 'w' }, deps)

test(
  'does not resend a part whose answer was lost, once a return is attributed to its instalment',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    await requestBack(tx, started, 3_000)
    const refundId = await idOf(tx, 3_000)
    bank.answers.push('lost')
    expect(await issue(started, bank, refundId)).toContain('unavailable')
    started.time.now = at(60)
    expect(await issue(started, bank, refundId)).toBeUndefined()
    expect(await listed(tx)).toEqual(['team 3000 held 0', 'panel 3000 done 3000'])
    const returned = { refundId: await idOf(tx, 3_000, 'panel'), ...decided }
    expect(await attributeReturn(tx, { ...returned, targets: [first] }, started.deps)).toMatchObject({
      ok: true,
    })
    expect(await listed(tx)).toEqual(['team 3000 given_up 0', 'panel 3000 done 0'])
    expect(bank.total()).toBe(3_000)
    expect(await books(tx, started)).toMatchObject({ instalments: 'paid 10000, paid 5000' })
  }),
)

test(
  'of two equal parts without an answer, one of which came back, the other is sent',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    for (const answer of ['lost', 'silent'] as const) {
      await requestBack(tx, started, 3_000)
      const [latest] = (await tx.select().from(refunds).where(eq(refunds.status, 'requested'))).slice(-1)
      bank.answers.push(answer)
      expect(await issue(started, bank, latest?.id ?? '')).toMatch(/unavailable|awaited/)
    }
    bank.answers.length = 0
    for (const minutes of [90, 180, 270]) {
      started.time.now = at(minutes)
      for (const { id: refundId } of await tx.select().from(refunds).where(eq(refunds.status, 'requested')))
        await issue(started, bank, refundId)
      for (const { id: refundId, unattributed } of await tx.select().from(refunds))
        if (unattributed > 0)
          await attributeReturn(tx, { refundId, targets: [first], ...decided }, started.deps)
    }
    expect((await listed(tx)).toSorted()).toEqual([
      ...['panel 3000 done 0', 'team 3000 done 0', 'team 3000 given_up 0'],
    ])
    expect(bank.total()).toBe(6_000)
    expect(await books(tx, started)).toMatchObject({ ledger: expect.stringContaining('refunds 6000') })
  }),
)

test(
  'a refused part can be retried after the rest of its instalment was refunded',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    await requestBack(tx, started, 3_000)
    expect(await withdraw(tx, started)).toEqual({ requested: 7_000, held: 0 })
    expect(await issue(started, bank, await idOf(tx, 7_000, 'withdrawal'))).toBeUndefined()
    bank.answers.push('refused')
    const refundId = await idOf(tx, 3_000)
    await issue(started, bank, refundId)
    expect(await listed(tx)).toEqual(['team 3000 failed 0', 'withdrawal 7000 done 0'])
    expect(await decideRefund(tx, { refundId, retry: true }, started.deps)).toEqual({
      ok: true,
      value: 3_000,
    })
    await issue(started, bank, refundId)
    expect(await listed(tx)).toEqual(['team 3000 done 0', 'withdrawal 7000 done 0'])
    expect(bank.total()).toBe(10_000)
    expect(await books(tx, started)).toMatchObject({
      ...{ instalments: 'refunded 10000, paid 5000', ledger: expect.stringContaining('refunds 10000') },
    })
  }),
)

test(
  'an instalment whose rest was refunded is refunded only by its own part under way',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    await requestBack(tx, started, 3_000)
    await withdraw(tx, started)
    await issue(started, bank, await idOf(tx, 7_000, 'withdrawal'))
    expect(await books(tx, started)).toMatchObject({ instalments: 'paid 10000, paid 5000' })
    expect(await withdraw(tx, started)).toEqual({ requested: 0, held: 0 })
    bank.answers.push('lost')
    await issue(started, bank, await idOf(tx, 3_000))
    started.time.now = at(90)
    await issue(started, bank, await idOf(tx, 3_000))
    expect(await listed(tx)).toEqual(['team 3000 held 0', 'withdrawal 7000 done 0', 'panel 3000 done 3000'])
    const returned = { refundId: await idOf(tx, 3_000, 'panel'), targets: [order], ...decided }
    await attributeReturn(tx, returned, started.deps)
    expect(await listed(tx)).toEqual(['team 3000 given_up 0', 'withdrawal 7000 done 0', 'panel 3000 done 0'])
    expect(bank.total()).toBe(10_000)
    expect(await books(tx, started)).toMatchObject({ instalments: 'refunded 10000, paid 5000' })
    expect(await requestBack(tx, started, 5_000, [second])).toMatchObject({ ok: true })
  }),
)

test(
  'a part given up as settled otherwise completes its instalment when the rest was refunded',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    await requestBack(tx, started, 3_000)
    await withdraw(tx, started)
    await issue(started, bank, await idOf(tx, 7_000, 'withdrawal'))
    bank.answers.push('refused')
    const refundId = await idOf(tx, 3_000)
    await issue(started, bank, refundId)
    expect(await books(tx, started)).toMatchObject({ instalments: 'paid 10000, paid 5000' })
    started.published.length = 0
    expect(await decideRefund(tx, { refundId, retry: false }, started.deps)).toEqual({
      ok: true,
      value: 3_000,
    })
    expect(await books(tx, started)).toMatchObject({ instalments: 'refunded 10000, paid 5000' })
    expect(started.published.map(({ type }) => type)).toEqual(['order-money.changed'])
  }),
)

test(
  'refunding an instalment in full does not refund another that was wholly waived',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await report(tx, [{ amount: 25_000 }], { said: { refund: bank.refund } })
    const rows = rowsIn(tx)
    const third = await rows.instalment({ id: id(6), userId: me, amount: 4_000 })
    const waived = await rows.instalment({ id: id(8), userId: me, amount: 1_000 })
    const [credit] = await tx.select().from(credits)
    const use = { creditId: credit?.id ?? '', instalmentIds: [third], forgive: false, ...decided }
    await applyCredit(tx, use, started.deps)
    const rest = (await tx.select().from(credits)).find(({ status }) => status === 'open')
    expect(rest?.amount).toBe(6_000)
    const last = await rows.instalment({ id: id(7), userId: me, amount: 6_000 })
    await applyCredit(
      tx,
      { creditId: rest?.id ?? '', instalmentIds: [last, waived], forgive: true, ...decided },
      started.deps,
    )
    const paidAmounts = async () =>
      (await tx.select().from(instalments).orderBy(instalments.id)).map(
        ({ status, paidAmount }) => `${status} ${paidAmount}`,
      )
    expect(await paidAmounts()).toEqual([...['paid 10000', 'paid 5000', 'paid 4000', 'paid 6000', 'paid 0']])
    await requestBack(tx, started, 5_000, [second])
    await issue(started, bank, await idOf(tx, 5_000))
    expect(await paidAmounts()).toEqual([
      ...['paid 10000', 'refunded 5000', 'paid 4000', 'paid 6000', 'paid 0'],
    ])
  }),
)

/** Lets the bank carry out a refund, and loses its response. */
async function lose({ started, bank, refundId }: { started: Start; bank: Bank; refundId: string }) {
  bank.answers.push('lost')
  expect(await issue(started, bank, refundId)).toContain('unavailable')
}

/**
 * Continues until nothing is pending; money that the bank returned without stating its purpose is attributed as the test decides,
 * by the bank's key.
 */
async function finish(
  tx: Transaction,
  { started, bank, targetsOf }: { started: Start; bank: Bank; targetsOf: (key: string) => string[] },
) {
  for (let hour = 0; hour < 3; hour++) {
    started.time.now = new Date(started.time.now.getTime() + 3_600_000)
    for (const { id: refundId } of await tx.select().from(refunds).where(eq(refunds.status, 'requested')))
      await issue(started, bank, refundId)
    for (const { id: refundId, unattributed, providerRefundId } of await tx.select().from(refunds)) {
      if (unattributed === 0) continue
      const targets = targetsOf(providerRefundId ?? '')
      expect(await attributeReturn(tx, { refundId, targets, ...decided }, started.deps)).toMatchObject({
        ok: true,
      })
    }
  }
}

test.each([
  ['of one', [first], [second]],
  ['of both', [first, second], [first]],
  ['of both', [first, second], [second]],
  ['of the other instalment', [second], [first]],
  ['of the other instalment', [second], [first, second]],
])(
  'sends a part %s that was never carried out, when the same amount came back for something else',
  (_, part, panel) =>
    inside(async (tx) => {
      const bank = returningBank()
      // With a credit there is more money than for the two, so that a repeated request could return another one's money.
      const started = await paid(tx, bank, 15_100)
      await requestBack(tx, started, 3_000, part)
      bank.answers.push('silent')
      await issue(started, bank, await idOf(tx, 3_000))
      bank.panel('p', 3_000)
      await finish(tx, { started, bank, targetsOf: () => panel })
      expect((await listed(tx)).toSorted()).toEqual(['panel 3000 done 0', 'team 3000 done 0'])
      expect(bank.total()).toBe(6_000)
    })(),
)

test(
  'sends a whole instalment that was never refunded, when its amount came back for another one',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    const what = { orderId: besides, origin: 'withdrawal', by: me, reason: 'w' } as const
    expect(await refundOrder(tx, what, started.deps)).toEqual({ requested: 5_000, held: 0 })
    bank.answers.push('silent')
    await issue(started, bank, await idOf(tx, 5_000, 'withdrawal'))
    bank.panel('p', 5_000)
    await finish(tx, { started, bank, targetsOf: () => [first] })
    expect((await listed(tx)).toSorted()).toEqual(['panel 5000 done 0', 'withdrawal 5000 done 0'])
    expect(bank.total()).toBe(10_000)
    expect(await books(tx, started)).toMatchObject({ instalments: 'paid 10000, refunded 5000' })
  }),
)

test(
  'two equal parts of two instalments, each without an answer, are refunded once each',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    const targets = new Map<string, string>()
    for (const target of [first, second]) {
      await requestBack(tx, started, 3_000, [target])
      const refundId = (await tx.select().from(refunds).orderBy(asc(refunds.id))).at(-1)?.id ?? ''
      await lose({ started, bank, refundId })
      targets.set((await findRefund(tx, refundId))?.idempotencyKey ?? '', target)
      await finish(tx, { started, bank, targetsOf: (key) => [targets.get(key) ?? ''] })
    }
    expect((await listed(tx)).toSorted()).toEqual([
      ...['panel 3000 done 0', 'panel 3000 done 0', 'team 3000 given_up 0', 'team 3000 given_up 0'],
    ])
    expect(bank.total()).toBe(6_000)
  }),
)

test(
  'a part of both whose answer was lost is refunded once, also where one has nothing else left',
  inside(async (tx) => {
    const bank = returningBank()
    const started = await paid(tx, bank)
    await requestBack(tx, started, 15_000 - 3_000, [first, second])
    const refundId = await idOf(tx, 12_000)
    await lose({ started, bank, refundId })
    await finish(tx, { started, bank, targetsOf: () => [first, second] })
    expect(bank.total()).toBe(12_000)
  }),
)

/** Target of each request to the bank: the withdrawn order's instalment or the other one. */
type Target = typeof first | typeof second

/**
 * Requests parts, withdraws, and sends refunds whose responses are lost or refusals; then retries everything until it is done.
 */
async function live(tx: Transaction, random: (below: number) => number) {
  const bank = returningBank()
  const targets = new Map<string, Target>()
  const started = await paid(tx, bank)
  const asked = new Map<Target, number>([
    [first, 0],
    [second, 0],
  ])
  const log: string[] = []
  const rowsOf = (status: 'requested' | 'failed') =>
    tx.select().from(refunds).where(eq(refunds.status, status)).orderBy(asc(refunds.id))
  const targetOfKey = async () => {
    for (const row of await tx.select().from(refunds)) {
      if (row.origin === 'panel' || targets.has(row.idempotencyKey)) continue
      const [known] = [...ownTargets].filter(([refundId]) => refundId === row.id)
      if (known) targets.set(row.idempotencyKey, known[1])
    }
  }
  const ownTargets = new Map<string, Target>()
  const noteNew = async (target: Target) => {
    for (const row of await tx.select().from(refunds))
      if (row.origin !== 'panel' && !ownTargets.has(row.id)) ownTargets.set(row.id, target)
  }
  const send = async (refundId: string, answer?: 'lost' | 'refused') => {
    bank.answers.length = 0
    if (answer) bank.answers.push(answer)
    const error = await issue(started, bank, refundId)
    bank.answers.length = 0
    await targetOfKey()
    log.push(
      `send ${ownTargets.get(refundId) === first ? 'first' : 'second'} ${answer ?? 'ok'} ${error ?? ''}`,
    )
  }
  const step = async () => {
    const what = random(5)
    started.time.now = new Date(started.time.now.getTime() + random(2) * 3_600_000)
    if (what === 0 || what === 1) {
      const target = what === 0 ? first : second
      const amount = 1 + random(4_000)
      // A refused refund of the other order can be retried as long as the total requested does not exceed its full amount.
      if (target === second && (asked.get(second) ?? 0) + amount > 5_000) return
      const answer = await requestBack(tx, started, amount, [target])
      if (answer.ok) {
        asked.set(target, (asked.get(target) ?? 0) + amount)
        await noteNew(target)
      }
      log.push(`ask ${what === 0 ? 'first' : 'second'} ${amount} ${answer.ok || answer.code}`)
    } else if (what === 2) {
      log.push(`withdraw ${JSON.stringify(await withdraw(tx, started))}`)
      await noteNew(first)
    } else {
      const open = await rowsOf('requested')
      const one = open[random(Math.max(1, open.length))]
      if (one) await send(one.id, ([undefined, 'lost', 'refused'] as const)[random(3)])
    }
  }
  /** Acts as the team: attributes returned money without a stated purpose, and retries refused refunds. */
  const decide = async () => {
    for (const row of await tx.select().from(refunds).where(eq(refunds.origin, 'panel'))) {
      if (row.unattributed === 0) continue
      const target = targets.get(row.providerRefundId ?? '')
      if (!target) throw new Error('money came back that nobody asked for')
      const answer = await attributeReturn(
        tx,
        { refundId: row.id, targets: [target], ...decided },
        started.deps,
      )
      log.push(`attribute ${row.amount} ${target === first ? 'first' : 'second'} ${JSON.stringify(answer)}`)
    }
    for (const { id: refundId } of await rowsOf('failed')) {
      const answer = await decideRefund(tx, { refundId, retry: true }, started.deps)
      // All of it was refunded with another request.
      if (!answer.ok && answer.code === 'too_much')
        await decideRefund(tx, { refundId, retry: false }, started.deps)
      log.push(`retry ${JSON.stringify(answer)}`)
    }
  }
  for (let at = 0; at < 8; at++) await step()
  for (let round = 0; round < 8; round++) {
    started.time.now = new Date(started.time.now.getTime() + 3_600_000)
    if (round === 3) {
      log.push(`withdraw ${JSON.stringify(await withdraw(tx, started))}`)
      await noteNew(first)
    }
    await decide()
    for (const { id: refundId } of await rowsOf('requested')) await send(refundId)
  }
  const returned = (target: Target) =>
    bank.refunds().reduce((sum, { id: key, amount }) => sum + (targets.get(key) === target ? amount : 0), 0)
  return { started, bank, log, asked, returned }
}

test('a withdrawn order is refunded in full and another only in the requested parts, whatever answers are lost', async () => {
  const seed = Number(process.env.MODEL_SEED ?? 20_261_124)
  const random = randomOf(seed)
  for (let history = 0; history < Number(process.env.MODEL_HISTORIES ?? 20); history++) {
    await inside(async (tx) => {
      const { started, bank, log, asked, returned } = await live(tx, (below) => Math.floor(random() * below))
      const found = {
        first: returned(first),
        second: returned(second),
        left: (await listed(tx)).filter((line) => !/ (done|given_up) 0$/.test(line)),
        books: await books(tx, started),
      }
      expect({ log, ...found }).toMatchObject({
        ...{ first: 10_000, second: asked.get(second), left: [] },
        books: {
          instalments: expect.stringMatching(/^refunded 10000/),
          ledger: expect.stringContaining(`refunds ${bank.total()}`),
        },
      })
    })()
  }
}, 600_000)
