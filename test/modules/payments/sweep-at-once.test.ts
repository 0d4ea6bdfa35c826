// Databases: postgres. The embedded database runs one transaction at a time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCharge } from '../../../src/modules/payments/charges/store.server.ts'
import { testDatabase } from '../../support/database.ts'
import { holdTransaction } from '../../support/second-connections.ts'
import { type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  await harness.simulator.faults({ dropWebhooks: true })
})
afterAll(() => harness.close())

const receivedOf = async (providerIds: readonly number[]) => {
  const rows = await harness.query<{ id: string }>(
    'select provider_id as id from provider_payments where provider_id = any($1) and received_at is not null',
    [providerIds.map(String)],
  )
  return rows.length
}

test('payments of one charge are settled one after another, oldest first, and others beside them', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id: paidWith } = await harness.charge(chargeId)
  await harness.simulator.act(reference, 'approve')
  for (let twice = 0; twice < 2; twice++) {
    harness.clock.advance(1000)
    await harness.simulator.act(reference, 'pay-again')
  }
  const others: number[] = []
  while (others.length < 3) {
    harness.clock.advance(1000)
    others.push((await harness.simulator.stray({ amount: 12.34 })).id)
  }

  let swept: Promise<unknown> | undefined
  const waiting = await holdTransaction(harness.database, async (tx) => {
    await lockCharge(tx, chargeId)
    swept = harness.payments.reconcile()
    await expect.poll(() => receivedOf(others)).toBe(others.length)
    return harness.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  })
  expect(waiting).toHaveLength(1)
  await swept
  expect((await harness.charge(chargeId)).provider_id).toBe(paidWith)
  expect(await harness.credits(chargeId)).toMatchObject([{ reason: 'duplicate' }, { reason: 'duplicate' }])
})
