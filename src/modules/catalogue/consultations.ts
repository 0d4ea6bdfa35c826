import type { Centavos } from '../../core/money.ts'
import type { Consultation, ConsultationId } from './domain/consultation.ts'
import { catalogue } from './in-force.ts'

/** The look-ups that are sold. */
export function consultations(): readonly Consultation[] {
  return catalogue().consultations.filter(({ hidden }) => !hidden)
}

/** The consultation with a known id, whether it is currently sold or not. */
export function consultationOf(id: ConsultationId): Consultation {
  const consultation = catalogue().consultations.find((other) => other.id === id)
  if (!consultation) throw new Error(`unknown consultation: ${id}`)
  return consultation
}

/** The lowest price: 'A partir de' on the card of the look-ups. Undefined while no look-up is sold. */
export function consultationsFrom(): Centavos | undefined {
  const prices = consultations().map(({ price }) => price)
  return prices.length === 0 ? undefined : Math.min(...prices)
}
