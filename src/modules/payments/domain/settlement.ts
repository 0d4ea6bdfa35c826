import { type Centavos, sum } from '../../../core/money.ts'
import { type ChargeStatus, chargeMachine, readProviderStatus } from './charge.ts'

/** Why money was received that no instalment absorbed. */
export type CreditReason = 'duplicate' | 'partial' | 'excess' | 'unmatched' | 'late'

export interface CoveredInstalment {
  id: string
  /** Centavos. */
  amount: Centavos
  status: 'pending' | 'paid' | 'cancelled'
}

/** What the provider says of a payment, already read. */
export interface Reported {
  providerId: string
  status: string
  detail: string | undefined
  /** Centavos. */
  amount: Centavos
  currency: string
  reference: string | undefined
}

export interface CreditDue {
  reason: CreditReason
  amount: Centavos
  instalmentId?: string
}

/** What has to be done about what the provider said. */
export type Settlement =
  /** Nothing new: a repeated, late or unknown word. */
  | { kind: 'none' }
  | { kind: 'move'; to: ChargeStatus }
  /** The charge is paid: these instalments with it, and a credit for each that needed no paying. */
  | { kind: 'book'; paid: CoveredInstalment[]; credits: CreditDue[] }
  /** Money came that does not fit the charge: the charge may move to `divergent`, the money becomes a credit. */
  | { kind: 'credit'; to?: ChargeStatus; credit: CreditDue }

/**
 * Decides what a provider's payment means for a charge. The reference, amount and currency must be those that were
 * asked; whatever else was received is never booked as paid and never dropped.
 *
 * @param charge `bookedBy`: the provider's payment that already paid it, if one did
 */
export function decideSettlement({
  charge,
  instalments,
  reported,
}: {
  charge: { status: ChargeStatus; reference: string; amount: Centavos; bookedBy: string | undefined }
  instalments: readonly CoveredInstalment[]
  reported: Reported
}): Settlement {
  const to = readProviderStatus(reported.status, reported.detail)
  if (to === undefined) return { kind: 'none' }
  const another = charge.bookedBy !== undefined && charge.bookedBy !== reported.providerId
  if (to !== 'approved') {
    const moves = !another && chargeMachine.canMove(charge.status, to)
    return moves ? { kind: 'move', to } : { kind: 'none' }
  }
  if (reported.reference !== charge.reference || reported.currency !== 'BRL') {
    return { kind: 'credit', credit: { reason: 'unmatched', amount: reported.amount } }
  }
  if (another) return { kind: 'credit', credit: { reason: 'duplicate', amount: reported.amount } }
  if (charge.status === 'in_mediation') return { kind: 'move', to: 'approved' }
  if (!chargeMachine.canMove(charge.status, 'approved')) return { kind: 'none' }
  if (reported.amount !== charge.amount) {
    const reason = reported.amount < charge.amount ? 'partial' : 'excess'
    return { kind: 'credit', to: 'divergent', credit: { reason, amount: reported.amount } }
  }
  return {
    kind: 'book',
    paid: instalments.filter(({ status }) => status === 'pending'),
    credits: instalments
      .filter(({ status }) => status !== 'pending')
      .map(({ id, amount, status }) => ({
        reason: status === 'paid' ? 'duplicate' : 'late',
        amount,
        instalmentId: id,
      })),
  }
}

/** What a charge over these instalments asks, in centavos. */
export function totalOf(instalments: readonly { amount: Centavos }[]): Centavos {
  return sum(instalments.map(({ amount }) => amount))
}
