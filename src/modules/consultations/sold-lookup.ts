import {
  type Consultation,
  consultationOf,
  type LookupContent,
  lookupWith,
  release,
} from '../catalogue/public.ts'
import type { ConsultationRow } from './store.server.ts'

/** The look-up in the catalogue at the time of the request, stored with its row. */
export function lookupAsSold({ title, summary, price, promise, shows }: Consultation): LookupContent {
  return { title, summary, price, minutes: promise.minutes, shows, hidden: false }
}

/**
 * A look-up as it was sold, regardless of the current catalogue. Rows from before the catalogue could be edited use the release's.
 */
export function soldLookup({ kind, sold }: Pick<ConsultationRow, 'kind' | 'sold'>): Consultation {
  if (sold) return lookupWith(consultationOf(kind), sold)
  const shipped = release.consultations.find(({ id }) => id === kind)
  return shipped ?? consultationOf(kind)
}
