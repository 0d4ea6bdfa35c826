// Databases: postgres. Decisions of several members at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalWindowDays } from '../../../src/modules/payments/domain/approval.ts'
import { requestTeamRefund } from '../../../src/modules/payments/refunds/approve-refund.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'
import { depsIn } from './scripted-bank.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase, approvalAbove: 25_000 })
  await harness.simulator.faults({ dropWebhooks: true })
})
afterAll(() => harness.close())

const by = newId()
const decision = { by, reason: 'acordo' }
const window = approvalWindowDays * 24 * 60 * minute

/** Creates a customer with paid charges of R$ 100,00 each. */
async function paid(count: number) {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: count })
  const chargeIds: string[] = []
  for (const id of instalmentIds) {
    const started = await harness.payments.startCharge({ viewer, instalmentIds: [id] })
    if (!started.ok) throw new Error(started.code)
    const { chargeId } = started.value
    chargeIds.push(chargeId)
    const { reference } = await harness.charge(chargeId)
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'approve')
    await harness.payments.settleCharge({ chargeId })
  }
  return { viewer, orderId, chargeIds }
}

/** Asks for the refund of a charge, and returns whether it was requested at once, needs approval, or was refused. */
async function ask(subjectId = '', amount?: number) {
  const asked = await harness.database.transaction((tx) =>
    harness.payments.requestTeamRefund(tx, { kind: 'charge', subjectId, amount, ...decision }),
  )
  if (!asked.ok) return asked.code
  return asked.value.approvalId ?? 'at once'
}

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

test('adds up partial refunds and refunds of several charges of a customer', async () => {
  const { chargeIds } = await paid(4)
  const [first, other, third, fourth] = chargeIds
  expect(await ask(first, 6_000)).toBe('at once')
  expect(await ask(first, 4_000)).toBe('at once')
  expect(await ask(other)).toBe('at once')
  expect(await ask(third, 5_001)).toEqual(uuid)
  expect(await ask(fourth, 5_000)).toBe('at once')
  expect(await ask(fourth, 1)).toEqual(uuid)
  // The refund of another customer needs no approval.
  expect(await ask((await paid(1)).chargeIds[0])).toBe('at once')
})

test('does not count approved refunds, nor refunds before the window', async () => {
  const { chargeIds } = await paid(6)
  for (const chargeId of chargeIds.slice(0, 2)) expect(await ask(chargeId)).toBe('at once')
  const approvalId = await ask(chargeIds[2])
  expect(approvalId).toEqual(uuid)
  const approved = await harness.database.transaction((tx) =>
    harness.payments.decideRefundApproval(tx, { approvalId, approve: true, by: newId() }),
  )
  expect(approved).toEqual({ ok: true, value: 10_000 })
  expect(await ask(chargeIds[3], 5_000)).toBe('at once')
  expect(await ask(chargeIds[4])).toEqual(uuid)
  harness.clock.advance(window + minute)
  expect(await ask(chargeIds[5])).toBe('at once')
})

test('the approved refund of what a bare Pix left over, after a part paid an instalment, does not count', async () => {
  const { orderId, instalmentIds, viewer } = await harness.customer({ instalments: 1 })
  const other = await harness.customer({ instalments: 1, sameAs: { viewer } })
  await harness.simulator.stray({ amount: 400 })
  harness.clock.advance(31 * second)
  await harness.payments.reconcile()
  const left = async (amount: number) => {
    const found = await harness.query<{ id: string }>(
      "select id from credits where status = 'open' and reason = 'unmatched' and amount = $1",
      [amount],
    )
    return found[0]?.id ?? ''
  }
  const what = { creditId: await left(40_000), instalmentIds, forgive: false, ...decision }
  await harness.database.transaction((tx) => harness.payments.applyCredit(tx, what))
  const team = (kind: 'credit' | 'order', subjectId: string) =>
    harness.database.transaction((tx) =>
      harness.payments.requestTeamRefund(tx, { kind, subjectId, isOurs: true, ...decision }),
    )
  const asked = await team('credit', await left(30_000))
  const approvalId = (asked.ok && asked.value.approvalId) || ''
  await harness.database.transaction((tx) =>
    harness.payments.decideRefundApproval(tx, { approvalId, approve: true, by: newId() }),
  )
  // Nothing was paid for this order.
  expect(await team('order', other.orderId)).toEqual({ ok: true, value: { amount: 0, held: 0 } })
  expect(await team('order', orderId)).toEqual({ ok: true, value: { amount: 10_000, held: 0 } })
})

test('an order of which nothing is to be returned needs no approval, also once the limit is lower than what was returned before', async () => {
  const { viewer, chargeIds } = await paid(1)
  expect(await ask(chargeIds[0])).toBe('at once')
  const { orderId } = await harness.customer({ instalments: 1, sameAs: { viewer } })
  const asked = await harness.database.transaction((tx) => {
    const { deps } = depsIn(tx, [harness.provider], harness.clock.now())
    const request = { kind: 'order', subjectId: orderId, ...decision } as const
    return requestTeamRefund(tx, request, { ...deps, approvalAbove: 5_000 })
  })
  expect(asked).toEqual({ ok: true, value: { amount: 0, held: 0 } })
})

test('a member who is also the customer decides nothing about this money alone, nor as the second person', async () => {
  const { viewer, chargeIds } = await paid(1)
  const own = { by: viewer.id, reason: 'acordo' }
  const within = harness.database.transaction.bind(harness.database)
  const refund = { kind: 'charge', subjectId: chargeIds[0] ?? '', amount: 100 } as const
  const asked = await within((tx) => harness.payments.requestTeamRefund(tx, { ...refund, ...own }))
  expect(asked).toMatchObject({ ok: true, value: { approvalId: uuid } })
  const { instalmentIds } = await harness.customer({ instalments: 2, sameAs: { viewer } })
  const record = (index: number, by: string, amount: number) =>
    within((tx) =>
      harness.payments.recordManualPayment(tx, {
        ...{
          key: newId(),
          instalmentIds: instalmentIds.slice(index, index + 1),
          amount,
          by,
          reason: 'acordo',
        },
        ...{ payerKind: 'person', channel: 'cash', protocol: '1' },
        receivedOn: harness.clock.now().toISOString().slice(0, 10),
      }),
    )
  expect(await record(0, viewer.id, 10_000)).toMatchObject({ ok: true, value: { isWaiting: true } })

  // What another member records or asks for is not approved by its customer either.
  const waiting = await record(1, by, 25_001)
  const manualPaymentId = (waiting.ok && waiting.value.id) || ''
  const approved = { approve: true, payerKind: 'person', by: viewer.id } as const
  expect(
    await within((tx) => harness.payments.decideManualPayment(tx, { manualPaymentId, ...approved })),
  ).toEqual({ ok: false, code: 'own_request' })
  const approvalId = (asked.ok && asked.value.approvalId) || ''
  await harness.query('update refund_approvals set asked_by = $1 where id = $2', [by, approvalId])
  expect(
    await within((tx) => harness.payments.decideRefundApproval(tx, { approvalId, ...approved })),
  ).toEqual({ ok: false, code: 'own_request' })
})

test('of concurrent refunds of several charges, only one can count as the first', async () => {
  const { chargeIds } = await paid(4)
  const asked = await Promise.all(chargeIds.map((chargeId) => ask(chargeId)))
  expect(asked.toSorted()).toEqual([uuid, uuid, 'at once', 'at once'])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('adds up manual payments of a customer, also concurrent ones', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 5, due: () => '2030-01-10' })
  const record = async (id: string) => {
    const recorded = await harness.database.transaction((tx) =>
      harness.payments.recordManualPayment(tx, {
        ...{ key: newId(), instalmentIds: [id], amount: 10_000, payerKind: 'person', ...decision },
        ...{ receivedOn: harness.clock.now().toISOString().slice(0, 10), channel: 'cash', protocol: '1' },
      }),
    )
    if (!recorded.ok) throw new Error(recorded.code)
    return recorded.value
  }
  const recorded = await Promise.all(instalmentIds.slice(0, 4).map(record))
  expect(recorded.map(({ isWaiting }) => isWaiting).toSorted()).toEqual([false, false, true, true])
  // An undone payment no longer counts.
  const manualPaymentId = recorded.find(({ isWaiting }) => !isWaiting)?.id ?? ''
  await harness.database.transaction((tx) =>
    harness.payments.undoManualPayment(tx, { manualPaymentId, cancelledOrders: [], ...decision }),
  )
  expect(await record(instalmentIds[4] ?? '')).toMatchObject({ isWaiting: false })
  expect(await harness.payments.checkBooks()).toEqual([])
})
