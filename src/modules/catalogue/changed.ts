import type { IsoDate } from '../../core/calendar.ts'

/**
 * The day the texts and prices of the catalogue and of the landing page last changed, for the sitemap, and their SHA-256:
 * test/modules/catalogue/changed.test.ts fails when they change without an update here.
 */
export const catalogueVersion: { changed: IsoDate; sha256: string } = {
  changed: '2026-11-21',
  sha256: '96cfdc929ed6e7d3abe28d0f196bdcf8a112dc0b34ae20e313bc7e26d60563c6',
}

export const catalogueChanged: IsoDate = catalogueVersion.changed
