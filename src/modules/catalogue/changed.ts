import type { IsoDate } from '../../core/calendar.ts'

/**
 * The day the texts and prices of the catalogue and of the landing page last changed, for the sitemap, and their SHA-256:
 * test/modules/catalogue/changed.test.ts fails when they change without an update here.
 */
export const catalogueVersion: { changed: IsoDate; sha256: string } = {
  changed: '2026-11-21',
  sha256: 'fd1ca2b1b99fe181e55463fa64b16d5ea8a36b640aa2eb347f749bd57ed7ca54',
}

export const catalogueChanged: IsoDate = catalogueVersion.changed
