import type { Claim, ClaimPlace, Testimonial } from './domain/claim.ts'
import type { ServiceId } from './domain/service.ts'
import { catalogue } from './in-force.ts'

/** The claims in the figures of the landing page. */
export function experienceClaims(): readonly Claim[] {
  return shownAt('experience')
}

/** The promise shown next to them; undefined while it is hidden. */
export function noResultNoFee(): Claim | undefined {
  return shownAt('promise')[0]
}

/** The guarantees section of the catalogue. */
export function guaranteeClaims(): readonly Claim[] {
  return shownAt('guarantee')
}

/** Claims of a single service's page (specification, section 9). */
export function serviceClaims(id: ServiceId): readonly Claim[] {
  return shownAt(id)
}

/** The testimonials that are shown. */
export function testimonials(): readonly Testimonial[] {
  return catalogue().testimonials.filter(({ hidden }) => !hidden)
}

function shownAt(place: ClaimPlace): Claim[] {
  return catalogue().claims.filter((claim) => claim.place === place && !claim.hidden)
}
