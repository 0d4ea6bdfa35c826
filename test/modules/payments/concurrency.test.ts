// Databases: both. The embedded database runs one transaction at a time, so fewer interleavings are possible: it runs a sample of
// the groups, and everything at once.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { random as seeded } from '../../../scripts/torture/random.ts'
import { todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { triplesOf } from '../../support/triples.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

const by = '00000000-0000-4000-8000-000000000001'
type Customer = Awaited<ReturnType<PaymentsHarness['customer']>>

/**
 * Creates a customer with unprocessed changes: the first of three instalments is paid twice, one of the payments has a partial
 * refund at the panel and the other a chargeback, both not yet reported, and a charge for the other two is open.
 */
async function customerWithPendingChanges() {
  const customer = await harness.customer({ instalments: 3 })
  const { viewer, instalmentIds } = customer
  const start = async (ids: string[]) => {
    const started = await harness.payments.startCharge({ viewer, instalmentIds: ids })
    if (!started.ok) throw new Error(started.code)
    return { ...started.value, ...(await harness.charge(started.value.chargeId)) }
  }
  const paid = await start(instalmentIds.slice(0, 1))
  await harness.simulator.act(paid.reference, 'approve')
  const duplicate = await harness.simulator.act(paid.reference, 'pay-again')
  await harness.payments.settleCharge(paid)
  const [credit] = await harness.query<{ id: string; provider_payment_id: string }>(
    'select id, provider_payment_id from credits where charge_id = $1',
    [paid.chargeId],
  )
  const open = await start(instalmentIds.slice(1))
  harness.clock.advance(1000)
  await harness.simulator.act(paid.reference, 'refund', { amount: 10 })
  await harness.simulator.act(String(duplicate.id), 'chargeback')
  return { ...customer, paid, open, credit, duplicate }
}

type PreparedCustomer = Customer & Awaited<ReturnType<typeof customerWithPendingChanges>>

/** Actions that can run at the same time. An expected refusal is a value; an exception is a bug. */
const actions: Record<string, (customer: PreparedCustomer) => Promise<unknown>> = {
  'settles the paid charge': ({ paid }) => harness.payments.settleCharge(paid),
  'settles the open charge': async ({ open }) => {
    await harness.simulator.act(open.reference, 'approve').catch(() => {})
    await harness.payments.settleCharge(open)
  },
  reconciles: () => harness.payments.reconcile(),
  'starts a wider charge': ({ viewer, instalmentIds }) =>
    harness.payments.startCharge({ viewer, instalmentIds }),
  'starts a narrower charge': ({ viewer, instalmentIds }) =>
    harness.payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(2) }),
  renews: ({ viewer, open }) => harness.payments.renewCharge({ viewer, chargeId: open.chargeId }),
  cancels: ({ open }) => harness.payments.cancelCharge(open),
  withdraws: ({ orderId }) =>
    harness.database.transaction(async (tx) => {
      await harness.payments.cancelInstalments(tx, { orderId })
      await harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
    }),
  'refunds the charge': ({ paid: { chargeId } }) =>
    harness.database.transaction((tx) =>
      harness.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'acordo' }),
    ),
  'refunds the credit': ({ credit }) =>
    harness.database.transaction((tx) =>
      harness.payments.refundCredit(tx, { creditId: credit?.id ?? '', by, reason: 'em dobro' }),
    ),
  'applies the credit': ({ credit, instalmentIds }) =>
    harness.database.transaction((tx) =>
      harness.payments.applyCredit(tx, {
        ...{ creditId: credit?.id ?? '', instalmentIds: instalmentIds.slice(1, 2) },
        ...{ forgive: true, by, reason: 'a pedido' },
      }),
    ),
  'dismisses the credit': ({ credit }) =>
    harness.database.transaction((tx) =>
      harness.payments.dismissCredit(tx, { creditId: credit?.id ?? '', by, reason: 'de ninguém' }),
    ),
  'reviews what was charged back': ({ credit }) =>
    harness.database.transaction((tx) =>
      harness.payments.reviewPayment(tx, {
        ...{ paymentId: credit?.provider_payment_id ?? '', reinstateDebt: true, by, reason: 'contestado' },
      }),
    ),
  'closes the day': () => harness.payments.closeDay({ day: todayInSaoPaulo(harness.clock.now()) }),
}

const names = Object.keys(actions)
const everyNth = onDatabase({ postgres: 1, embedded: 4 })
const groups = triplesOf(names).filter((_, index) => index % everyNth === 0)

/**
 * Groups that run at the same time, each with its own customer: more interleavings than a single group, and one check of the
 * books.
 */
const perRound = 5
const rounds = Array.from({ length: Math.ceil(groups.length / perRound) }, (_, round) => {
  const together = groups.slice(round * perRound, (round + 1) * perRound)
  return { together, title: together.map((group) => group.join(' / ')).join('; ') }
})

test.each(rounds)(
  'runs every pair of operations, also each with itself, at the same time: $title',
  async ({ together }) => {
    // On a separate day, so that the daily close does not include all earlier rounds.
    harness.clock.advance(24 * 60 * minute)
    const prepared: { group: readonly string[]; customer: PreparedCustomer }[] = []
    for (const group of together) prepared.push({ group, customer: await customerWithPendingChanges() })
    await Promise.all(
      prepared.flatMap(({ group, customer }) =>
        [...group, ...group.toReversed()].map((name) => actions[name]?.(customer)),
      ),
    )
    await expectSettled(...prepared.map(({ customer }) => customer))
  },
)

test('runs all operations at the same time', async () => {
  onTestFailed(() => console.error(`the order of the actions: STORY_SEED=${propertySeed}`))
  const random = seeded(`everything at once ${propertySeed}`)
  for (let round = 0; round < onDatabase({ postgres: 3, embedded: 1 }); round++) {
    const customer = await customerWithPendingChanges()
    const order = names.map((name) => ({ name, place: random.next() })).toSorted((a, b) => a.place - b.place)
    await Promise.all([...order, ...order.toReversed()].map(({ name }) => actions[name]?.(customer)))
    await expectSettled(customer)
  }
})

/** Kills the process after the provider has responded and before anything is saved. */
const killed = () => {
  throw new Error('the process was killed')
}

test('killed after the charge was issued: three concurrent jobs finish it as one charge', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  const killedProcess = harness.build({
    createPix: (request) => harness.provider.createPix(request).then(killed),
  })
  await expect(killedProcess.startCharge({ viewer, instalmentIds })).rejects.toThrow('killed')
  const [row] = await harness.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const chargeId = row?.id ?? ''
  await Promise.all([1, 2, 3].map(() => harness.payments.issueCharge({ chargeId })))
  const again = await harness.payments.startCharge({ viewer, instalmentIds })
  expect(again).toEqual({ ok: true, value: { chargeId } })
  const { reference, status } = await harness.charge(chargeId)
  expect(status).toBe('pending')
  const made = (await harness.simulator.payments()).filter((one) => one.external_reference === reference)
  expect(made).toHaveLength(1)
  await expectDistinctKeys()
})

test('killed after a charge was cancelled at the provider: the job records it', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const killedProcess = harness.build({ cancel: (charge) => harness.provider.cancel(charge).then(killed) })
  await expect(killedProcess.cancelCharge(started.value)).rejects.toThrow('killed')
  await Promise.all([1, 2, 3].map(() => harness.payments.cancelCharge(started.value)))
  expect((await harness.charge(started.value.chargeId)).status).toBe('cancelled')
})

test('killed after a refund was issued: three concurrent jobs finish it as one refund', async () => {
  const { paid, orderId } = await customerWithPendingChanges()
  await harness.database.transaction((tx) =>
    harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' }),
  )
  const [row] = await harness.query<{ id: string }>(
    `select id from refunds where charge_id = $1 and credit_id is null and status = 'requested'`,
    [paid.chargeId],
  )
  const refundId = row?.id ?? ''
  const killedProcess = harness.build({ refund: (request) => harness.provider.refund(request).then(killed) })
  await expect(killedProcess.jobs['refunds.issue'].run({ refundId })).rejects.toThrow('killed')
  await Promise.all([1, 2, 3].map(() => harness.payments.jobs['refunds.issue'].run({ refundId })))
  expect(await harness.payments.checkBooks()).toEqual([])
  await expectDistinctKeys()
})

test('concurrent overlapping selections leave one open charge, also at the provider', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 3 })
  const choices = [
    instalmentIds.slice(0, 2),
    instalmentIds.slice(1),
    instalmentIds,
    instalmentIds.slice(1, 2),
  ]
  await Promise.all(choices.map((ids) => harness.payments.startCharge({ viewer, instalmentIds: ids })))
  for (let turn = 0; turn < 3; turn++) await harness.work()
  const rows = await harness.query<{ status: string; reference: string }>(
    'select status, reference from charges where user_id = $1',
    [viewer.id],
  )
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(1)
  const atProvider = (await harness.simulator.payments()).filter(
    ({ external_reference, status }) =>
      status === 'pending' && rows.some(({ reference }) => reference === external_reference),
  )
  expect(atProvider).toHaveLength(1)
})

/** Expects that no idempotency key created two payments or refunds. */
async function expectDistinctKeys(): Promise<void> {
  const keys = await harness.simulator.keys()
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.length).toBeGreaterThan(0)
}

/** Expects, once everything is processed: at most one open charge, no stuck refund, balanced books. */
async function expectSettled(...customers: PreparedCustomer[]): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await harness.work()
  for (const charge of customers.flatMap(({ paid, open }) => [paid, open]))
    await harness.payments.settleCharge(charge)
  await harness.work()
  const users = customers.map(({ viewer }) => viewer.id)
  const openNow = await harness.query(
    `select payment_id from charge_payments p join charges c on c.id = p.charge_id
     where c.user_id = any($1) and c.status in ('created', 'pending', 'in_process')
     group by payment_id having count(*) > 1`,
    [users],
  )
  expect(openNow).toEqual([])
  const stuck = await harness.query(
    `select r.id from refunds r join charges c on c.id = r.charge_id where c.user_id = any($1) and r.status = 'requested'`,
    [users],
  )
  expect(stuck).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
  await expectDistinctKeys()
}
