/** What a page may know of proposals. */
export type { CustomOffer } from './read-custom-offers.ts'
