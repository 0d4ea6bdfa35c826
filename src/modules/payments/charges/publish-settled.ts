import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeRow } from './store.server.ts'

/**
 * Publishes that the money of a charge has paid its instalments or look-up, or another debt of its payer.
 *
 * @param paidOn DATE in America/Sao_Paulo on which the money was received
 */
export async function publishSettled(
  tx: Transaction,
  {
    charge: { id, userId, amount, method, purpose, purposeId },
    received,
    paidOn,
  }: { charge: ChargeRow; received: Centavos; paidOn: IsoDate },
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const facts = { chargeId: id, amount, received, method, paidOn }
  if (purpose === 'consultation' && purposeId)
    return publish(tx, 'charge.settled', { ...facts, userId, purpose: { kind: purpose, id: purposeId } })
  if (purpose === 'instalments' && userId)
    return publish(tx, 'charge.settled', { ...facts, userId, purpose: { kind: purpose } })
  throw new Error(`charge ${id} has no valid purpose`)
}
