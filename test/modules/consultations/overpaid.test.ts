// Databases: one. A look-up of which more was paid than its price: the provider never reports it as refunded when the price goes back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Consultations } from '../../../src/modules/consultations/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from '../payments/payments-harness.ts'
import { eventsOf, lookupsWithMoney } from './lookups-with-money.ts'

let harness: PaymentsHarness
let module: Consultations
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  module = lookupsWithMoney(harness, harness.payments)
})
afterAll(() => harness.close())

const decision = { by: newId(), reason: 'conferido' }
const within = <T>(work: Parameters<typeof harness.database.transaction<T>>[0]) =>
  harness.database.transaction(work)

test.each(['team', 'panel'] as const)(
  'a look-up overpaid by R$ 10 whose price was returned by the %s need not be delivered',
  async (way) => {
    await harness.simulator.faults({ dropWebhooks: true })
    const requested = await module.requestConsultation({
      ...{ kind: 'bacen', method: 'pix', declared: true, userId: undefined },
      subject: { cpf: '52998224725', name: `Joana ${way}`, phone: '+5548999991234', email: 'a@b.com' },
      evidence: { ip: '127.0.0.9', userAgent: 'test' },
    })
    if (!requested.ok) throw new Error(requested.code)
    const { consultationId, chargeId } = requested.value
    const [row] = await harness.query<{ reference: string; amount: number }>(
      'select reference, amount::float8 from charges where id = $1',
      [chargeId],
    )
    const price = row?.amount ?? 0
    const deliverEvents = eventsOf(harness, module, consultationId)
    async function settle() {
      harness.clock.advance(minute)
      await harness.payments.settleCharge({ chargeId })
      await harness.work()
      await harness.payments.settleCharge({ chargeId })
      await deliverEvents()
    }
    const act = (action: string, body: object) => harness.simulator.act(row?.reference ?? '', action, body)
    const duties = async () => {
      const sources = module.obligations.map((source) => source.among({ ids: [consultationId] }))
      return (await Promise.all(sources)).flat().map(({ kind }) => kind)
    }
    await act('approve', { amount: price / 100 + 10 })
    await settle()
    expect(await duties()).toEqual(['lookup.deliver'])
    if (way === 'panel') {
      harness.clock.advance(minute)
      await act('refund', { amount: price / 100 })
      await settle()
      const refundId = await harness.openItem('return', chargeId)
      const [payment] = await harness.query<{ id: string }>(
        'select id from provider_payments where charge_id = $1',
        [chargeId],
      )
      const what = { refundId, targets: [payment?.id ?? ''], ...decision }
      expect(await within((tx) => harness.payments.attributeReturn(tx, what))).toEqual({
        ok: true,
        value: price,
      })
    } else {
      const what = { chargeId, amount: price, origin: 'team' as const, ...decision }
      expect(await within((tx) => harness.payments.refundCharge(tx, what))).toEqual({
        ok: true,
        value: price,
      })
    }
    await settle()
    expect(
      await harness.query(
        "select sum(amount)::float8 as back from refunds where charge_id = $1 and status = 'done'",
        [chargeId],
      ),
    ).toEqual([{ back: price }])
    expect(await duties()).toEqual([])
  },
)
