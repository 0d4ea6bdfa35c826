// Databases: postgres
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

const seeds = (process.env.MUTATION_SEEDS ?? '1 2 3').split(' ').map(Number)

async function mutations(set: object) {
  const response = await fetch(`${harness.simulator.url}/sim/mutations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(set),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

/** Returns the centavos that the ledger received, by the provider's id of the payment. */
async function receipts(): Promise<Map<string, number>> {
  const rows = await harness.query<{ provider_id: string; amount: string }>(
    `select p.provider_id, sum(e.amount) as amount from provider_payments p
       join ledger_transactions t on t.key = 'receipt:' || p.id join ledger_entries e on e.transaction_id = t.id
     where e.account = 'provider:mercado-pago' group by 1`,
  )
  return new Map(rows.map(({ provider_id, amount }) => [provider_id, Number(amount)]))
}

test.each(seeds)(
  'seed %i: nothing is booked wrongly while answers are altered; afterwards every centavo is booked once or waits for a person',
  async (seed) => {
    await harness.simulator.reset()
    await harness.simulator.faults({ dropWebhooks: true })
    harness.clock.advance(24 * 60 * minute)
    const before = new Set((await receipts()).keys())
    const truth = new Map<string, number>()
    for (let index = 0; index < 12; index++) {
      harness.clock.advance(second)
      const amount = 1000 + index
      truth.set(String((await harness.simulator.stray({ amount: amount / 100 })).id), amount)
    }
    await mutations({ share: 0.35, seed, path: '/v1/payments' })
    for (let run = 0; run < 4; run++) {
      harness.clock.advance(35 * second)
      await harness.payments.reconcile()
      const { missing: _, ...wrong } = await faults()
      expect(wrong).toEqual({ inexact: [], phantoms: [] })
    }
    await mutations({})
    for (let run = 0; run < 4; run++) {
      harness.clock.advance(30 * minute)
      await harness.payments.reconcile()
    }
    expect(await faults()).toEqual({ missing: [], inexact: [], phantoms: [] })

    /**
     * Returns the payments that are neither booked nor seen by a person, those booked with another amount, and those that do
     * not exist.
     */
    async function faults() {
      const booked = await receipts()
      const items = await harness.payments.openItems({ limit: 10_000 })
      const rows = await harness.query<{ id: string; provider_id: string }>(
        'select id, provider_id from provider_payments',
      )
      const isReviewed = (id: string) =>
        items.some(
          (item) => item.kind === 'payment' && item.id === rows.find((row) => row.provider_id === id)?.id,
        )
      const wrong = [...truth].filter(([id, amount]) => booked.get(id) !== amount && !isReviewed(id))
      return {
        missing: wrong.filter(([id]) => !booked.has(id)),
        inexact: wrong.filter(([id]) => booked.has(id)),
        phantoms: [...booked.keys()].filter((id) => !before.has(id) && !truth.has(id)),
      }
    }
  },
)

test.each(['wrong order', 'page repeated', 'page skipped'])(
  'a long list of which one page is answered as by "%s" skips no payment',
  async (kind) => {
    await harness.simulator.reset()
    await harness.simulator.faults({ dropWebhooks: true })
    harness.clock.advance(24 * 60 * minute)
    await harness.payments.reconcile()
    const made: string[] = []
    // More than one page, and more time than a sweep reads again.
    for (let index = 0; index < 90; index++) {
      harness.clock.advance(30 * second)
      // Only the oldest ones can be skipped.
      const status = index < 10 ? 'approved' : 'pending'
      made.push(String((await harness.simulator.stray({ amount: 12, status })).id))
    }
    await mutations({ kinds: [kind], times: 1, path: '/v1/payments/search' })
    for (let run = 0; run < 2; run++) {
      harness.clock.advance(30 * second)
      await harness.payments.reconcile()
    }
    const applied = (await harness.simulator.mutations()).applied.map((one) => one.kind)
    expect(applied).toEqual([kind])
    await mutations({})
    const booked = await receipts()
    expect(made.slice(0, 10).filter((id) => !booked.has(id))).toEqual([])
  },
)
