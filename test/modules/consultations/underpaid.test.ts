// Databases: one. A look-up of which less was paid than its price: once that money has gone back, it can be paid again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from '../payments/payments-harness.ts'
import { apiPix } from '../payments/providers.ts'
import { eventsOf, lookupsWithMoney } from './lookups-with-money.ts'

let harness: PaymentsHarness
let bank: Awaited<ReturnType<typeof apiPix>>
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  bank = await apiPix(harness.clock, { isPlain: true })
  await harness.simulator.faults({ dropWebhooks: true })
})
afterAll(async () => {
  await bank.close()
  await harness.close()
})

const decision = { by: newId(), reason: 'conferido' }
const within = <T>(work: Parameters<typeof harness.database.transaction<T>>[0]) =>
  harness.database.transaction(work)

/** Starts look-ups whose charges are at the bank or at Mercado Pago. */
function lookupsAt(provider: 'bank' | 'mercado-pago') {
  const payments = provider === 'bank' ? harness.build(bank.provider) : harness.payments
  const module = lookupsWithMoney(harness, payments)
  const pay = async (reference: string, amount: number) =>
    provider === 'bank'
      ? bank.act(`charges/${reference}/pay`, { amount: (amount / 100).toFixed(2) })
      : harness.simulator.act(reference, 'approve', { amount: amount / 100 })
  return { payments, module, pay }
}

const charges = (consultationId: string) =>
  harness.query<{ id: string; reference: string; amount: number; status: string }>(
    'select id, reference, amount::float8, status from charges where purpose_id = $1 order by created_at, id',
    [consultationId],
  )

test.each([
  ['mercado-pago', 'the team'],
  ['mercado-pago', 'the panel'],
  ['mercado-pago', 'the panel in two parts'],
  ['mercado-pago', 'hand'],
  ['bank', 'the team'],
  ['bank', 'the panel'],
  ['bank', 'the panel in two parts'],
  ['bank', 'MED'],
  ['bank', 'hand'],
  ['bank', 'hand, after the bank refused'],
] as const)(
  'a look-up at %s that was underpaid, and returned by %s, can be paid again',
  async (provider, way) => {
    const { payments, module, pay } = lookupsAt(provider)
    const requested = await module.requestConsultation({
      ...{ kind: 'bacen', method: 'pix', declared: true, userId: undefined },
      subject: {
        cpf: '52998224725',
        name: `Joana ${provider} ${way}`,
        phone: '+5548999991234',
        email: 'a@b.com',
      },
      evidence: { ip: '127.0.0.9', userAgent: `test ${provider} ${way}` },
    })
    if (!requested.ok) throw new Error(requested.code)
    const { consultationId, chargeId } = requested.value
    const [first] = await charges(consultationId)
    if (!first) throw new Error('no charge')
    const deliverEvents = eventsOf(harness, module, consultationId)
    async function settle() {
      harness.clock.advance(minute)
      for (const { id } of await charges(consultationId)) await payments.settleCharge({ chargeId: id })
      await harness.work(undefined, payments)
      for (const { id } of await charges(consultationId)) await payments.settleCharge({ chargeId: id })
      await deliverEvents()
    }
    const short = first.amount - 500
    const paid = await pay(first.reference, short)
    await settle()
    expect((await charges(consultationId))[0]?.status).toBe('divergent')
    expect(await module.payAgain({ consultationId, method: 'pix' })).toEqual({
      ok: true,
      value: { chargeId },
    })

    harness.clock.advance(minute)
    const creditId = await harness.openItem('credit', chargeId)
    const returnPart = (amount: number, nature = 'ORIGINAL') =>
      provider === 'bank'
        ? bank.act(`pix/${paid.endToEndId}/return`, { amount: (amount / 100).toFixed(2), nature })
        : harness.simulator.act(first.reference, 'refund', { amount: amount / 100 })
    if (way === 'the team')
      expect(
        await within((tx) => payments.refundCredit(tx, { creditId, isOurs: true, ...decision })),
      ).toMatchObject({ ok: true })
    if (way === 'the panel') await returnPart(short)
    if (way === 'the panel in two parts') {
      await returnPart(500)
      await settle()
      expect(await module.payAgain({ consultationId, method: 'pix' })).toEqual({
        ok: true,
        value: { chargeId },
      })
      await returnPart(short - 500)
    }
    if (way === 'MED') await returnPart(short, 'MED_FRAUDE')
    if (way === 'hand, after the bank refused') {
      expect(
        await within((tx) => payments.refundCredit(tx, { creditId, isOurs: true, ...decision })),
      ).toMatchObject({
        ok: true,
      })
      // More than 90 days ago.
      harness.clock.advance(91 * 24 * 60 * minute)
      await settle()
      expect(await module.payAgain({ consultationId, method: 'pix' })).toEqual({
        ok: true,
        value: { chargeId },
      })
      const refundId = await harness.openItem('refund', chargeId)
      await within((tx) => payments.decideRefund(tx, { refundId, retry: false }))
      expect(await module.payAgain({ consultationId, method: 'pix' })).toEqual({
        ok: true,
        value: { chargeId },
      })
    }
    if (way.startsWith('hand'))
      expect(await within((tx) => payments.dismissCredit(tx, { creditId, ...decision }))).toMatchObject({
        ok: true,
      })
    await settle()
    const again = await module.payAgain({ consultationId, method: 'pix' })
    expect(again).toMatchObject({ ok: true })
    expect(again.ok && again.value.chargeId).not.toBe(chargeId)
    const next = (await charges(consultationId))[1]
    await pay(next?.reference ?? '', first.amount)
    await settle()
    const duties = (
      await Promise.all(module.obligations.map((source) => source.among({ ids: [consultationId] })))
    ).flat()
    expect(duties.map(({ kind }) => kind)).toEqual(['lookup.deliver'])
    expect(await payments.checkBooks()).toEqual([])
  },
)
