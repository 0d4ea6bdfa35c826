/** What a page may know of proposals. */

export { LONGEST_VALIDITY, MAX_CARD_INSTALMENTS } from './domain/custom-offer.ts'
export type { CustomOffer } from './read-custom-offers.ts'
