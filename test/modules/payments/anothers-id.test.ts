// Databases: postgres
// The answer to the creation of a Pix can state our reference and amount and the id of another charge's payment. The money goes by
// the reference, which the provider returns with each payment; while id and reference name two charges, it waits for a person.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, startPaymentsHarness, until } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  harness.queue.splice(0)
  harness.clock.advance(24 * 60 * minute)
})

/** Starts a charge that the provider answers in this way, the first time that it is asked. */
async function started(answerOf: (providerId: string) => { providerId: string } | 'lost') {
  const customer = await harness.customer({ instalments: 1 })
  const payments = harness.build({
    createPix: async (request) => {
      const created = await harness.provider.createPix(request)
      if (!created.ok) return created
      const answer = answerOf(created.value.providerId)
      return answer === 'lost'
        ? { ok: false, code: 'unavailable' }
        : { ok: true, value: { ...created.value, ...answer } }
    },
  })
  await payments.startCharge(customer)
  const [row] = await harness.query<{ id: string; reference: string }>(
    'select id, reference from charges where user_id = $1',
    [customer.viewer.id],
  )
  if (!row) throw new Error('no charge')
  const all = await harness.simulator.payments()
  const ownId = String(all.find((payment) => payment.external_reference === row.reference)?.id)
  return { ...customer, chargeId: row.id, reference: row.reference, ownId }
}

const ofItsOwn = (providerId: string) => ({ providerId })
const lost = () => 'lost' as const

type Started = Awaited<ReturnType<typeof started>>

const statusAtProvider = async ({ ownId }: Started) =>
  (await harness.simulator.payments()).find(({ id }) => String(id) === ownId)?.status

/** Lets the shop check its charges, sweep and work for ten minutes. */
async function later() {
  for (let count = 0; count < 10; count++) {
    harness.clock.advance(minute)
    await harness.payments.reconcile()
    await harness.work()
  }
}

/** The open credits, with their charge and user. */
const credits = () =>
  harness.query("select charge_id, user_id, amount from credits where status = 'open' order by created_at")

for (const [name, answerOf] of [
  ['known here', ofItsOwn],
  ['whose answer was lost', lost],
] as const) {
  test(`both charges are paid with their own money when an answer names the payment of a charge ${name}`, async () => {
    const other = await started(answerOf)
    const misnamed = await started(() => ({ providerId: other.ownId }))
    await later()
    expect(await harness.charge(misnamed.chargeId)).toMatchObject({
      status: 'pending',
      provider_id: misnamed.ownId,
    })
    expect(await harness.charge(other.chargeId)).toMatchObject({
      status: 'pending',
      provider_id: other.ownId,
    })
    await harness.simulator.act(other.reference, 'approve')
    await later()
    expect(await harness.statuses([misnamed.first, other.first])).toEqual(['pending', 'paid'])
    await harness.simulator.act(misnamed.reference, 'approve')
    await later()
    expect(await harness.statuses([misnamed.first, other.first])).toEqual(['paid', 'paid'])
    const rows = await harness.query(
      'select charge_id from provider_payments where provider_id = any($1) order by provider_id',
      [[other.ownId, misnamed.ownId].toSorted()],
    )
    expect(rows).toEqual([{ charge_id: other.chargeId }, { charge_id: misnamed.chargeId }])
    expect(await credits()).toEqual([])
  })
}

test('money whose id and reference name two charges has no owner until corrected, then pays its charge', async () => {
  const other = await started(lost)
  const misnamed = await started(() => ({ providerId: other.ownId }))
  await harness.simulator.faults({})
  await harness.simulator.act(other.reference, 'approve')
  await until(() => harness.queue.some(({ job }) => job === 'provider-events.process'))
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.work('provider-events.process')
  expect(await harness.statuses([misnamed.first, other.first])).toEqual(['pending', 'pending'])
  expect(await credits()).toEqual([{ charge_id: null, user_id: null, amount: 10_000 }])
  expect(await harness.payments.openItems()).toMatchObject([
    { kind: 'credit', reason: 'unmatched', amount: 10_000 },
  ])
  await later()
  expect(await harness.statuses([misnamed.first, other.first])).toEqual(['pending', 'paid'])
  expect(await credits()).toEqual([])
})

test('cancelling a charge that carries the id of another charge’s payment does not cancel that payment', async () => {
  const other = await started(lost)
  const misnamed = await started(() => ({ providerId: other.ownId }))
  const cancelled = await harness.payments.cancelCharge({ chargeId: misnamed.chargeId })
  expect(cancelled.ok).toBe(true)
  await harness.work()
  expect([await statusAtProvider(misnamed), await statusAtProvider(other)]).toEqual(['cancelled', 'pending'])
})
