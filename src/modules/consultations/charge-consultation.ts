import { type Outcome, ok } from '../../core/outcome.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { consultationOf } from '../catalogue/public.ts'
import type { ChargeView } from '../payments/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { type ConsultationRow, openSubject, updateConsultation } from './store.server.ts'

export interface Charged {
  consultationId: string
  chargeId: string
  /** The charge this one takes the place of, while it could still be paid. */
  replaced?: string
}

/** The look-up's charge: the one it has while that is paid or may still be paid the same way, else a new one. */
export async function chargeFor(
  tx: Transaction,
  { row, method }: { row: ConsultationRow; method: PaymentMethod },
  { payments, cipher, clock, teamEmail }: ConsultationsDeps,
): Promise<Outcome<Charged, 'no_email' | 'no_client_data'>> {
  const { id, kind, userId } = row
  const consultation = consultationOf(kind)
  const { name, cpf, email } = openSubject(cipher, row)
  const payer = payments.payerOf({ nome: name, documento: cpf, email: email ?? teamEmail })
  if (!payer.ok) return payer

  const current = row.chargeId
    ? await payments.chargeViewWithin(tx, { chargeId: row.chargeId, userId: userId ?? undefined })
    : undefined
  if (current && isKept(current, method)) return ok({ consultationId: id, chargeId: current.id })

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
  if (!chargeId) throw new Error('a new charge of a consultation was taken for an old one')
  await updateConsultation(tx, id, { chargeId })
  const open = current && (current.phase === 'issuing' || current.phase === 'waiting')
  return ok({ consultationId: id, chargeId, ...(open && { replaced: current.id }) })
}

/** Closes the other way of paying, so that nobody pays twice, and asks the provider for this one. */
export async function askForIt({ chargeId, replaced }: Charged, payments: ConsultationsDeps['payments']) {
  // Where it cannot be closed (a card's page), a second payment is given back when it is settled.
  if (replaced) await payments.cancelCharge({ chargeId: replaced })
  return payments.issueCharge({ chargeId })
}

function isKept({ phase, method }: ChargeView, wished: PaymentMethod): boolean {
  switch (phase) {
    case 'issuing':
    case 'waiting':
      return method === wished
    // Paid, or about to be: another charge would ask for the same money twice.
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
