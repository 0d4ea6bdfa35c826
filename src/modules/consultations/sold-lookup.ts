import {
  type Consultation,
  consultationOf,
  type LookupContent,
  lookupWith,
  release,
} from '../catalogue/public.ts'
import type { ConsultationRow } from './store.server.ts'

/** What a request buys, as the catalogue has it at that moment: kept with its row. */
export function lookupAsSold({ title, summary, price, promise, shows }: Consultation): LookupContent {
  return { title, summary, price, minutes: promise.minutes, shows, hidden: false }
}

/** A look-up as it was sold, whatever the catalogue says by now. Rows from before the catalogue could be edited are the release's. */
export function soldLookup({ kind, sold }: Pick<ConsultationRow, 'kind' | 'sold'>): Consultation {
  if (sold) return lookupWith(consultationOf(kind), sold)
  const shipped = release.consultations.find(({ id }) => id === kind)
  return shipped ?? consultationOf(kind)
}
