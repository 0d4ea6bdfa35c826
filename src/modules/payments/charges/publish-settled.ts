import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { purposeOf } from '../domain/charge.ts'
import type { ChargeRow } from './store.server.ts'

/**
 * Publishes that the money of a charge has paid its instalments or look-up, or another debt of its payer.
 *
 * @param paidOn DATE in America/Sao_Paulo on which the money was received
 */
export async function publishSettled(
  tx: Transaction,
  {
    charge: { id, userId, amount, method, ...charge },
    received,
    paidOn,
  }: { charge: ChargeRow; received: Centavos; paidOn: IsoDate },
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const facts = { chargeId: id, amount, received, method, paidOn }
  const purpose = purposeOf(charge)
  if (purpose.kind === 'consultation') return publish(tx, 'charge.settled', { ...facts, userId, purpose })
  if (!userId) throw new Error(`charge ${id} of instalments has no customer`)
  return publish(tx, 'charge.settled', { ...facts, userId, purpose })
}
