import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeRow } from './store.server.ts'

/** Publishes that money of the charge of a look-up went back, was taken by a bank, or came home. */
export async function publishChargeChanged(
  tx: Transaction,
  { id: chargeId, purpose: kind, purposeId }: Pick<ChargeRow, 'id' | 'purpose' | 'purposeId'>,
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  if (kind !== 'consultation' || !purposeId) return
  await publish(tx, 'charge-money.changed', { chargeId, purpose: { kind, id: purposeId } })
}
