// Databases: both. The embedded database runs one transaction after the other, so that fewer pairs can meet in it: there a
// sample, and everything at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ testDatabase })
})
afterAll(() => rig.close())

const by = '00000000-0000-4000-8000-000000000001'
type Customer = Awaited<ReturnType<Rig['customer']>>

/**
 * A customer in the middle of everything: the first of three instalments is paid twice, one of those payments is in part
 * given back at the panel, nobody has heard of it, and a charge for the other two is open.
 */
async function middle() {
  const customer = await rig.customer({ instalments: 3 })
  const { viewer, instalmentIds } = customer
  const start = async (ids: string[]) => {
    const started = await rig.payments.startCharge({ viewer, instalmentIds: ids })
    if (!started.ok) throw new Error(started.code)
    return { ...started.value, ...(await rig.charge(started.value.chargeId)) }
  }
  const paid = await start(instalmentIds.slice(0, 1))
  await rig.simulator.act(paid.reference, 'approve')
  const again = await rig.simulator.act(paid.reference, 'pay-again')
  await rig.payments.settleCharge(paid)
  const [credit] = await rig.query<{ id: string; provider_payment_id: string }>(
    'select id, provider_payment_id from credits where charge_id = $1',
    [paid.chargeId],
  )
  const open = await start(instalmentIds.slice(1))
  rig.clock.advance(1000)
  await rig.simulator.act(paid.reference, 'refund', { amount: 10 })
  await rig.simulator.act(String(again.id), 'chargeback')
  return { ...customer, paid, open, credit, again }
}

type Middle = Customer & Awaited<ReturnType<typeof middle>>

/** All that may be done at the same moment. What a person is refused is a value; whatever throws is a bug. */
const deeds: Record<string, (about: Middle) => Promise<unknown>> = {
  'settles the paid charge': ({ paid }) => rig.payments.settleCharge(paid),
  'settles the open charge': async ({ open }) => {
    await rig.simulator.act(open.reference, 'approve').catch(() => {})
    await rig.payments.settleCharge(open)
  },
  reconciles: () => rig.payments.reconcile(),
  'starts a wider charge': ({ viewer, instalmentIds }) => rig.payments.startCharge({ viewer, instalmentIds }),
  'starts a narrower charge': ({ viewer, instalmentIds }) =>
    rig.payments.startCharge({ viewer, instalmentIds: instalmentIds.slice(2) }),
  renews: ({ viewer, open }) => rig.payments.renewCharge({ viewer, chargeId: open.chargeId }),
  cancels: ({ open }) => rig.payments.cancelCharge(open),
  withdraws: ({ orderId }) =>
    rig.database.transaction(async (tx) => {
      await rig.payments.cancelInstalments(tx, { orderId })
      await rig.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
    }),
  'refunds the charge': ({ paid: { chargeId } }) =>
    rig.database.transaction((tx) =>
      rig.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'acordo' }),
    ),
  'refunds the credit': ({ credit }) =>
    rig.database.transaction((tx) =>
      rig.payments.refundCredit(tx, { creditId: credit?.id ?? '', by, reason: 'em dobro' }),
    ),
  'applies the credit': ({ credit, instalmentIds }) =>
    rig.database.transaction((tx) =>
      rig.payments.applyCredit(tx, {
        ...{ creditId: credit?.id ?? '', instalmentIds: instalmentIds.slice(1, 2) },
        ...{ forgive: true, by, reason: 'a pedido' },
      }),
    ),
  'dismisses the credit': ({ credit }) =>
    rig.database.transaction((tx) =>
      rig.payments.dismissCredit(tx, { creditId: credit?.id ?? '', by, reason: 'de ninguém' }),
    ),
  'reviews what was charged back': ({ credit }) =>
    rig.database.transaction((tx) =>
      rig.payments.reviewPayment(tx, {
        ...{ paymentId: credit?.provider_payment_id ?? '', owed: true, by, reason: 'contestado' },
      }),
    ),
  'closes the day': () => rig.payments.closeDay({ day: '2026-11-21' }),
}

const names = Object.keys(deeds)
const everyNth = onDatabase({ postgres: 1, embedded: 4 })
const pairs = names
  .flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))
  .filter((_, index) => index % everyNth === 0)

test.each(pairs)('one %s while another %s', async (one, other) => {
  const about = await middle()
  await Promise.all([one, other, other, one].map((name) => deeds[name]?.(about)))
  await settled(about)
})

test('everything at once', async () => {
  for (let round = 0; round < 3; round++) {
    const about = await middle()
    const order = names.toSorted(() => Math.random() - 0.5)
    await Promise.all([...order, ...order.toReversed()].map((name) => deeds[name]?.(about)))
    await settled(about)
  }
})

/** The process is killed when the provider has done its part, and before anything is written down. */
const killed = () => {
  throw new Error('the process was killed')
}

test('killed after the charge was made: the job finishes it, run three times at once, and it is one', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  const dying = rig.build({ createPix: (request) => rig.provider.createPix(request).then(killed) })
  await expect(dying.startCharge({ viewer, instalmentIds })).rejects.toThrow('killed')
  const [row] = await rig.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const chargeId = row?.id ?? ''
  await Promise.all([1, 2, 3].map(() => rig.payments.issueCharge({ chargeId })))
  const again = await rig.payments.startCharge({ viewer, instalmentIds })
  expect(again).toEqual({ ok: true, value: { chargeId } })
  const { reference, status } = await rig.charge(chargeId)
  expect(status).toBe('pending')
  const made = (await rig.simulator.payments()).filter((one) => one.external_reference === reference)
  expect(made).toHaveLength(1)
})

test('killed after a charge was closed at the provider: the job writes it down', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  const started = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const dying = rig.build({ cancel: (charge) => rig.provider.cancel(charge).then(killed) })
  await expect(dying.cancelCharge(started.value)).rejects.toThrow('killed')
  await Promise.all([1, 2, 3].map(() => rig.payments.cancelCharge(started.value)))
  expect((await rig.charge(started.value.chargeId)).status).toBe('cancelled')
})

test('killed after a refund was given: the job finishes it, run three times at once, and it is one', async () => {
  const { paid, orderId } = await middle()
  await rig.database.transaction((tx) =>
    rig.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' }),
  )
  const [row] = await rig.query<{ id: string }>(
    `select id from refunds where charge_id = $1 and credit_id is null and status = 'requested'`,
    [paid.chargeId],
  )
  const refundId = row?.id ?? ''
  const dying = rig.build({ refund: (request) => rig.provider.refund(request).then(killed) })
  await expect(dying.jobs['refunds.issue'].run({ refundId })).rejects.toThrow('killed')
  await Promise.all([1, 2, 3].map(() => rig.payments.jobs['refunds.issue'].run({ refundId })))
  expect(await rig.payments.checkBooks()).toEqual([])
})

test('two tabs that choose overlapping instalments at once: the last one stays, at the provider too', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 3 })
  const choices = [
    instalmentIds.slice(0, 2),
    instalmentIds.slice(1),
    instalmentIds,
    instalmentIds.slice(1, 2),
  ]
  await Promise.all(choices.map((ids) => rig.payments.startCharge({ viewer, instalmentIds: ids })))
  for (let turn = 0; turn < 3; turn++) await rig.work()
  const rows = await rig.query<{ status: string; reference: string }>(
    'select status, reference from charges where user_id = $1',
    [viewer.id],
  )
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(1)
  const atProvider = (await rig.simulator.payments()).filter(
    ({ external_reference, status }) =>
      status === 'pending' && rows.some(({ reference }) => reference === external_reference),
  )
  expect(atProvider).toHaveLength(1)
})

test('in all of this no key made two of anything', async () => {
  const keys = await rig.simulator.keys()
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.length).toBeGreaterThan(10)
})

/** Once all has been said and the jobs have run: one charge at most may be paid, and the books close. */
async function settled({ viewer, paid, open }: Middle): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await rig.work()
  for (const charge of [paid, open]) await rig.payments.settleCharge(charge)
  await rig.work()
  const openNow = await rig.query(
    `select payment_id from charge_payments p join charges c on c.id = p.charge_id
     where c.user_id = $1 and c.status in ('created', 'pending', 'in_process')
     group by payment_id having count(*) > 1`,
    [viewer.id],
  )
  expect(openNow).toEqual([])
  const stuck = await rig.query(
    `select r.id from refunds r join charges c on c.id = r.charge_id where c.user_id = $1 and r.status = 'requested'`,
    [viewer.id],
  )
  expect(stuck).toEqual([])
  expect(await rig.payments.checkBooks()).toEqual([])
}
