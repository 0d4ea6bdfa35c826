import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { post } from './books/ledger.server.ts'
import { lockCharge, updateCharge } from './charges-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { owedAgain } from './domain/movements.ts'
import { totalOf } from './domain/settlement.ts'
import { lockInstalments, paidWith, reopenPaidWith } from './instalments-store.server.ts'
import { findProviderPayment, lockById, updateProviderPayment } from './provider-payments-store.server.ts'

/**
 * A person has looked at what is odd about a payment. What a bank took back is owed again where `owed` says so, and
 * lost where it does not.
 *
 * @returns centavos that are owed again
 */
export async function reviewPayment(
  tx: Transaction,
  {
    providerPaymentId,
    owed,
    by,
    reason,
  }: { providerPaymentId: string; owed: boolean; by: string; reason: string },
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<Outcome<Centavos, 'not_of_concern' | 'not_charged_back'>> {
  const found = await findProviderPayment(tx, providerPaymentId)
  if (found?.chargeId) await lockCharge(tx, found.chargeId)
  await lockInstalments(
    tx,
    (await paidWith(tx, providerPaymentId)).map(({ id }) => id),
  )
  const payment = await lockById(tx, providerPaymentId)
  if (!payment?.concern) return refuse('not_of_concern')
  if (owed && payment.state !== 'charged_back') return refuse('not_charged_back')
  await updateProviderPayment(tx, payment.id, { concern: null })
  if (!owed) return ok(0)
  const amount = totalOf(await reopenPaidWith(tx, payment.id))
  await post(
    tx,
    { movement: owedAgain(amount), key: `owed-again:${payment.id}:${deps.newId()}`, by, memo: reason },
    deps,
  )
  return ok(amount)
}

/** A person has looked at a charge the provider refused to make. */
export async function reviewCharge(
  tx: Transaction,
  { chargeId }: { chargeId: string },
  { clock }: Pick<PaymentsDeps, 'clock'>,
): Promise<Outcome<null, 'not_failed'>> {
  const charge = await lockCharge(tx, chargeId)
  if (charge?.status !== 'failed' || charge.reviewedAt) return refuse('not_failed')
  await updateCharge(tx, chargeId, { reviewedAt: clock.now() })
  return ok(null)
}
