import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { purposeOf } from '../domain/charge.ts'
import type { ChargeRow } from './store.server.ts'

/** Publishes that money of the charge of a look-up went back, was taken by a bank, or came home. */
export async function publishChargeChanged(
  tx: Transaction,
  charge: Pick<ChargeRow, 'id' | 'purpose' | 'purposeId'>,
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const purpose = purposeOf(charge)
  if (purpose.kind === 'consultation')
    await publish(tx, 'charge-money.changed', { chargeId: charge.id, purpose })
}
