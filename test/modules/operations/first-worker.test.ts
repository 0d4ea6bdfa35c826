// Databases: one. The database decides nothing here.
import { expect, test } from 'vitest'
import { DAY } from '../../../src/core/durations.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { startShop } from '../../support/shop.ts'

test('money that came without a notice while no worker had ever run is booked by the first one, days later', async () => {
  const shop = await startShop({ restorable: await restorableDatabase() })
  try {
    await shop.simulator.faults({ dropWebhooks: true })
    // A Pix to the key of the company: of no charge that would be asked about.
    const { id } = await shop.simulator.stray({ amount: 99.9 })
    shop.clock.advance(3 * DAY)
    await shop.run('payments.reconcile')
    const booked = await shop.query<{ id: string }>(
      'select provider_id as id from provider_payments where received_at is not null',
    )
    expect(booked.map((payment) => payment.id)).toEqual([String(id)])
  } finally {
    await shop.close()
  }
})
