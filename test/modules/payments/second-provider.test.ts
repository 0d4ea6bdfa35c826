// Databases: one
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
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

test('after a move each charge settles at its own provider, and new ones are issued by the bank', async () => {
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
  expect(await moved.cancelCharge({ chargeId: charge.chargeId })).toMatchObject({
    ok: true,
  })
  expect(await bank.provider.paymentsOf(keyOf(charge))).toMatchObject({ value: [{ state: 'cancelled' }] })
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'cancelled' })
})

test('a charge that the bank refuses to cancel while it can be paid is not shown as cancelled', async () => {
  for (const status of [400, 404, 409, 422]) {
    const charge = await started(moved)
    // Unknown as a charge without a due date and as one with it.
    await bank.act('faults', { fail: { status, times: status === 404 ? 2 : 1 } })
    expect(await moved.cancelCharge({ chargeId: charge.chargeId })).toMatchObject({
      code: 'unavailable',
    })
    await bank.act('faults')
    expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'pending' })
    await expect(
      bank
        .act('faults', { fail: { status, times: 2 } })
        .then(() => moved.jobs['charges.cancel'].run({ chargeId: charge.chargeId })),
    ).rejects.toThrow('the provider is unavailable')
    await bank.act('faults')
    await moved.jobs['charges.cancel'].run({ chargeId: charge.chargeId })
    expect(await bank.provider.paymentsOf(keyOf(charge))).toMatchObject({ value: [{ state: 'cancelled' }] })
    expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'cancelled' })
  }
})

test('a charge that the bank refuses to cancel because it was removed or has ended is over in the books too', async () => {
  const [removed, ended] = [await started(moved), await started(moved)]
  await bank.act(`charges/${removed.reference}/remove`)
  harness.clock.advance(31 * 60_000)
  for (const { chargeId } of [removed, ended])
    expect(await moved.cancelCharge({ chargeId })).toMatchObject({ ok: true })
  expect(await harness.charge(removed.chargeId)).toMatchObject({ status: 'cancelled' })
  expect((await harness.charge(ended.chargeId)).status).toMatch(/^(cancelled|expired)$/)
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

/** Starts and pays a charge at the bank. `returned` simulates a return by the bank, in reais, and reconciles. */
async function paidAtBank({ instalments = 1 } = {}) {
  const charge = await started(moved, { instalments })
  const { chargeId } = charge
  const endToEndId = await bank.pay(keyOf(charge))
  await moved.settleCharge({ chargeId })
  const returned = async (body: { amount?: string; nature: string }) => {
    harness.clock.advance(60_000)
    await bank.act(`pix/${endToEndId}/return`, body)
    await moved.reconcile()
  }
  const refunds = async () =>
    (
      await harness.query<{ line: string }>(
        "select concat_ws(' ', origin, amount, status, unattributed) as line from refunds where charge_id = $1 order by id",
        [chargeId],
      )
    ).map(({ line }) => line)
  const item = async () => {
    const id = await harness.openItem('payment', chargeId)
    return (await moved.openItems()).find((one) => one.id === id)?.reason
  }
  const review = async (reinstateDebt: boolean) => {
    const paymentId = await harness.openItem('payment', chargeId)
    return harness.database.transaction((tx) =>
      moved.reviewPayment(tx, { paymentId, reinstateDebt, by: newId(), reason: 'golpe' }),
    )
  }
  const refund = (more: { amount?: number } = {}) =>
    harness.database.transaction((tx) =>
      moved.refundCharge(tx, { chargeId, origin: 'team', by: newId(), reason: 'acordo', ...more }),
    )
  return { ...charge, endToEndId, returned, refunds, item, review, refund }
}

const noticesTo = (userId: string) =>
  harness.outbox.filter(({ to }) => to.startsWith(userId)).map(({ kind }) => kind)

test('what the special mechanism (MED) takes waits for the team, which reinstates the debt', async () => {
  const charge = await paidAtBank({ instalments: 2 })
  await charge.returned({ nature: 'MED_FRAUDE' })
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'charged_back' })
  expect(await harness.statuses(charge.instalmentIds)).toEqual(['paid', 'paid'])
  expect([await charge.refunds(), await charge.item()]).toEqual([['chargeback 20000 done 0'], 'charged_back'])
  expect(await charge.review(true)).toEqual({ ok: true, value: 20_000 })
  expect(await harness.statuses(charge.instalmentIds)).toEqual(['pending', 'pending'])
  expect(noticesTo(charge.viewer.id)).not.toContain('refund.done')
  expect(await moved.checkBooks()).toEqual([])
})

test('a part that the special mechanism takes is reviewed, then the rest; the payer gets no refund message', async () => {
  const charge = await paidAtBank({ instalments: 2 })
  await charge.returned({ amount: '40.00', nature: 'MED_OPERACIONAL' })
  expect(await harness.charge(charge.chargeId)).toMatchObject({ status: 'approved' })
  expect(await charge.item()).toBe('charged_back_in_part')
  expect(await charge.review(false)).toEqual({ ok: true, value: 0 })
  await charge.returned({ amount: '160.00', nature: 'MED_FRAUDE' })
  expect(await charge.refunds()).toEqual(['chargeback 4000 done 0', 'chargeback 16000 done 0'])
  expect(await charge.item()).toBe('charged_back')
  expect(await charge.review(true)).toEqual({ ok: true, value: 20_000 })
  expect(await harness.statuses(charge.instalmentIds)).toEqual(['pending', 'pending'])
  expect(noticesTo(charge.viewer.id)).not.toContain('refund.done')
  expect(await moved.checkBooks()).toEqual([])
})

test('each of many parts that the special mechanism takes is booked, also without a notice', async () => {
  const charge = await paidAtBank()
  const parts = Array.from({ length: 16 }, (_, index) => 100 + index)
  for (const centavos of parts)
    await charge.returned({ amount: (centavos / 100).toFixed(2), nature: 'MED_OPERACIONAL' })
  expect(await charge.refunds()).toEqual(parts.map((centavos) => `chargeback ${centavos} done 0`))
  await charge.review(false)
  expect(await moved.checkBooks()).toEqual([])
})

test('a part that an earlier release booked as a refund waits for the team once after the upgrade', async () => {
  const [ofBefore, refundOnly, reviewed] = [await paidAtBank(), await paidAtBank(), await paidAtBank()]
  for (const charge of [ofBefore, refundOnly]) await charge.returned({ amount: '40.00', nature: 'ORIGINAL' })
  await reviewed.returned({ amount: '40.00', nature: 'MED_FRAUDE' })
  await reviewed.review(false)
  const upgrade = () => harness.query(readFileSync('migrations/0049_review_returns_of_the_med.sql', 'utf8'))
  await harness.query("update provider_payments set detail = 'ORIGINAL MED_FRAUDE' where provider_id = $1", [
    ofBefore.endToEndId,
  ])
  await upgrade()
  expect(await ofBefore.item()).toBe('charged_back_in_part')
  const open = (await moved.openItems()).filter(({ kind }) => kind === 'payment')
  expect(open).toHaveLength(1)
  expect(await ofBefore.review(false)).toEqual({ ok: true, value: 0 })
  expect((await moved.openItems()).filter(({ kind }) => kind === 'payment')).toEqual([])
})

test('the rest beside such a part is refunded, and only the rest', async () => {
  const charge = await paidAtBank()
  await charge.returned({ amount: '40.00', nature: 'MED_FRAUDE' })
  expect(await charge.refund({ amount: 6_001 })).toEqual({ ok: false, code: 'too_much' })
  expect(await charge.refund()).toEqual({ ok: true, value: 6_000 })
  await work('refunds.issue')
  expect(await charge.refunds()).toEqual(['chargeback 4000 done 0', 'team 6000 done 0'])
  expect(await harness.statuses(charge.instalmentIds)).toEqual(['refunded'])
  expect(await charge.item()).toBe('charged_back')
  // The refunded instalment is not owed again: its payer has been given its money back.
  expect(await charge.review(true)).toEqual({ ok: true, value: 0 })
  expect(noticesTo(charge.viewer.id).filter((kind) => kind === 'refund.done')).toHaveLength(1)
  expect(await moved.checkBooks()).toEqual([])
})

test.each([
  ['a part', ['40.00'], ['chargeback 3000 done 0', 'chargeback 1000 done 0']],
  [
    'more, and a part again',
    ['30.00', '10.00'],
    ['chargeback 2000 done 0', 'chargeback 1000 done 0', 'chargeback 1000 done 0'],
  ],
  [
    'two parts',
    ['5.00', '45.00'],
    ['chargeback 500 done 0', 'chargeback 4000 done 0', 'chargeback 500 done 0'],
  ],
  ['all', ['110.00'], ['chargeback 9000 done 0', 'chargeback 1000 done 0', 'chargeback 1000 done 0']],
])(
  'a credit of which nothing is left, because its bank took %s while its refund waited, is no credit any more',
  async (_, amounts, taken) => {
    const charge = await started(moved)
    const { chargeId } = charge
    const endToEndId = await bank.pay(keyOf(charge), 11_000)
    await moved.settleCharge({ chargeId })
    harness.queue.splice(0)
    await harness.database.transaction((tx) =>
      moved.refundCharge(tx, { chargeId, origin: 'team', by: newId(), reason: 'acordo' }),
    )
    for (const amount of amounts) {
      harness.clock.advance(60_000)
      await bank.act(`pix/${endToEndId}/return`, { nature: 'MED_FRAUDE', amount })
      await moved.reconcile()
    }
    // The refund of the instalment is sent first.
    harness.queue.reverse()
    await work('refunds.issue')
    const pix = (await bank.state()).pix.find((one: { endToEndId: string }) => one.endToEndId === endToEndId)
    const back = pix.devolucoes.map(({ valor }: { valor: string }) => Number(valor))
    expect(back.reduce((total: number, one: number) => total + one)).toBe(110)
    const credits = await harness.credits(chargeId)
    expect(credits.map(({ status }) => status)).not.toContain('open')
    expect(credits.reduce((total, one) => total + one.amount, 0)).toBe(1_000)
    const refunds = await harness.query<{ line: string }>(
      `select concat_ws(' ', origin, amount, status, unattributed) as line from refunds
       where charge_id = $1 and status = 'done' and origin = 'chargeback' order by id`,
      [chargeId],
    )
    expect(refunds.map(({ line }) => line)).toEqual(taken)
    expect(await harness.openItem('credit', chargeId)).toBe('')
    expect(await moved.checkBooks()).toEqual([])
  },
)

test('of a credit of which its bank took a part and returned another, a refund leaves what may have gone back until it is attributed', async () => {
  for (const isRefundedFirst of [false, true]) {
    const charge = await started(moved)
    const { chargeId } = charge
    const endToEndId = await bank.pay(keyOf(charge), 5_000)
    await moved.settleCharge({ chargeId })
    const returned = async (amount: string, nature: string) => {
      harness.clock.advance(60_000)
      await bank.act(`pix/${endToEndId}/return`, { amount, nature })
      await moved.reconcile()
    }
    const refund = async () => {
      const creditId = await harness.openItem('credit', chargeId)
      const decision = { creditId, isOurs: true, by: newId(), reason: 'acordo' }
      return harness.database.transaction((tx) => moved.refundCredit(tx, decision))
    }
    await returned('10.00', 'MED_FRAUDE')
    if (isRefundedFirst) expect(await refund()).toEqual({ ok: true, value: 4_000 })
    await returned('15.00', 'ORIGINAL')
    if (!isRefundedFirst) expect(await refund()).toEqual({ ok: true, value: 2_500 })
    await work('refunds.issue')
    const credits = async () =>
      (await harness.credits(chargeId)).map(({ amount, status }) => `${amount} ${status}`).toSorted()
    expect(await credits()).toEqual(['1000 refunded', '1500 open', '2500 refunded'])
    expect(await moved.checkBooks()).toEqual([])
    const refundId = await harness.openItem('return', chargeId)
    const decision = { refundId, targets: [], by: newId(), reason: 'era do crédito' }
    expect(await harness.database.transaction((tx) => moved.attributeReturn(tx, decision))).toEqual({
      ...{ ok: true, value: 1_500 },
    })
    expect(await credits()).toEqual(['1000 refunded', '1500 refunded', '2500 refunded'])
    expect(await moved.checkBooks()).toEqual([])
  }
})

test('a return beside a part that a bank took waits for nobody once everything of its payment went back', async () => {
  const charge = await paidAtBank()
  await charge.returned({ amount: '40.00', nature: 'MED_FRAUDE' })
  await charge.returned({ amount: '10.00', nature: 'ORIGINAL' })
  expect(await harness.openItem('return', charge.chargeId)).not.toBe('')
  const cause = { origin: 'team', reason: 'acordo', by: newId() } as const
  expect(
    await harness.database.transaction((tx) => moved.refundOrder(tx, { orderId: charge.orderId, ...cause })),
  ).toEqual({ requested: 5_000, held: 0 })
  await work('refunds.issue')
  expect(await charge.refunds()).toEqual(['chargeback 4000 done 0', 'panel 1000 done 0', 'team 5000 done 0'])
  expect(await harness.statuses([charge.first])).toEqual(['refunded'])
  expect(await harness.openItem('return', charge.chargeId)).toBe('')
  expect(await moved.checkBooks()).toEqual([])
})

test('a refund that the bank could not carry out is made once the team retries or requests it again', async () => {
  for (const retry of [true, false]) {
    const charge = await paidAtBank()
    await charge.refund()
    await bank.act('faults', { slowReturns: true })
    const queued = harness.queue.filter(({ job }) => job === 'refunds.issue')
    await expect(work('refunds.issue')).rejects.toThrow('refund not issued yet')
    const pix = (await bank.state()).pix.find(
      (one: { endToEndId: string }) => one.endToEndId === charge.endToEndId,
    )
    await bank.act(`pix/${charge.endToEndId}/returns/${pix.devolucoes[0].id}`, { status: 'NAO_REALIZADO' })
    await bank.act('faults')
    harness.queue.push(...queued)
    await work('refunds.issue')
    expect(await charge.refunds()).toEqual(['team 10000 failed 0'])
    const refundId = await harness.openItem('refund', charge.chargeId)
    await harness.database.transaction((tx) => moved.decideRefund(tx, { refundId, retry }))
    if (!retry) await charge.refund()
    await work('refunds.issue')
    expect((await charge.refunds()).at(-1)).toBe('team 10000 done 0')
    expect(await harness.statuses(charge.instalmentIds)).toEqual(['refunded'])
  }
  expect(await moved.checkBooks()).toEqual([])
})

/** Starts a refund of the first of three instalments that the bank accepts, and returns R$ 30,00 of another at its panel. */
async function refundUnderWay({ isAnswered }: { isAnswered: boolean }) {
  const charge = await paidAtBank({ instalments: 3 })
  const [first = '', second = ''] = charge.instalmentIds
  const by = newId()
  await harness.database.transaction((tx) =>
    moved.refundCharge(tx, {
      ...{ chargeId: charge.chargeId, origin: 'team', by, reason: 'acordo' },
      instalmentIds: [first],
    }),
  )
  await bank.act('faults', isAnswered ? { slowReturns: true } : { slowReturns: true, lose: 9 })
  const queued = harness.queue.filter(({ job }) => job === 'refunds.issue')
  const again = async () => {
    harness.queue.push(...queued)
    await work('refunds.issue')
  }
  await expect(work('refunds.issue')).rejects.toThrow('refund not issued yet')
  await bank.act('faults')
  await charge.returned({ amount: '30.00', nature: 'ORIGINAL' })
  harness.clock.advance(11 * 60_000)
  const returns = async () =>
    (await bank.state()).pix
      .find((one: { endToEndId: string }) => one.endToEndId === charge.endToEndId)
      .devolucoes.map(({ valor, status }: { valor: string; status: string }) => `${valor} ${status}`)
  const end = async (status: 'DEVOLVIDO' | 'NAO_REALIZADO') => {
    const pix = (await bank.state()).pix.find(
      (one: { endToEndId: string }) => one.endToEndId === charge.endToEndId,
    )
    await bank.act(`pix/${charge.endToEndId}/returns/${pix.devolucoes[0].id}`, { status })
  }
  const attribute = async () => {
    const refundId = await harness.openItem('return', charge.chargeId)
    return harness.database.transaction((tx) =>
      moved.attributeReturn(tx, { refundId, targets: [second], by, reason: 'foi dela' }),
    )
  }
  return { ...charge, first, second, again, returns, end, attribute }
}

test.each([[true], [false]])(
  'a refund in process at the bank is never sent under another key, whatever returns meanwhile (answer: %s)',
  async (isAnswered) => {
    const charge = await refundUnderWay({ isAnswered })
    const [{ error } = {}] = await harness.query<{ error: string }>(
      "select last_error as error from refunds where charge_id = $1 and origin = 'team'",
      [charge.chargeId],
    )
    expect(error).toBe(isAnswered ? 'in_process' : 'unavailable')
    expect(await charge.refunds()).toEqual(['team 10000 requested 0', 'panel 3000 done 3000'])
    await expect(charge.again()).rejects.toThrow('refund not issued yet')
    expect(await charge.attribute()).toEqual({ ok: true, value: 3_000 })
    await expect(charge.again()).rejects.toThrow('refund not issued yet')
    expect(await charge.returns()).toEqual(['100.00 EM_PROCESSAMENTO', '30.00 DEVOLVIDO'])
    await charge.end('DEVOLVIDO')
    await charge.again()
    expect(await charge.refunds()).toEqual(['team 10000 done 0', 'panel 3000 done 0'])
    expect(await charge.returns()).toEqual(['100.00 DEVOLVIDO', '30.00 DEVOLVIDO'])
    expect(await harness.statuses(charge.instalmentIds)).toEqual(['refunded', 'paid', 'paid'])
    expect(await moved.checkBooks()).toEqual([])
  },
)

test('a refund that an earlier release held while the bank processed it waits for that before it goes on', async () => {
  const charge = await refundUnderWay({ isAnswered: true })
  await harness.query(
    "update refunds set status = 'held', last_error = 'unattributed_return' where charge_id = $1 and origin = 'team'",
    [charge.chargeId],
  )
  expect(await charge.attribute()).toEqual({ ok: true, value: 3_000 })
  expect(await charge.refunds()).toEqual(['team 10000 requested 0', 'panel 3000 done 0'])
  await expect(charge.again()).rejects.toThrow('refund not issued yet')
  expect(await charge.returns()).toEqual(['100.00 EM_PROCESSAMENTO', '30.00 DEVOLVIDO'])
  await charge.end('NAO_REALIZADO')
  await charge.again()
  expect(await charge.refunds()).toEqual(['team 10000 done 0', 'panel 3000 done 0'])
  expect(await charge.returns()).toEqual(['100.00 NAO_REALIZADO', '30.00 DEVOLVIDO', '100.00 DEVOLVIDO'])
  expect(await harness.statuses(charge.instalmentIds)).toEqual(['refunded', 'paid', 'paid'])
})

test('the books balance, and agree with both providers to the centavo', async () => {
  const [before, after] = [await started(harness.payments), await started(moved)]
  await harness.simulator.act(before.reference, 'approve')
  await bank.pay(keyOf(after), 9_999)
  for (const { chargeId } of [before, after]) await moved.settleCharge({ chargeId })
  expect(await moved.checkBooks()).toEqual([])
  // Full and partial chargebacks, also together with a refund of ours, agree too.
  const returns = await harness.query<{ origin: string }>(
    "select distinct origin from refunds where status = 'done' order by 1",
  )
  expect(returns.map(({ origin }) => origin)).toEqual(['chargeback', 'panel', 'team'])
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
