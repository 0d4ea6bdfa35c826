import type { Centavos } from '../../../core/money.ts'
import type { PaymentMethod } from '../../../core/payment-terms.ts'
import { hoursText, minutesText } from '../../../core/text.ts'

export const consultationIds = ['cpf', 'complete', 'bacen', 'rating'] as const
export type ConsultationId = (typeof consultationIds)[number]

/** A one-off paid look-up (specification, sections 1 and 9). */
export type Consultation = {
  id: ConsultationId
  title: string
  price: Centavos
  summary: string
  /** 'em até 5 minutos', counted from the confirmed payment; `minutes` is the same as a number. */
  promise: { text: string; minutes: number }
  shows: readonly string[]
  /** Prefix of the external reference of its charge; a unique suffix follows. */
  referencePrefix: string
  methods: readonly PaymentMethod[]
  /** Not sold for now. */
  hidden?: true
}

/** Formats whole hours as hours, other durations as minutes. */
export function promiseWithin(minutes: number): Consultation['promise'] {
  const time = minutes % 60 === 0 ? hoursText(minutes / 60) : minutesText(minutes)
  return { text: `em até ${time}`, minutes }
}
