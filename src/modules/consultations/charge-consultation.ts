import { type Outcome, ok } from '../../core/outcome.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ChargeView } from '../payments/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, openSubject, updateConsultation } from './store.server.ts'

export interface ConsultationCharge {
  consultationId: string
  chargeId: string
  /** The charge that this one replaces, if it could still be paid. */
  replaced?: string
}

/** The look-up's charge: its current one if that is paid or still payable by this method, else a new one. The payer is the buyer. */
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
  const open = current && (current.phase === 'issuing' || current.phase === 'waiting')
  return ok({ consultationId: id, chargeId, ...(open && { replaced: current.id }) })
}

/** Cancels the replaced charge, to prevent a duplicate payment, and issues the new one at the provider. */
export async function issueConsultationCharge(
  { chargeId, replaced }: ConsultationCharge,
  payments: ConsultationsDeps['payments'],
) {
  // If it cannot be cancelled (a card page), a duplicate payment is refunded when it is settled.
  if (replaced) await payments.cancelCharge({ chargeId: replaced })
  return payments.issueCharge({ chargeId })
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
