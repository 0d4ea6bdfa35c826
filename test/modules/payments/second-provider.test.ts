// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { apiPix } from './providers.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let bank: Awaited<ReturnType<typeof apiPix>>
/** The same books after their owner moved: Mercado Pago still settles what it charged. */
let moved: Rig['payments']
beforeAll(async () => {
  rig = await startRig({ testDatabase })
  bank = await apiPix(rig.clock)
  moved = rig.build(bank.provider)
})
afterAll(async () => {
  await bank.close()
  await rig.close()
  expect(bank.faults).toEqual([])
})

async function started(payments: Rig['payments'], { instalments = 1 } = {}) {
  const customer = await rig.customer({ instalments })
  const begun = await payments.startCharge({ viewer: customer.viewer, instalmentIds: customer.instalmentIds })
  if (!begun.ok) throw new Error(`${begun.code} ${begun.detail}`)
  const charge = await rig.charge(begun.value.chargeId)
  return { ...customer, chargeId: begun.value.chargeId, ...charge }
}

const keyOf = ({
  reference,
  provider_id: providerId,
}: {
  reference: string
  provider_id: string | null
}) => ({
  method: 'pix' as const,
  reference,
  providerId,
  preferenceId: null,
})

/** What is queued under a name is done by the books that moved. */
async function work(job: 'provider-events.process' | 'refunds.issue') {
  const mine = rig.queue.filter((entry) => entry.job === job)
  rig.queue.splice(0, rig.queue.length, ...rig.queue.filter((entry) => entry.job !== job))
  for (const { data } of mine) await moved.jobs[job].run(data as never)
}

test('after a move each charge is settled where it was made, and new ones are made at the bank', async () => {
  const before = await started(rig.payments)
  const after = await started(moved)
  expect(after.qr_code).toContain('BR.GOV.BCB.PIX'.toLowerCase())
  expect(after.reference).toMatch(/^[0-9a-f]{32}$/)
  await rig.simulator.faults({ dropWebhooks: true })
  await rig.simulator.act(before.reference, 'approve')
  await rig.simulator.faults({})
  await bank.pay(keyOf(after))
  await moved.reconcile()
  expect(await rig.statuses([before.first, after.first])).toEqual(['paid', 'paid'])
  const rows = await rig.query<{ provider: string }>(
    'select provider from provider_payments where charge_id = any($1) and received_at is not null order by provider',
    [[before.chargeId, after.chargeId]],
  )
  expect(rows.map(({ provider }) => provider)).toEqual(['api-pix', 'mercado-pago'])
})

test('a bank’s notice books once, however often it comes', async () => {
  const charge = await started(moved)
  const notice = { provider: 'api-pix', ...bank.notice(await bank.pay(keyOf(charge))) }
  expect(await moved.receiveWebhook(notice)).toEqual({ ok: true, value: 'stored' })
  expect(await moved.receiveWebhook(notice)).toEqual({ ok: true, value: 'repeated' })
  await work('provider-events.process')
  expect(await rig.charge(charge.chargeId)).toMatchObject({ status: 'approved', settled: true })
  expect(await rig.statuses([charge.first])).toEqual(['paid'])
})

test('less than what was asked is a credit, not a paid instalment', async () => {
  const charge = await started(moved)
  await bank.pay(keyOf(charge), 5000)
  await moved.settleCharge({ chargeId: charge.chargeId })
  expect(await rig.charge(charge.chargeId)).toMatchObject({ status: 'divergent' })
  expect(await rig.credits(charge.chargeId)).toMatchObject([{ reason: 'partial', amount: 5000 }])
})

test('a charge nobody paid is closed at the bank', async () => {
  const charge = await started(moved)
  expect(await moved.cancelCharge({ chargeId: charge.chargeId, userId: charge.viewer.id })).toMatchObject({
    ok: true,
  })
  expect(await bank.provider.paymentsOf(keyOf(charge))).toMatchObject({ value: [{ state: 'cancelled' }] })
  expect(await rig.charge(charge.chargeId)).toMatchObject({ status: 'cancelled' })
})

test('money goes back through the bank, which is asked until it has', async () => {
  const charge = await started(moved)
  const paid = await bank.pay(keyOf(charge))
  await moved.settleCharge({ chargeId: charge.chargeId })
  await rig.database.transaction((tx) =>
    moved.refundCharge(tx, { chargeId: charge.chargeId, origin: 'team', reason: 'arrependimento' }),
  )
  await bank.act('faults', { slowReturns: true })
  const queued = [...rig.queue]
  await expect(work('refunds.issue')).rejects.toThrow('refund not given yet')
  const pix = (await bank.state()).pix.find((one: { endToEndId: string }) => one.endToEndId === paid)
  await bank.act(`pix/${paid}/returns/${pix.devolucoes[0].id}`, { status: 'DEVOLVIDO' })
  await bank.act('faults')
  rig.queue.splice(0, rig.queue.length, ...queued)
  await work('refunds.issue')
  expect(await rig.charge(charge.chargeId)).toMatchObject({ status: 'refunded' })
  const refunds = await rig.query('select status, amount from refunds where charge_id = $1', [
    charge.chargeId,
  ])
  expect(refunds).toEqual([{ status: 'done', amount: 10_000 }])
})

test('what the special mechanism takes back waits for a person', async () => {
  const charge = await started(moved)
  const paid = await bank.pay(keyOf(charge))
  await moved.settleCharge({ chargeId: charge.chargeId })
  await bank.chargeBack(paid)
  rig.clock.advance(60_000)
  await moved.reconcile()
  expect(await rig.charge(charge.chargeId)).toMatchObject({ status: 'charged_back' })
  expect(await rig.openItem('payment', charge.chargeId)).not.toBe('')
})

test('the books agree with themselves, and to the centavo with both providers', async () => {
  expect(await moved.checkBooks()).toEqual([])
  rig.clock.advance(24 * 60 * 60_000)
  expect(await moved.closeDay({ day: '2026-11-21' })).toMatchObject({
    ok: true,
    value: [
      { provider: 'api-pix', status: 'agrees', theirs: 45_000, ours: 45_000 },
      { provider: 'mercado-pago', status: 'agrees', theirs: 10_000, ours: 10_000 },
    ],
  })
})
