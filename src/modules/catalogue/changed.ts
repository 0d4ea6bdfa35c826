import type { IsoDate } from '../../core/calendar.ts'

/**
 * When the texts and prices of the catalogue and of the landing page last changed, as the sitemap says it, and the
 * SHA-256 of what they were then: test/modules/catalogue/changed.test.ts fails when they change and this does not.
 */
export const catalogueVersion: { changed: IsoDate; sha256: string } = {
  changed: '2026-11-21',
  sha256: '59835556cbea8421bb6613802515d008fc2b9726ccb89daa1d7f5d87b8808255',
}

export const catalogueChanged: IsoDate = catalogueVersion.changed
