import { type Outcome, ok } from '../../core/outcome.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ChargeView } from '../payments/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, openSubject, updateConsultation } from './store.server.ts'

interface ConsultationCharge {
  consultationId: string
  chargeId: string
}

/**
 * The look-up's charge: its current one if that is paid or still payable by this method, else a new one, which replaces it. The payer is
 * the buyer. A payment of a replaced charge that cannot be cancelled (a card page) counts, or is refunded as a duplicate.
 */
export async function ensureCharge(
  tx: Transaction,
  { row, method }: { row: ConsultationRow; method: PaymentMethod },
  { payments, cipher, clock }: ConsultationsDeps,
): Promise<Outcome<ConsultationCharge, 'no_client_data'>> {
  const { id, userId } = row
  const consultation = soldLookup(row)
  const { name, cpf, email } = openSubject(cipher, row)
  const payer = payments.guestPayerOf({ nome: name, documento: cpf, email })
  if (!payer.ok) return payer

  const current = row.chargeId
    ? await payments.chargeViewWithin(tx, { chargeId: row.chargeId, userId: userId ?? undefined })
    : undefined
  if (current && isReusable(current, method)) return ok({ consultationId: id, chargeId: current.id })

  const chargeId = await payments.requestCharge(tx, {
    purpose: { kind: 'consultation', id },
    userId: userId ?? undefined,
    method,
    amount: consultation.price,
    description: consultation.title,
    payer: payer.value,
    selectionKey: `consultation:${id}:${method}:${clock.now().getTime()}`,
    referencePrefix: consultation.referencePrefix,
  })
  if (!chargeId) throw new Error('a new charge of a consultation was mistaken for an existing one')
  await updateConsultation(tx, id, { chargeId })
  if (current?.phase === 'issuing' || current?.phase === 'waiting')
    await payments.requestCancellation(tx, { chargeId: current.id })
  return ok({ consultationId: id, chargeId })
}

function isReusable({ phase, method }: ChargeView, requestedMethod: PaymentMethod): boolean {
  switch (phase) {
    case 'issuing':
    case 'waiting':
      return method === requestedMethod
    // Paid or about to be: a new charge would collect the same amount twice.
    case 'review':
    case 'approved':
    case 'amount_mismatch':
      return true
    case 'expired':
    case 'cancelled':
    case 'failed':
    case 'reversed':
      return false
    default:
      return phase satisfies never
  }
}
