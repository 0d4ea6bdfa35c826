// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute)
  harness.queue.length = 0
})

const ahead = (index: number) => `2030-0${index + 1}-10`
const by = newId()
const on = '2029-12-01'

/** Replaces what is open of an order by `count` instalments of an amount. */
async function replace(
  orderId: string,
  { count, amount, found }: { count: number; amount: number; found?: object },
) {
  const open = await harness.payments.openScheduleOf({ orderId, on })
  if (!open) return undefined
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{
      number: open.lastNumber + index + 1,
      amount,
      dueDate: `2031-0${index + 1}-05`,
      method: 'pix' as const,
    },
  }))
  harness.clock.advance(second)
  return harness.database.transaction((tx) =>
    harness.payments.replaceSchedule(tx, {
      id: newId(),
      orderId,
      replaced: open.instalments,
      rows,
      ...found,
    }),
  )
}

async function settle() {
  harness.clock.advance(31 * second)
  await harness.payments.reconcile()
  await harness.work()
}

async function code(viewer: Parameters<PaymentsHarness['payments']['startCharge']>[0]['viewer'], id: string) {
  const started = await harness.payments.startCharge({ viewer, instalmentIds: [id] })
  return started.ok ? (await harness.charge(started.value.chargeId)).reference : undefined
}

const openOf = async (userId: string) => harness.payments.pendingOf({ userId })

test('closes the old instalments as renegotiated with their codes, and creates the new ones', async () => {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: 3, due: ahead })
  const [first = '', next = ''] = instalmentIds
  const paid = await code(viewer, first)
  await harness.simulator.act(paid ?? '', 'approve')
  await settle()
  const reference = await code(viewer, next)
  expect(await harness.payments.openScheduleOf({ orderId, on })).toMatchObject({ isUnderReview: false })
  expect(await replace(orderId, { count: 4, amount: 4_000 })).toEqual({
    ok: true,
    value: { difference: -4_000 },
  })
  const [charge] = await harness.query<{ id: string }>('select id from charges where reference = $1', [
    reference,
  ])
  expect(harness.queue).toContainEqual({ job: 'charges.cancel', data: { chargeId: charge?.id } })
  // The movement has the renegotiation's own key, so that it is posted once.
  const posted = `select count(*)::int from ledger_transactions
    where key in (select 'renegotiation:' || renegotiated_in from payments where order_id = $1)`
  expect(await harness.query(posted, [orderId])).toEqual([{ count: 1 }])
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'cancelled', 'cancelled'])
  const all = await harness.payments.ofOrder({ orderId })
  expect(all.map(({ isRenegotiated }) => isRenegotiated)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect((await openOf(viewer.id)).map(({ total }) => total)).toEqual([4_000, 4_000, 4_000, 4_000])
  expect(await harness.payments.checkBooks()).toEqual([])

  // A person who pays the old code anyway gets a credit, which the team applies to the new schedule.
  await harness.simulator.act(reference ?? '', 'approve')
  await settle()
  const credits = await harness.payments.creditsOf({ userId: viewer.id })
  expect(credits).toMatchObject([{ amount: 10_000, reason: 'renegotiated', isGoingBack: false }])
  const target = (await openOf(viewer.id)).slice(0, 2).map(({ id }) => id)
  const applied = await harness.database.transaction((tx) =>
    harness.payments.applyCredit(tx, {
      ...{
        creditId: credits[0]?.id ?? '',
        instalmentIds: target,
        forgive: false,
        by,
        reason: 'código antigo',
      },
    }),
  )
  expect(applied.ok).toBe(true)
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('an old code paid when nothing of the order is open is refunded automatically, as after a withdrawal', async () => {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: 2, due: ahead })
  const reference = await code(viewer, instalmentIds[0] ?? '')
  expect(await replace(orderId, { count: 1, amount: 20_000 })).toMatchObject({ ok: true })
  await harness.database.transaction((tx) => harness.payments.cancelInstalments(tx, { orderId }))
  await harness.simulator.act(reference ?? '', 'approve')
  await settle()
  expect(
    await harness.query('select amount::int, reason, status from credits where user_id = $1', [viewer.id]),
  ).toEqual([{ amount: 10_000, reason: 'late', status: 'refunded' }])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a customer who pays an old code once the new schedule is paid reads that its instalment was no longer open, not that the order is cancelled', async () => {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: 2, due: ahead })
  const reference = await code(viewer, instalmentIds[0] ?? '')
  expect(await replace(orderId, { count: 1, amount: 20_000 })).toMatchObject({ ok: true })
  const [{ id = '' } = {}] = await openOf(viewer.id)
  const next = await code(viewer, id)
  await harness.simulator.act(next ?? '', 'approve')
  await settle()
  await harness.simulator.act(reference ?? '', 'approve-late')
  await settle()
  const mail = harness.outbox.find(({ kind, userId }) => kind === 'credit.kept' && userId === viewer.id)
  expect(mail?.text).toContain('por uma parcela que já não estava em aberto')
  expect(mail?.text).toContain('Já pedimos a devolução.')
  expect(mail?.text).not.toContain('cancelad')
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('refuses to replace what was paid, moved or put under review since; of two at once, one succeeds', async () => {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: 2, due: ahead })
  const open = await harness.payments.openScheduleOf({ orderId, on })
  const found = { replaced: open?.instalments ?? [] }
  const reference = await code(viewer, instalmentIds[0] ?? '')
  await harness.simulator.act(reference ?? '', 'approve')
  await settle()
  expect(await replace(orderId, { count: 2, amount: 5_000, found })).toMatchObject({
    ok: false,
    code: 'stale',
  })
  const less = await code(viewer, instalmentIds[1] ?? '')
  await harness.simulator.act(less ?? '', 'approve', { amount: 30 })
  await settle()
  expect(await harness.payments.openScheduleOf({ orderId, on })).toMatchObject({ isUnderReview: true })
  expect(await replace(orderId, { count: 2, amount: 5_000 })).toMatchObject({ ok: false, code: 'stale' })

  const other = await harness.customer({ instalments: 2, due: ahead })
  const same = (await harness.payments.openScheduleOf({ orderId: other.orderId, on }))?.instalments
  const once = { amount: 10_000, found: { replaced: same ?? [] } }
  const both = await Promise.all([1, 2].map((count) => replace(other.orderId, { count, ...once })))
  expect(both.map((one) => one?.ok).toSorted()).toEqual([false, true])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('after any payments, renegotiations, withdrawals and refunds the books balance and add up to the contract', async () => {
  const step = fc.record({
    act: fc.constantFrom('code', 'old code', 'renegotiate', 'withdraw', 'refund'),
    at: fc.nat(3),
    count: fc.integer({ min: 1, max: 4 }),
    amount: fc.constantFrom(3_000, 10_000, 40_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: 4, due: ahead })
      const old: string[] = []
      let [contracted, discount] = [40_000, 0]
      for (const { act, at, count, amount } of steps) {
        if (act === 'code' || act === 'old code') {
          const open = await openOf(viewer.id)
          const id = open[at % Math.max(1, open.length)]?.id
          const reference = id && (await code(viewer, id))
          if (reference && act === 'code') await harness.simulator.act(reference, 'approve')
          if (reference && act === 'old code') old.push(reference)
        }
        if (act === 'renegotiate') {
          const done = await replace(orderId, { count, amount })
          if (done?.ok) discount -= done.value.difference
          const late = old.pop()
          if (late) await harness.simulator.act(late, 'approve').catch(() => undefined)
        }
        if (act === 'withdraw') {
          const left = (await harness.payments.ofOrder({ orderId })).filter(
            ({ status }) => status === 'pending',
          )
          contracted -= left.reduce((total, { amount: each }) => total + each, 0)
          await harness.database.transaction(async (tx) => {
            await harness.payments.cancelInstalments(tx, { orderId })
            return harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'x' })
          })
        }
        if (act === 'refund') {
          const paid = (await harness.payments.ofOrder({ orderId })).find(({ status }) => status === 'paid')
          const chargeId = paid?.paidBy
          if (chargeId)
            await harness.database.transaction((tx) =>
              harness.payments.refundCharge(tx, { chargeId, origin: 'team', by, reason: 'x' }),
            )
        }
        await settle()
        expect(await harness.payments.checkBooks()).toEqual([])
        const [sums] = await harness.query<{ total: number }>(
          `select coalesce(sum(amount), 0)::int as total from payments where order_id = $1 and status <> 'cancelled'`,
          [orderId],
        )
        expect((sums?.total ?? 0) + discount).toBe(contracted)
      }
      expect(instalmentIds).toHaveLength(4)
    }),
    { numRuns: 6 },
  )
}, 120_000)
