// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'
import { apiPix } from './providers.ts'

let harness: PaymentsHarness
let bank: Awaited<ReturnType<typeof apiPix>>
/** Payments after a move to another provider: Mercado Pago still settles its own charges. */
let moved: PaymentsHarness['payments']
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  bank = await apiPix(harness.clock)
  moved = harness.build(bank.provider)
})
afterAll(async () => {
  await bank.close()
  await harness.close()
  expect(bank.faults).toEqual([])
})

async function started(payments: PaymentsHarness['payments'], { instalments = 1 } = {}) {
  const customer = await harness.customer({ instalments })
  const result = await payments.startCharge({
    viewer: customer.viewer,
    instalmentIds: customer.instalmentIds,
  })
  if (!result.ok) throw new Error(`${result.code} ${result.detail}`)
  const charge = await harness.charge(result.value.chargeId)
  return { ...customer, chargeId: result.value.chargeId, ...charge }
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

/** Runs the queued jobs of a name with the payments after the move. */
async function work(job: 'provider-events.process' | 'refunds.issue') {
  const taken = harness.queue.filter((entry) => entry.job === job)
  harness.queue.splice(0, harness.queue.length, ...harness.queue.filter((entry) => entry.job !== job))
  for (const { data } of taken) await moved.jobs[job].run(data as never)
}

test('after a move each charge settles at the provider that issued it, and new ones are issued by the bank', async () => {
  const before = await started(harness.payments)
  const after = await started(moved)
  expect(after.qr_code).toContain('BR.GOV.BCB.PIX'.toLowerCase())
  expect(after.reference).toMatch(/^[0-9a-f]{32}$/)
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.simulator.act(before.reference, 'approve')
  await harness.simulator.faults({})
  await bank.pay(keyOf(after))
  await moved.reconcile()
  expect(await harness.statuses([before.first, after.first])).toEqual(['paid', 'paid'])
  const rows = await harness.query<{ provider: string }>(
    'select provider from provider_payments where charge_id = any($1) and received_at is not null order by provider',
    [[before.chargeId, after.chargeId]],
  )
  expect(rows.map(({ provider }) => provider)).toEqual(['api-pix', 'mercado-pago'])
})

test('repeated notices of the bank settle once', async () => {
  const charge = await started(moved)
  const notice = { provider: 'api-pix', ...bank.notice(await bank.pay(keyOf(charge))) }
  expect(await moved.receiveWebhook(notice)).toEqual({ ok: true, value: 'stored' })
  expect(await moved.receiveWebhook(notice)).toEqual({ ok: true, value: 'repeated' })
  await work('provider-events.process')
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'approved', settled: true })
  expect(await harness.statuses([charge.first])).toEqual(['paid'])
})

test('an underpayment is a credit, not a paid instalment', async () => {
  const charge = await started(moved)
  await bank.pay(keyOf(charge), 5000)
  await moved.settleCharge({ chargeId: charge.chargeId })
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'divergent' })
  expect(await harness.credits(charge.chargeId)).toMatchObject([{ reason: 'partial', amount: 5000 }])
})

test('an unpaid charge is cancelled at the bank', async () => {
  const charge = await started(moved)
  expect(await moved.cancelCharge({ chargeId: charge.chargeId, userId: charge.viewer.id })).toMatchObject({
    ok: true,
  })
  expect(await bank.provider.paymentsOf(keyOf(charge))).toMatchObject({ value: [{ state: 'cancelled' }] })
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'cancelled' })
})

test('a refund at the bank is retried until it is complete', async () => {
  const charge = await started(moved)
  const paid = await bank.pay(keyOf(charge))
  await moved.settleCharge({ chargeId: charge.chargeId })
  await harness.database.transaction((tx) =>
    moved.refundCharge(tx, { chargeId: charge.chargeId, origin: 'team', reason: 'arrependimento' }),
  )
  await bank.act('faults', { slowReturns: true })
  const queued = [...harness.queue]
  await expect(work('refunds.issue')).rejects.toThrow('refund not issued yet')
  const pix = (await bank.state()).pix.find((one: { endToEndId: string }) => one.endToEndId === paid)
  await bank.act(`pix/${paid}/returns/${pix.devolucoes[0].id}`, { status: 'DEVOLVIDO' })
  await bank.act('faults')
  harness.queue.splice(0, harness.queue.length, ...queued)
  await work('refunds.issue')
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'refunded' })
  const refunds = await harness.query('select status, amount from refunds where charge_id = $1', [
    charge.chargeId,
  ])
  expect(refunds).toEqual([{ status: 'done', amount: 10_000 }])
})

test('a return by the special mechanism (MED) waits for the team', async () => {
  const charge = await started(moved)
  const paid = await bank.pay(keyOf(charge))
  await moved.settleCharge({ chargeId: charge.chargeId })
  await bank.chargeBack(paid)
  harness.clock.advance(60_000)
  await moved.reconcile()
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'charged_back' })
  expect(await harness.openItem('payment', charge.chargeId)).not.toBe('')
})

test('the books balance, and agree with both providers to the centavo', async () => {
  const [before, after] = [await started(harness.payments), await started(moved)]
  await harness.simulator.act(before.reference, 'approve')
  await bank.pay(keyOf(after), 9_999)
  for (const { chargeId } of [before, after]) await moved.settleCharge({ chargeId })
  expect(await moved.checkBooks()).toEqual([])
  const received = await harness.query<{ provider: string; sum: number }>(
    'select provider, sum(amount)::int from provider_payments where received_at is not null group by 1 order by 1',
  )
  expect(received.map(({ provider }) => provider)).toEqual(['api-pix', 'mercado-pago'])
  harness.clock.advance(24 * 60 * 60_000)
  expect(await moved.closeDay({ day: '2026-11-21' })).toMatchObject({
    ok: true,
    value: received.map(({ provider, sum }) => ({ provider, status: 'agrees', theirs: sum, ours: sum })),
  })
})
