import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { purposeOf } from '../domain/charge.ts'
import type { ChargeRow } from './store.server.ts'

/** Publishes that money of a look-up's charge was refunded, taken by a bank, or regained. */
export async function publishChargeChanged(
  tx: Transaction,
  charge: Pick<ChargeRow, 'id' | 'purpose' | 'purposeId'>,
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const purpose = purposeOf(charge)
  if (purpose.kind === 'consultation')
    await publish(tx, 'charge-money.changed', { chargeId: charge.id, purpose })
}
